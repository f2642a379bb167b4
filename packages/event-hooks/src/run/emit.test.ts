import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type HookScene, hook, hookFiles, hookScene, runsOf, told } from "../../../../test/support/hook-scene.ts";
import type { EventContext } from "../declared/event-context.ts";

const session = { id: "s1", host: "test", model: "m" };
const stop = (scene: HookScene) => scene.workspace.emit({ type: "SessionStop", session });
const prompt = (scene: HookScene, text: string) =>
  scene.workspace.emit({ type: "UserPromptSubmit", session, prompt: text });

function trusting(files: Record<string, string>): HookScene {
  const scene = hookScene(files);
  scene.trust();
  return scene;
}

describe("what happens around calls", () => {
  it("a prompt is told with what the session did so far", async () => {
    const scene = trusting(hookFiles("listener", "UserPromptSubmit", { messages_to_user: ["Hello."] }));
    const first = await prompt(scene, "hi");
    expect(told(scene, "listener")).toEqual({
      event_type: "UserPromptSubmit",
      session_id: "s1",
      timestamp: expect.any(String),
      repository_root: scene.root,
      stage: "understand",
      user_message: "hi",
      files_touched: [],
    });
    expect(first).toMatchObject({
      runs: [{ hook: "listener", outcome: "ok" }],
      refusal: null,
      merged: { messages_to_user: [{ text: "Hello.", hook: "listener" }] },
    });
    await scene.take();
    await scene.write("src/a.ts", "1\n");
    await scene.call("execute_command", { command: "ls src" });
    await prompt(scene, "and now");
    expect(told(scene, "listener")).toMatchObject({
      stage: "act",
      files_touched: ["src/a.ts"],
      last_command: "ls src",
    });
  });

  it("the end of a session is told with what it and its subagents changed, and nobody else", async () => {
    const scene = trusting({
      ...hookFiles("end", "SessionEnd", {}),
      ...hookFiles("stop", "SessionStop", {}),
      ...hookFiles("start", "SessionStart", {}),
    });
    await scene.workspace.emit({ type: "SessionStart", session });
    expect(told(scene, "start")).toMatchObject({
      event_type: "SessionStart",
      host: "test",
      model: "m",
      stage: "understand",
    });
    await scene.take();
    await scene.take("s2");
    await scene.write("src/a.ts", "1\n");
    await scene.workspace.run({
      tool: "write_to_file",
      input: { path: "src/sub.ts", content: "x" },
      session: { id: "sub", parent: "s1" },
    });
    await scene.call("write_to_file", { path: "src/other.ts", content: "x" }, { session: "s2" });
    writeFileSync(join(scene.root, "src/b.ts"), "by a person\n");
    await stop(scene);
    expect(told(scene, "stop")).toMatchObject({ stage: "review", changed_files: ["src/a.ts", "src/sub.ts"] });
    await scene.workspace.emit({ type: "SessionEnd", session, reason: "logout" });
    expect(told(scene, "end")).toMatchObject({ changed_files: ["src/a.ts", "src/sub.ts"], reason: "logout" });
  });

  it("a stop is not told to a hook that waits for other files", async () => {
    const scene = trusting(hookFiles("check", "SessionStop", {}, ["match: { only_if_changed_paths: [services/**] }"]));
    await scene.take();
    await scene.write("src/a.ts", "1\n");
    expect((await stop(scene)).runs).toEqual([]);
    expect(
      scene.workspace
        .eventHooks()
        .explain("check", { event_type: "SessionStop", session_id: "s", timestamp: "", changed_files: ["src/a.ts"] }),
    ).toMatchObject({ runs: false, reason: "match", key: "only_if_changed_paths" });
  });

  it("a blocking hook holds the stop twice a session and no more", async () => {
    const scene = trusting(hookFiles("check", "SessionStop", { error: "the build fails" }, ["blocking: true"]));
    await scene.take();
    expect((await stop(scene)).refusal).toMatchObject({ hook: "check", kind: "said_no", reason: "the build fails" });
    expect((await stop(scene.again())).refusal).toMatchObject({ hook: "check" });
    const third = await stop(scene);
    expect(third.refusal).toBeNull();
    expect(third.warnings).toMatchObject([{ hook: "check", text: expect.stringContaining("held 2 times") }]);
    expect((await scene.workspace.emit({ type: "SessionStop", session: { id: "another" } })).refusal).not.toBeNull();
    expect(runsOf(scene, "check")).toBe(4);
  });

  it("every hook of an event has its say there, in the order of their ids", async () => {
    const scene = trusting({
      ...hookFiles("b_last", "SessionStop", { messages_to_user: ["last"] }),
      ...hookFiles("a_no", "SessionStop", { error: "no" }, ["blocking: true"]),
    });
    const { runs, merged } = await stop(scene);
    expect(runs.map(({ hook, outcome }) => [hook, outcome])).toEqual([
      ["a_no", "refused"],
      ["b_last", "ok"],
    ]);
    expect(merged.messages_to_user).toMatchObject([{ hook: "b_last" }]);
  });

  it("a prompt gets its suggestions from the registry; a hook's hint alone adds none", async () => {
    const ability =
      "id: billing_regression\ntype: workflow\nversion: 1\nsummary: Run the billing regression tests.\nscope: { modules: [billing], environments: [] }\ninput_schema: { type: object }\noutput_schema: { type: object }\nrouting_hints: { keywords: [billing regression] }\n";
    const hints = {
      suggested_abilities: [
        { id: "billing_regression", reason: "asked for", confidence: 0.9 },
        { id: "made_up", reason: "?", confidence: 1 },
      ],
    };
    const scene = trusting({
      ...hookFiles("skills", "UserPromptSubmit", hints),
      ".system/registry/high-level/billing_regression.yaml": ability,
    });
    const { suggestions, merged } = await prompt(scene, "run the full billing regression tests");
    expect(merged.suggested_abilities.map(({ id }) => id)).toEqual(["made_up", "billing_regression"]);
    expect(suggestions?.abilities.map(({ id }) => id)).toEqual(["billing_regression"]);
    expect(suggestions?.text).toContain("billing_regression");
  });

  it("without hooks it is told to nobody and costs no file", async () => {
    const scene = hookScene();
    expect(await stop(scene)).toMatchObject({ runs: [], refusal: null, warnings: [], suggestions: null });
    expect(await prompt(scene, "hello")).toMatchObject({
      runs: [],
      suggestions: { abilities: [], documents: [], text: "" },
    });
    expect(scene.has(".system")).toBe(false);
  });
});

describe("what follows from an answer", () => {
  it("runs and logs are written down, secrets left out", async () => {
    const answer = { logs: [{ level: "warn", message: "token=abcdefghijkl is odd" }], colour: "red" };
    const scene = trusting({
      ...hookFiles("talker", "SessionStop", answer),
      ...hookFiles("quiet", "SessionStop", "not json"),
    });
    await stop(scene);
    const lines = scene.log();
    expect(lines).toMatchObject([
      { level: "warn", event: "SessionStop", session: "s1", hook: "quiet", outcome: "failed" },
      { level: "info", event: "SessionStop", session: "s1", hook: "talker", outcome: "ok" },
      { level: "warn", hook: "talker", message: expect.stringContaining("[redacted]") },
      { level: "warn", hook: "quiet" },
      { level: "warn", hook: "talker", message: expect.stringContaining("unknown field colour") },
    ]);
    expect(JSON.stringify(lines)).not.toContain("abcdefghijkl");
    expect(scene.text(".system/logs/.gitignore")).toBe("*\n");
  });

  it("weights are learned by routing", async () => {
    const answer = {
      update_matcher_suggestions: [{ ability_id: "code_review", signal: "frequent_usage", weight: 0.7 }],
    };
    const scene = trusting(hookFiles("learner", "SessionStop", answer));
    await stop(scene);
    expect(scene.text(".system/cache/ability_usage.json")).toContain("code_review");
  });

  const run = {
    follow_up_actions: [
      { kind: "run_command", command: "touch src/made" },
      { kind: "open_file", path: "src/a.ts" },
    ],
  };

  it("actions wait for a person, each once, and pass the gate when one has them done", async () => {
    const scene = trusting(hookFiles("doer", "SessionStop", run));
    await stop(scene);
    await stop(scene);
    const hooks = scene.workspace.eventHooks();
    expect(
      hooks.actions().map(({ kind, payload, state, hook, session }) => [kind, payload, state, hook, session]),
    ).toEqual([
      ["run_command", { command: "touch src/made" }, "waiting", "doer", "s1"],
      ["open_file", { path: "src/a.ts" }, "waiting", "doer", "s1"],
    ]);
    const [command, file] = hooks.actions().map(({ id }) => id);
    expect(await hooks.runAction(command ?? "")).toMatchObject({
      state: "refused",
      note: expect.stringContaining("INTENT_REQUIRED"),
    });
    expect(scene.has("src/made")).toBe(false);
    expect(await hooks.runAction(command ?? "")).toBeNull();
    expect(await hooks.settleAction(file ?? "", "done", "opened")).toBe(true);
    expect(await hooks.settleAction(file ?? "", "done", "opened")).toBe(false);
    expect(hooks.actions().map(({ state }) => state)).toEqual(["refused", "done"]);
  });

  it("the policy may have commands run at once, as calls of the session", async () => {
    const scene = trusting({
      ...hookFiles("doer", "SessionStop", run),
      ".orchestration/policy.yaml": "follow_up: run\n",
    });
    await scene.take();
    await stop(scene);
    expect(scene.has("src/made")).toBe(true);
    expect(
      scene.workspace
        .eventHooks()
        .actions()
        .map(({ kind, state }) => [kind, state]),
    ).toEqual([
      ["run_command", "done"],
      ["open_file", "waiting"],
    ]);
    expect(scene.workspace.home.store.ledger.newest(1)[0]).toMatchObject({
      intent_id: "INT-001",
      decision: { tool: "execute_command" },
    });
  });

  it("what is out of bounds stays out of bounds", async () => {
    const actions = [
      { kind: "run_command", payload: { command: "touch docs/x" } },
      { kind: "run_command", argv: ["intentgate", "hooks", "trust", "--all"] },
      { kind: "run_command", payload: { command: "echo x > .system/hooks/evil.yaml" } },
      { kind: "open_file", payload: { path: "../../etc/passwd" } },
      { kind: "create_task", payload: { ability_id: "no_such_ability" } },
    ];
    const scene = trusting({
      ...hookFiles("doer", "SessionStop", { follow_up_actions: actions }),
      ".orchestration/policy.yaml": "follow_up: run\n",
    });
    await scene.take();
    await stop(scene);
    const hooks = scene.workspace.eventHooks();
    const open = hooks.actions().find(({ kind }) => kind === "open_file")?.id ?? "";
    await hooks.runAction(open);
    expect(hooks.actions().map(({ state, note }) => `${state} ${note?.split(" ")[0]}`)).toEqual([
      "refused SCOPE_VIOLATION",
      "refused CONTROL_FILE",
      "refused CONTROL_FILE",
      expect.stringMatching(/^refused /),
      expect.stringMatching(/^refused /),
    ]);
    expect([scene.has("docs/x"), scene.has(".system/hooks/evil.yaml")]).toEqual([false, false]);
  });

  it("an action that raises itself ends with the first", async () => {
    const scene = trusting({
      ...hookFiles(
        "echo",
        "PostAbilityCall",
        { follow_up_actions: [{ kind: "run_command", command: "echo again >> src/log.txt" }] },
        ["match: { only_if_changed_paths: src/** }"],
      ),
      ".orchestration/policy.yaml": "follow_up: run\n",
    });
    await scene.take();
    await scene.write("src/a.ts", "1\n");
    expect(scene.text("src/log.txt")).toBe("again\n");
    await scene.call("read_file", { path: "src/a.ts" });
    expect(scene.text("src/log.txt")).toBe("again\n");
    expect(
      scene.workspace
        .eventHooks()
        .actions()
        .map(({ state }) => state),
    ).toEqual(["done", "waiting"]);
  });
});

describe("explaining", () => {
  const event: EventContext = {
    event_type: "PreAbilityCall",
    session_id: "s",
    timestamp: "",
    ability_id: "write_to_file",
  };
  it.each<[string, Record<string, string>, string, string | null]>([
    ["nobody declares it", {}, "not_registered", null],
    ["its file is broken", { ".system/hooks/x.yaml": "id: [" }, "unreadable", null],
    ["it is disabled", hookFiles("x", "PreAbilityCall", {}, ["enabled: false"]), "disabled", null],
    ["it is for elsewhere", hookFiles("x", "PreAbilityCall", {}, ["environments: [prod]"]), "environment", null],
    ["its script is missing", { ".system/hooks/x.yaml": hook("x", "PreAbilityCall") }, "not_executable", null],
    [
      "its module is missing",
      { ".system/hooks/x.yaml": hook("x", "PreAbilityCall", [], "./x.mjs").replace("script", "module") },
      "not_executable",
      null,
    ],
    [
      "its builtin does not exist",
      { ".system/hooks/x.yaml": hook("x", "PreAbilityCall", [], "none").replace("script", "builtin") },
      "not_executable",
      null,
    ],
    ["nobody trusted it", hookFiles("x", "PreAbilityCall", {}), "untrusted", null],
    ["it waits for another event", hookFiles("x", "SessionStop", {}), "match", "event_type"],
    [
      "it waits for another tool",
      hookFiles("x", "PreAbilityCall", {}, ["match: { ability_id: delete_file }"]),
      "match",
      "ability_id",
    ],
    ["nothing is in its way", hookFiles("x", "PreAbilityCall", {}), "none", null],
  ])("%s", (_what, files, reason, key) => {
    const scene = hookScene(files);
    if (reason === "match" || reason === "none") scene.trust();
    expect(scene.workspace.eventHooks().explain("x", event)).toMatchObject({ runs: reason === "none", reason, key });
  });

  it("a script that may not be executed says how to change that", () => {
    const scene = hookScene({ ".system/hooks/x.yaml": hook("x", "PreAbilityCall") });
    scene.put("scripts/x.sh", "#!/bin/sh\n", 0o644);
    expect(scene.workspace.eventHooks().explain("x", null)).toMatchObject({
      reason: "not_executable",
      text: expect.stringContaining("chmod +x"),
    });
  });
});
