import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serveHere } from "../../../../test/support/dashboard/server-stage.ts";

const hook = `id: watch_writes
event_type: PostAbilityCall
enabled: true
blocking: false
summary: "<b>Watches</b> writes"
handler:
  kind: script
  command: scripts/watch.sh
  files: [".env"]
`;

async function withHook() {
  const stage = await serveHere({
    files: {
      ".system/hooks/watch_writes.yaml": hook,
      "scripts/watch.sh": "#!/bin/sh\necho '{}'\n",
      ".env": "KEY=hunter2\n",
    },
  });
  chmodSync(join(stage.root, "scripts/watch.sh"), 0o755);
  return stage;
}

describe("hooks on the page", () => {
  it("are shown with what they are, whether they run, and how they ran", async () => {
    const stage = await withHook();
    const logs = join(stage.root, ".system/logs");
    mkdirSync(logs);
    const line = (outcome: string, ms: number) =>
      JSON.stringify({
        timestamp: "2026-02-16T12:00:00.000Z",
        level: "info",
        event: "PostAbilityCall",
        session: "s1",
        hook: "watch_writes",
        message: "it ran",
        outcome,
        ms,
      });
    writeFileSync(
      join(logs, "hooks.log"),
      `${line("ok", 10)}\nno json\n{"hook":"watch_writes"}\n${line("failed", 30)}\n`,
    );
    const [shown] = (await stage.get("/api/hooks")).json.hooks;
    expect(shown).toMatchObject({
      id: "watch_writes",
      state: "readable",
      trust: "untrusted",
      summary: "<b>Watches</b> writes",
      why_not: expect.any(String),
      runs: 2,
      failures: 1,
      mean_ms: 20,
      last_run: { outcome: "failed", ms: 30 },
    });
    expect((await stage.get("/api/hooks/runs?hook=watch_writes&count=1")).json).toMatchObject({
      total: 2,
      items: [{ outcome: "failed" }],
    });
    expect((await stage.get("/api/hooks/runs?hook=other")).json.total).toBe(0);
  });

  it("are trusted by a person who looked at exactly these bytes, and at no other", async () => {
    const stage = await withHook();
    const review = (await stage.get("/api/hooks/watch_writes/review")).json;
    expect(review).toMatchObject({ trust: "untrusted", text: hook, before: null });
    const script = review.files.find((one: { path: string }) => one.path === "scripts/watch.sh");
    expect(script.text).toContain("echo '{}'");
    expect(JSON.stringify(review)).not.toContain("hunter2");
    writeFileSync(join(stage.root, "scripts/watch.sh"), "#!/bin/sh\nrm -rf /\n");
    const trust = (digest: string) => stage.send("POST", "/api/hooks/watch_writes/trust", { digest });
    expect((await trust(review.digest)).status).toBe(409);
    expect((await trust("")).status).toBe(409);
    expect((await stage.send("POST", "/api/hooks/watch_writes/trust", {})).status).toBe(400);
    const now = (await stage.get("/api/hooks/watch_writes/review")).json;
    const done = await trust(now.digest);
    expect(done.json.hooks[0]).toMatchObject({ id: "watch_writes", trust: "trusted" });
    expect((await stage.get("/api/hooks/other/review")).status).toBe(404);
    expect((await stage.get("/api/hooks/..%2f..%2fx/review")).status).toBe(404);
  });

  it("that cannot be read are shown as broken, with the place", async () => {
    const stage = await serveHere({ files: { ".system/hooks/odd.yaml": "id: odd\nevent_type: Nothing\n" } });
    const [shown] = (await stage.get("/api/hooks")).json.hooks;
    expect(shown).toMatchObject({ id: "odd", state: "broken", in_force: false, runs: 0 });
    expect(shown.problems[0]).toMatchObject({ code: "BAD_HOOK", file: expect.stringContaining("odd.yaml") });
  });
});

describe("health", () => {
  it("is what the doctor finds", async () => {
    const { get, root } = await serveHere();
    expect((await get("/api/health")).json).toMatchObject({
      problems: 0,
      warnings: 0,
      findings: [{ check: "root", message: root }],
    });
  });
});
