import { describe, expect, it } from "vitest";
import { answering, type HookScene, hookFile, makeHookScene } from "./hook-scene.ts";
import { call } from "./scene.ts";

/** The example input and output of 2.3, as the document prints them. */
const input = {
  event_type: "PostAbilityCall",
  session_id: "sess-123",
  ability_id: "billing_regression",
  operation_key: "workflow.billing.regression",
  status: "success",
  duration_ms: 187000,
  input_summary: "Run regression tests against non-prod billing",
  output_summary: "All 42 test cases passed",
  tool_call_path: ".system/implement/task-123/tool_call.md",
  timestamp: "2025-01-15T10:23:45Z",
};
const output = {
  logs: [{ level: "info", message: "Recorded billing_regression run to tool_call.md" }],
  usage_recorded: true,
};

async function tracked(script: string, more: Parameters<typeof hookFile>[2] = {}): Promise<HookScene> {
  const scene = makeHookScene();
  scene.declare("tracker", hookFile("tracker", "PostAbilityCall", more), script);
  await scene.trust();
  return scene;
}

describe("2.3: the execution contract", () => {
  it("gives the handler the event on standard input and takes its answer from standard output", async () => {
    const scene = await tracked(answering(output));
    const told = await scene.emit("PostAbilityCall", input);
    expect(told).toMatchObject({ exit: 0, runs: [{ hook: "tracker", outcome: "ok" }], warnings: [] });
    expect(told.logs).toEqual([{ ...output.logs[0], hook: "tracker" }]);
    expect(JSON.parse(scene.text("told.json"))).toEqual({ ...input, repository_root: scene.repo });
    expect(scene.log()).toMatchObject([
      { level: "info", event: "PostAbilityCall", session: "sess-123", hook: "tracker", outcome: "ok" },
      { level: "info", hook: "tracker", message: "Recorded billing_regression run to tool_call.md" },
    ]);
  });

  it("lets a handler be tried on the event, with the same answer and without a trace of it", async () => {
    const scene = await tracked(answering(output));
    scene.put("event.json", JSON.stringify(input));
    const { code, out } = await scene.hooks(["test", "tracker", "--event", "event.json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out.slice(out.indexOf("{")))).toEqual(output);
    expect(scene.has(".system/logs")).toBe(false);
  });

  it("hands the event to a module as an argument, and takes what it returns", async () => {
    const scene = makeHookScene();
    const module = `interface Event { ability_id: string; status: "success" | "failure" | "skipped" }
export default async (event: Event) => ({ logs: [{ level: "info", message: \`\${event.ability_id} \${event.status}\` }], usage_recorded: true });
`;
    scene.put("scripts/hooks/tracker.ts", module);
    const file = hookFile("tracker", "PostAbilityCall").replace("kind: script", "kind: module");
    scene.declare("tracker", file.replace("./scripts/hooks/tracker.sh", "scripts/hooks/tracker.ts"));
    await scene.trust();
    const told = await scene.emit("PostAbilityCall", input);
    expect(told).toMatchObject({ exit: 0, logs: [{ message: "billing_regression success", hook: "tracker" }] });
  });

  it("runs what is a part of the gate itself", async () => {
    const scene = makeHookScene();
    for (const [id, event] of [
      ["session_health_check", "SessionStart"],
      ["session_summary", "SessionEnd"],
    ] as const) {
      scene.declare(id, `id: ${id}\nevent_type: ${event}\nhandler: { kind: builtin, command: ${id} }\n`);
    }
    await scene.trust();
    expect((await scene.emit("SessionStart")).runs).toMatchObject([{ hook: "session_health_check", outcome: "ok" }]);
    await call(scene, "select_active_intent", { intent_id: "INT-001" }, "s1");
    await call(scene, "write_to_file", { path: "src/auth/new.ts", content: "export {};\n" }, "s1");
    const end = await scene.emit("SessionEnd", { session_id: "s1", reason: "logout" });
    expect(end.messages_to_user.map(({ text }) => text)).toEqual([
      "INT-001: changed 1 file: src/auth/new.ts (created).",
    ]);
  });

  it("goes on where a handler fails, and says no where the hook is blocking", async () => {
    const failing = "#!/bin/sh\necho 'no database' >&2\nexit 3\n";
    const scene = makeHookScene();
    scene.declare("careful", hookFile("careful", "PreAbilityCall"), failing);
    await scene.trust();
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    const passed = await call(scene, "write_to_file", { path: "src/auth/a.ts", content: "1\n" });
    expect(passed).toMatchObject({ exit: 0, decision: "allow" });
    expect(passed.notices?.map(({ message }) => message).join()).toContain("exit code 3: no database");
    scene.declare("careful", hookFile("careful", "PreAbilityCall", { blocking: true }), failing);
    await scene.trust();
    const denied = await call(scene, "write_to_file", { path: "src/auth/b.ts", content: "1\n" });
    expect(denied).toMatchObject({ exit: 2, code: "HOOK_ERROR", error: { meta: { hook_id: "careful" } } });
    expect(scene.has("src/auth/b.ts")).toBe(false);
  });

  it("logs fields that it does not know and takes the others", async () => {
    const scene = await tracked(answering({ ...output, usage_record: true, shout: "HEY" }));
    const told = await scene.emit("PostAbilityCall", input);
    expect(told.logs).toHaveLength(1);
    expect(told.warnings.map(({ text }) => text)).toEqual([
      "unknown field usage_record, usage_recorded may be meant",
      "unknown field shout",
    ]);
  });
});

describe("what an event must be to be told", () => {
  const rows: [string, string, string][] = [
    ["PostAbilityCall", "{}{}", "the event is not one JSON object"],
    ["PostAbilityCall", '{"ability_id":"x"}', 'a PostAbilityCall needs "status"'],
    ["UserPromptSubmit", '{"event_type":"SessionStop"}', "the input is a SessionStop, not a UserPromptSubmit"],
    ["SessionStop", '{"changed_files":[1]}', '"changed_files" must be a list of paths'],
    ["SessionPause", "{}", '"SessionPause" is no event'],
  ];

  it("is said for each way of being none, and no hook hears of it", async () => {
    const scene = makeHookScene();
    for (const type of ["UserPromptSubmit", "PreAbilityCall", "PostAbilityCall", "SessionStop"])
      scene.declare(`on_${type}`, hookFile(`on_${type}`, type), answering({}, "heard"));
    await scene.trust();
    for (const [event, text, said] of rows) {
      const { code, err } = await scene.hooks(["run", event], { input: text });
      expect({ text, code }).toEqual({ text, code: 64 });
      expect(err).toContain(said);
    }
    expect(scene.has("heard")).toBe(false);
    expect(await scene.hooks(["run", "SessionStop", "--input", "nowhere.json"])).toMatchObject({ code: 64 });
    expect(await scene.hooks(["run", "SessionStop", "--input", "src"])).toMatchObject({ code: 64 });
  });
});
