import { appendFileSync, chmodSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, jsonOf, put, run, type Scene, textOf } from "./scene.ts";
import { done, INTENTS, initialised, json } from "./steps.ts";

describe("doctor", () => {
  it("finds nothing wrong in a fresh root but that no intent is open", async () => {
    const scene = await initialised();
    const { problems, checks } = await json<{ problems: number; checks: { check: string; state: string }[] }>(
      scene,
      "doctor",
    );
    expect(problems).toBe(0);
    const open = checks.filter((one) => one.state !== "ok").map(({ check, state }) => [check, state]);
    expect(open).toEqual([
      ["agents", "note"],
      ["containment", "note"],
      ["containment", "note"],
      // Root reads what everybody keeps, box or not.
      ...(process.getuid?.() === 0 ? [["containment", "note"]] : []),
      ["intents", "warning"],
    ]);
  });

  const sick: [string, string, string, (scene: Scene) => void | Promise<void>][] = [
    [
      "a sidecar everybody may write",
      "problem",
      "sidecar",
      (scene) => chmodSync(join(scene.repo, ".orchestration"), 0o777),
    ],
    [
      "a state folder everybody may write",
      "problem",
      "state folder",
      (scene) => chmodSync(join(scene.env.XDG_STATE_HOME ?? "", "intentgate"), 0o777),
    ],
    [
      "an ignore file that lost a line",
      "warning",
      "git ignore",
      (scene) => put(scene.repo, ".orchestration/.gitignore", "sessions/\n"),
    ],
    [
      "an ignore file that hides the policy",
      "problem",
      "git ignore",
      (scene) => appendFileSync(join(scene.repo, ".orchestration/.gitignore"), "policy.yaml\n"),
    ],
    [
      "a lock of another machine",
      "warning",
      "locks",
      (scene) =>
        put(
          scene.repo,
          ".orchestration/locks/intents.lock",
          JSON.stringify({ pid: 1, startedAt: null, host: "elsewhere", token: "0123456789abcdef" }),
        ),
    ],
    [
      "decisions that others may read",
      "problem",
      "decisions",
      async (scene) => {
        await call(scene, "write_to_file", { path: "x", content: "" });
        chmodSync(join(scene.repo, ".orchestration/decisions.jsonl"), 0o644);
      },
    ],
    [
      "an edited ledger",
      "problem",
      "ledger",
      async (scene) => {
        await changed(scene);
        const file = ".orchestration/agent_trace.jsonl";
        put(scene.repo, file, textOf(scene, file).replace("INT-001", "INT-002"));
      },
    ],
    [
      "a ledger that is gone",
      "problem",
      "ledger",
      async (scene) => {
        await changed(scene);
        rmSync(join(scene.repo, ".orchestration/agent_trace.jsonl"));
      },
    ],
    [
      "two intents that own the same",
      "warning",
      "overlaps",
      async (scene) => {
        for (const scope of ["src/**", "src/auth/**"])
          await done(scene, "intent", "new", "--name", "x", "--scope", scope);
      },
    ],
    [
      "a session under an intent that is gone",
      "warning",
      "sessions",
      async (scene) => {
        await changed(scene);
        put(scene.repo, INTENTS, "active_intents: []\n");
      },
    ],
  ];

  async function changed(scene: Scene): Promise<void> {
    await done(scene, "intent", "new", "INT-001", "--name", "A", "--scope", "src/**");
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    expect((await call(scene, "write_to_file", { path: "src/n.ts", content: "1\n" })).decision).toBe("allow");
  }

  it.each(sick)("finds %s: a %s, with a remedy", async (_, state, check, break_) => {
    const scene = await initialised();
    await break_(scene);
    const ran = await run(scene, ["doctor", "--json"]);
    const { checks } = jsonOf<{ checks: { check: string; state: string; remedy?: string }[] }>(ran);
    expect(checks).toContainEqual(expect.objectContaining({ check, state, remedy: expect.stringMatching(/\S/) }));
    expect(ran.code).toBe(state === "problem" ? 1 : 0);
    if (check === "ledger") expect((await run(scene, ["doctor", "--full"])).code).toBe(1);
  });

  it("finds a call that was cut off, and --fix records what it changed", async () => {
    const scene = await initialised();
    await changed(scene);
    const journal = readdirSync(join(scene.repo, ".orchestration/sessions"))[0] ?? "";
    const at = "2026-01-01T00:00:00.000Z";
    put(scene.repo, "src/cut.ts", "half\n");
    const before = { [join(scene.repo, "src/cut.ts")]: null };
    const pending = {
      key: "k",
      invocationId: "k",
      tool: "write_to_file",
      intentId: "INT-001",
      pid: 2 ** 30,
      pidStartedAt: "0",
      at,
      before,
    };
    appendFileSync(
      join(scene.repo, ".orchestration/sessions", journal),
      `${JSON.stringify({ kind: "began", at, call: pending })}\n`,
    );
    expect((await run(scene, ["doctor"])).out).toMatch(/! interrupted calls[\s\S]*--fix/);
    expect(await done(scene, "doctor", "--fix")).toContain("1 interrupted call settled");
    expect(textOf(scene, ".orchestration/agent_trace.jsonl")).toContain('"outcome":"UNKNOWN"');
    expect(await done(scene, "doctor", "--full")).toContain("no call was cut off");
  });

  it("tells of a damaged list of roots instead of calling the folder not governed", async () => {
    const scene = await initialised();
    writeFileSync(join(scene.env.XDG_STATE_HOME ?? "", "intentgate/roots.json"), "[");
    const ran = await run(scene, ["doctor"]);
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining("list of governed roots is damaged")]);
    expect(ran.out).not.toContain("not governed");
  });
});
