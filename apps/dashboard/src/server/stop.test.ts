import { describe, expect, it } from "vitest";
import { ask, enter, type Stage, serveHere, until } from "../../../../test/support/dashboard/server-stage.ts";
import { keyHeader } from "../api/api.ts";

const acts = ["/api/sessions/s1/stop", "/api/sessions/s1/resume", "/api/sessions/stop", "/api/sessions/resume"];
const files = { "src/a.ts": "one\n" };

async function atWork(policy?: string): Promise<Stage> {
  const stage = await serveHere({ files, ...(policy === undefined ? {} : { policy }) });
  await stage.get("/api/now");
  await stage.call("select_active_intent", { intent_id: "INT-001" });
  return stage;
}

const read = (stage: Stage) => stage.call("read_file", { path: "src/a.ts" });
const card = async (stage: Stage) => (await stage.get("/api/now")).json.sessions[0];

describe("a session on the page", () => {
  it("is stopped and goes on, and the page shows by whom", async () => {
    const stage = await atWork();
    const stopped = await stage.send("POST", "/api/sessions/s1/stop", {});
    expect(stopped.status).toBe(200);
    expect(stopped.json).toMatchObject({ id: "s1", stop: { by_you: true, with_parent: null } });
    expect((await read(stage)).refusal?.code).toBe("STOPPED");
    expect(await card(stage)).toMatchObject({ id: "s1", stop: { by_you: true } });
    expect((await stage.send("POST", "/api/sessions/s1/stop", {})).status).toBe(200);
    expect((await stage.send("POST", "/api/sessions/s1/resume", {})).json).toMatchObject({ stop: null });
    expect((await read(stage)).decision).toBe("allow");
    const { items } = (await stage.get("/api/calls")).json;
    expect(items.map((one: { tool: string; outcome: string }) => [one.tool, one.outcome])).toEqual(
      expect.arrayContaining([
        ["stop", "stopped"],
        ["resume", "resumed"],
      ]),
    );
  });

  it("is shown with the intent of the session above it, and with none where that has none", async () => {
    const stage = await atWork();
    const as = (session: string, parent: string) =>
      stage.call("read_file", { path: "src/a.ts" }, { session: { id: session, parent } });
    await as("sub", "s1");
    await as("other", "s2");
    const shown = (await stage.get("/api/now")).json.sessions as { id: string; intent: { id: string } | null }[];
    const intents = Object.fromEntries(shown.map(({ id, intent }) => [id, intent?.id ?? null]));
    expect(intents).toMatchObject({ s1: "INT-001", sub: "INT-001", other: null });
  });

  it("has its question taken off the page, and its call refused", async () => {
    const stage = await atWork("approval: { mode: strict, timeout_s: 60 }\n");
    const waiting = stage.call("delete_file", { path: "src/a.ts" });
    const asked = await until(async () => (await stage.get("/api/now")).json.approvals[0]);
    await stage.send("POST", "/api/sessions/s1/stop", {});
    expect((await waiting).refusal?.code).toBe("STOPPED");
    expect((await stage.get("/api/now")).json.approvals).toEqual([]);
    expect((await stage.send("POST", `/api/approvals/${asked.id}/answer`, { answer: "once" })).status).toBe(409);
  });

  it("is stopped with all others, and goes on with them", async () => {
    const stage = await atWork();
    expect((await stage.send("POST", "/api/sessions/stop", {})).json).toEqual({ sessions: 1 });
    expect((await read(stage)).refusal?.code).toBe("STOPPED");
    expect((await stage.send("POST", "/api/sessions/resume", {})).json).toEqual({ sessions: 1 });
    expect((await stage.send("POST", "/api/sessions/resume", {})).json).toEqual({ sessions: 0 });
    expect((await read(stage)).decision).toBe("allow");
  });
});

describe("nobody is stopped and nobody goes on", () => {
  it.each([
    ["/api/sessions/nobody/stop", {}, 404],
    ["/api/sessions/..%2fx/stop", {}, 404],
    ["/api/sessions/%00/resume", {}, 404],
    ["/api/sessions/s1/halt", {}, 404],
    ["/api/sessions/s1/stop", { by: "x" }, 400],
    ["/api/sessions/stop", { all: true }, 400],
    ["/api/sessions/stop", "x", 400],
    ["/api/sessions/resume", { id: "s1" }, 400],
  ])("by %s with %j", async (path, body, status) => {
    const stage = await atWork();
    expect((await stage.send("POST", path, body)).status).toBe(status);
    expect(await card(stage)).toMatchObject({ id: "s1", stop: null });
  });

  it.each(acts)("by %s without the token, the key of the page, or from elsewhere", async (path) => {
    const stage = await atWork();
    if (path.endsWith("resume")) await stage.send("POST", "/api/sessions/s1/stop", {});
    const before = await card(stage);
    const { server } = stage;
    const { cookie } = await enter(server);
    const token = { authorization: `Bearer ${server.token}` };
    const strangers: Record<string, string>[] = [
      {},
      { authorization: "Bearer x" },
      { cookie },
      { cookie, [keyHeader]: "x".repeat(43) },
      { cookie, origin: "http://evil.example" },
      { ...token, origin: "http://evil.example" },
    ];
    for (const headers of strangers) {
      const told = await ask(server, path, { method: "POST", body: {}, headers });
      expect([401, 403], `${path} ${JSON.stringify(headers)}`).toContain(told.status);
    }
    for (const method of ["GET", "PUT", "DELETE"])
      expect((await ask(server, path, { method, headers: token })).status).not.toBe(200);
    expect((await card(stage)).stop).toEqual(before.stop);
  });
});
