import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Host, hostNamed } from "@intentgate/hosts";
import { describe, expect, it } from "vitest";
import { type HookScene, hookFiles, hookScene, runsOf, told } from "../../../../test/support/hook-scene.ts";
import { answerHostEvent } from "./answer-host-event.ts";

function named(name: string): Host {
  const host = hostNamed(name);
  if (!host) throw new Error(`no host ${name}`);
  return host;
}

const generic = named("generic");

interface Said {
  decision: "allow" | "deny" | "ask";
  reason?: string;
  context?: string;
  message?: string;
  otherwise?: string;
}

/** As the hook command would hand it on: decoded by the host, answered, and the reply read again. */
async function send(scene: HookScene, event: string, more: object = {}, host = generic): Promise<Said> {
  const payload = JSON.stringify({ event, session: "s1", cwd: scene.root, ...more });
  const decoded = host.decode(payload, event);
  if (!decoded.ok) throw new Error(decoded.problems[0]?.message);
  scene.notices.length = 0;
  const { stdout } = await answerHostEvent(scene.workspace, host, decoded.value, scene.notices);
  return stdout === "" ? { decision: "allow" } : (JSON.parse(stdout) as Said);
}

const before = (scene: HookScene, tool: string, input: object, more: object = {}) =>
  send(scene, "before_tool", { tool, input, call_id: "c1", ...more });
const after = (scene: HookScene, tool: string, input: object, more: object = {}) =>
  send(scene, "after_tool", { tool, input, call_id: "c1", outcome: { ok: true }, ...more });
const take = (scene: HookScene, more: object = {}) =>
  before(scene, "select_active_intent", { intent_id: "INT-001" }, { call_id: "t1", ...more });

function trusting(files: Record<string, string>): HookScene {
  const scene = hookScene(files);
  scene.trust();
  return scene;
}

describe("a session of a host", () => {
  it("is not that of another host with the same id", async () => {
    const scene = hookScene();
    await take(scene);
    const write = { tool_name: "Write", tool_input: { file_path: join(scene.root, "src/n.ts"), content: "n" } };
    const claude = named("claude-code");
    const payload = { hook_event_name: "PreToolUse", session_id: "s1", cwd: scene.root, tool_use_id: "c9", ...write };
    const decoded = claude.decode(JSON.stringify(payload), "PreToolUse");
    const reply = decoded.ok ? await answerHostEvent(scene.workspace, claude, decoded.value) : null;
    expect(reply?.stdout).toContain("INTENT_REQUIRED");
    const ids = scene.workspace.home.store.sessions.list().map(({ id }) => id);
    expect(ids.sort()).toEqual(["claude-code:s1", "generic:s1"]);
  });

  it("keeps the parent it began with", async () => {
    const scene = hookScene();
    await take(scene, { session: "lead" });
    expect(
      await before(scene, "write_to_file", { path: "src/n.ts", content: "n" }, { session: "sub", parent: "lead" }),
    ).toMatchObject({ decision: "allow" });
    await expect(
      before(scene, "write_to_file", { path: "src/n.ts", content: "n" }, { session: "sub", parent: "s1" }),
    ).rejects.toThrow("cannot become one of");
  });

  it("is over after its end, and lives again with its next event", async () => {
    const scene = hookScene();
    await take(scene);
    await send(scene, "session_end", { reason: "quit" });
    const state = () => scene.workspace.home.store.sessions.read("generic:s1");
    expect(state().ended).toBe(true);
    await send(scene, "prompt", { prompt: "go on" });
    expect(state()).toMatchObject({ ended: false, intent: { id: "INT-001" } });
  });

  it.each([
    ["a day and an hour", 25, true],
    ["an evening", 12, false],
  ])("is over after %s of silence: %i hours", async (_, hours, isOver) => {
    let at = Date.parse("2026-02-16T12:00:00Z");
    const scene = hookScene({}, { now: () => new Date(at) });
    await take(scene);
    await before(scene, "write_to_file", { path: "src/n.ts", content: "n\n" });
    scene.put("src/n.ts", "n\n");
    at += hours * 3_600_000;
    await send(scene, "session_start", { session: "s2" });
    const state = () => scene.workspace.home.store.sessions.read("generic:s1");
    expect([state().ended, state().open.size]).toEqual(isOver ? [true, 0] : [false, 1]);
    if (isOver) expect(scene.text(".orchestration/agent_trace.jsonl")).toContain("src/n.ts");
    await before(scene, "write_to_file", { path: "src/m.ts", content: "m\n" });
    expect(state()).toMatchObject({ ended: false, intent: { id: "INT-001" } });
  });

  it("that a person stopped stays stopped through its silence", async () => {
    let at = Date.parse("2026-02-16T12:00:00Z");
    const scene = hookScene({}, { now: () => new Date(at) });
    await take(scene);
    scene.workspace.home.store.sessions.append("generic:s1", [
      { kind: "stopped", at: new Date(at).toISOString(), by: "ann" },
    ]);
    at += 25 * 3_600_000;
    await send(scene, "session_start", { session: "s2" });
    expect(await before(scene, "write_to_file", { path: "src/m.ts", content: "m\n" })).toMatchObject({
      decision: "deny",
    });
  });

  it("has the model that was told at its start", async () => {
    const scene = hookScene();
    await send(scene, "session_start", { model: "m-1" });
    await take(scene);
    await before(scene, "write_to_file", { path: "src/n.ts", content: "n\n" });
    scene.put("src/n.ts", "n\n");
    await after(scene, "write_to_file", { path: "src/n.ts", content: "n\n" });
    expect(scene.text(".orchestration/agent_trace.jsonl")).toContain('"model_identifier":"m-1"');
  });
});

describe("a call of a host", () => {
  it.each([
    ["why", "UNKNOWN_EFFECT"],
    ["find_documents", "UNKNOWN_EFFECT"],
    ["no_effect", "UNKNOWN_EFFECT"],
    ["mcp__other__select_active_intent", "UNKNOWN_EFFECT"],
  ])("named %s by a script is not ours, and needs somebody to ask", async (tool, code) => {
    const scene = hookScene({ ".orchestration/policy.yaml": "approval: { approver: none }\n" });
    await take(scene);
    const said = await before(scene, tool, {});
    expect([said.decision, said.reason]).toEqual(["deny", expect.stringContaining(code)]);
  });

  it("without a folder is refused, whatever it does there", async () => {
    const scene = hookScene();
    const opencode = named("opencode");
    const payload = {
      hook: "tool.execute.before",
      input: { tool: "bash", sessionID: "ses_1", callID: "c1" },
      output: { args: { command: "ls" } },
      parent: null,
    };
    const decoded = opencode.decode(JSON.stringify(payload), null);
    const reply = decoded.ok ? await answerHostEvent(scene.workspace, opencode, decoded.value) : null;
    expect(reply).toMatchObject({ exitCode: 2, stdout: expect.stringContaining("UNKNOWN_EFFECT") });
  });

  it("tells the intent with its first change and not with every one", async () => {
    const scene = hookScene();
    await take(scene);
    const write = (id: string) =>
      before(scene, "write_to_file", { path: `src/${id}.ts`, content: "n\n" }, { call_id: id });
    expect((await write("n1")).context).toContain("<intent_context>");
    scene.put("src/n1.ts", "n\n");
    await after(scene, "write_to_file", { path: "src/n1.ts", content: "n\n" }, { call_id: "n1" });
    expect((await write("n2")).context).toBeUndefined();
  });

  it("that must be asked about goes to the script's own person, and is kept as asked", async () => {
    const scene = hookScene();
    scene.put(".orchestration/policy.yaml", "limits: { delete_without_asking: 0 }\n");
    await take(scene);
    for (const time of [1, 2])
      expect(await before(scene, "delete_file", { path: "src/a.ts" }), `time ${time}`).toMatchObject({
        decision: "ask",
        reason: expect.stringContaining("The agent wants to delete src/a.ts."),
        otherwise: expect.stringContaining("NO_ANSWER"),
      });
    expect(await before(scene, "propose_intent", { name: "N", owned_scope: ["**"] }, { call_id: "p" })).toMatchObject({
      decision: "deny",
      reason: expect.stringContaining("request_id"),
    });
  });

  it("is recorded once however often its end is told", async () => {
    const scene = hookScene();
    await take(scene);
    await before(scene, "edit", { file_path: "src/a.ts", old_string: "one", new_string: "two" });
    scene.put("src/a.ts", "two\n");
    for (let time = 0; time < 3; time += 1)
      await after(scene, "edit", { file_path: "src/a.ts", old_string: "one", new_string: "two" });
    expect(scene.text(".orchestration/agent_trace.jsonl").trim().split("\n").length).toBe(1);
  });
});

describe("event hooks behind a host", () => {
  it("hear of prompts, starts, stops and ends of sessions, and of no subagent's", async () => {
    const scene = trusting({
      ...hookFiles("prompted", "UserPromptSubmit", { messages_to_user: ["<b>mind</b> the\u202e gap"] }),
      ...hookFiles("stopped", "SessionStop", {}),
      ...hookFiles("ended", "SessionEnd", {}),
    });
    const said = await send(scene, "prompt", { prompt: "do it" });
    expect(told(scene, "prompted")).toMatchObject({ session_id: "generic:s1", user_message: "do it" });
    expect(said.context).toContain("&lt;b&gt;mind&lt;/b&gt; the gap");
    expect(said.message).toContain("mind");
    await send(scene, "prompt", { session: "sub", parent: "s1", prompt: "do a part" });
    await send(scene, "stop", { session: "sub", parent: "s1" });
    await send(scene, "stop", { background_tasks: [{}] });
    expect([runsOf(scene, "prompted"), runsOf(scene, "stopped")]).toEqual([1, 0]);
    await send(scene, "stop");
    await send(scene, "session_end", { reason: "quit" });
    expect([runsOf(scene, "stopped"), told(scene, "ended")]).toEqual([1, expect.objectContaining({ reason: "quit" })]);
  });

  it("that block stop a prompt, and hold a stop until they have held it often enough", async () => {
    const no = { error: "not today" };
    const scene = trusting({
      ...hookFiles("no-prompt", "UserPromptSubmit", no, ["blocking: true"]),
      ...hookFiles("no-stop", "SessionStop", no, ["blocking: true"]),
    });
    expect(await send(scene, "prompt", { prompt: "do it" })).toMatchObject({
      decision: "deny",
      reason: expect.stringContaining("not today"),
    });
    const stops = [await send(scene, "stop"), await send(scene, "stop"), await send(scene, "stop")];
    expect(stops.map(({ decision }) => decision)).toEqual(["deny", "deny", "allow"]);
  });
});

describe("a root that is not in order", () => {
  it("says so at the start of a session, and to its first change", async () => {
    const scene = hookScene();
    scene.put(".orchestration/active_intents.yaml", "active_intents: {{\n");
    expect((await send(scene, "session_start")).context).toContain("BAD_INTENTS");
    rmSync(join(scene.root, ".orchestration"), { recursive: true });
    expect((await send(scene, "prompt", { prompt: "p" })).context).toContain("every change will be refused");
    expect(await before(scene, "write_to_file", { path: "src/n.ts", content: "n" })).toMatchObject({
      decision: "deny",
    });
    expect(await before(scene, "read_file", { path: "src/a.ts" })).toMatchObject({ decision: "allow" });
    expect(await take(scene)).toMatchObject({ decision: "deny" });
    for (const event of ["stop", "session_end", "subagent_start"]) await send(scene, event);
    expect(scene.has(".orchestration"), "nothing brings it back").toBe(false);
  });

  it("in observe mode lets pass, and says what it would have said", async () => {
    const scene = hookScene({ ".orchestration/policy.yaml": "mode: observe\n" });
    expect(await before(scene, "write_to_file", { path: "docs/n.md", content: "n" })).toMatchObject({
      decision: "allow",
      context: expect.stringContaining("enforcing would have stopped this (INTENT_REQUIRED)"),
    });
  });
});
