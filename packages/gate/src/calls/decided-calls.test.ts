import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { openWorkspace } from "../open-workspace.ts";

let folder: string;
let root: string;

beforeEach(() => {
  folder = tempFolder("own-calls");
  root = join(folder, "repo");
  mkdirSync(join(root, ".orchestration"), { recursive: true });
  writeFileSync(join(root, ".orchestration", "active_intents.yaml"), "active_intents: []\n");
});

const freshGate = () => openWorkspace(root, { stateDir: join(folder, "state") });
const input = { lesson: "one" };

const pass = (session: string, payload: unknown = input, toolName = "mcp__intentgate__record_lesson") =>
  freshGate().before({ toolName, payload, session: { id: session }, cwd: root, callId: null });

const run = (given: unknown = input, ids: string[] = [], tool = "record_lesson") => {
  const { signal } = new AbortController();
  return freshGate().afterRunning({ tool, input: given, ids, signal, execute: null });
};

describe("a call that a hook let pass and another process runs", () => {
  it("is decided once, although it runs while another level's telling is read", async () => {
    const told = (level: string, gate = freshGate()) =>
      gate.before(
        { toolName: "mcp__intentgate__record_lesson", payload: input, session: { id: "s" }, cwd: root, callId: null },
        undefined,
        undefined,
        { level, moment: null },
      );
    const first = await told("user");
    const late = freshGate();
    const { sessions } = late.home.store;
    const read = sessions.read.bind(sessions);
    // The other process runs the call as soon as this one has seen that it is open.
    sessions.read = (id) => {
      const state = read(id);
      const [open] = state.open.keys();
      if (open !== undefined && state.heard.values().next().value?.before.length === 2)
        sessions.append(id, [{ kind: "closed", invocationId: open }]);
      return state;
    };
    const second = await told("project", late);
    expect([second.isRepeated, second.context.invocationId]).toEqual([true, first.context.invocationId]);
  });

  it("is run once, also when several try at the same moment", async () => {
    await pass("s");
    const answers = await Promise.all([run(), run(), run()]);
    expect(answers.map((one) => one.found).sort()).toEqual(["none", "none", "one"]);
    expect(freshGate().lessons.read().length).toBe(1);
  });

  it("is run in the order it was made, as often as it was made", async () => {
    const first = await pass("s");
    const second = await pass("s");
    const ran = [await run(), await run(), await run()];
    expect(ran.map((one) => (one.found === "one" ? one.invocationId : one.found))).toEqual([
      first.context.invocationId,
      second.context.invocationId,
      "none",
    ]);
  });

  it("is the same whatever the order of its keys, and another one with any other value", async () => {
    await pass("s", { reason: "r", additional_globs: ["a", "b"] });
    for (const other of [{ reason: "r" }, { reason: "r", additional_globs: ["b", "a"] }, {}, null, "r", ["r"]])
      expect((await run(other)).found).toBe("none");
    expect((await run({ additional_globs: ["a", "b"], reason: "r" })).found).toBe("one");
  });

  it("is nobody's where several sessions made it, and whose the host says it is", async () => {
    await pass("s1");
    await pass("s2");
    expect(await run()).toEqual({ found: "several", sessions: 2 });
    expect(await run(input, ["unrelated", "s2"])).toMatchObject({ found: "one" });
    expect(freshGate().home.store.sessions.read("s1").open.size).toBe(1);
    expect((await run()).found).toBe("one");
  });

  it.each<[string, string[], string]>([
    ["a session by the host's own id of it", ["a"], "one"],
    ["a session with its host", ["claude-code:b"], "one"],
    ["a call, whatever session is named beside it", ["b", "call-a"], "one"],
    ["a session that has a subagent which made the same call", ["c"], "several"],
    ["a part of an id", ["lead"], "several"],
    ["nobody, with nothing", [""], "several"],
    ["a host", ["claude-code"], "several"],
  ])("is found where the host names %s", async (_what, ids, found) => {
    const made = async (id: string, callId: string | null) => {
      const session = { id: `claude-code:${id}`, host: "claude-code" };
      const gate = freshGate();
      gate.home.store.sessions.append(session.id, [{ kind: "seen", at: gate.now().toISOString(), host: session.host }]);
      const toolName = "mcp__intentgate__record_lesson";
      await gate.before({ toolName, payload: input, session, cwd: root, callId });
    };
    await made("a", "call-a");
    for (const id of ["b", "c", "c/sub", "leader"]) await made(id, null);
    expect((await run(input, ids)).found).toBe(found);
  });

  it("keeps nothing of calls that are not ours to run", async () => {
    await pass("s", { path: "a.md" }, "read_file");
    await pass("s", {}, "mcp__other__record_lesson");
    const { open, refused } = freshGate().home.store.sessions.read("s");
    const decided = [...[...open.values()].map((one) => one.decided), ...refused.values()];
    expect(decided.map((one) => one?.own)).toEqual([null, null]);
    expect((await run({ path: "a.md" }, [], "read_file")).found).toBe("none");
  });

  it("tells a failure as one, and does not run again after it", async () => {
    await pass("s", {}, "mcp__intentgate__why");
    const { signal } = new AbortController();
    const execute = async () => {
      throw new Error("broke");
    };
    const answer = await freshGate().afterRunning({ tool: "why", input: {}, ids: [], signal, execute });
    expect(answer).toMatchObject({ found: "one", outcome: { kind: "failed", error: "broke" } });
    expect((await run({}, [], "why")).found).toBe("none");
  });
});
