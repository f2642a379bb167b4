import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answering, type HookScene, hookFile, makeHookScene, withExamples } from "./hook-scene.ts";
import { call } from "./scene.ts";
import { billingAbility, brokenAt, services } from "./seed-004-project.ts";

describe("3.1: the skill activation prompt", () => {
  const context = {
    event_type: "UserPromptSubmit",
    session_id: "sess-789",
    user_message: "I need to run the full billing regression tests",
    files_touched: [],
    stage: "understand",
    timestamp: "2025-01-15T09:00:00Z",
  };
  const output = {
    suggested_abilities: [
      {
        id: "billing_regression",
        reason: "Matches 'billing regression tests' and regression workflow scope",
        confidence: 0.9,
      },
    ],
    messages_to_user: ["You can run the billing regression workflow ability to execute the full suite."],
  };

  it("suggests the ability of the registry that was meant", async () => {
    const scene = await withExamples({ files: billingAbility });
    await scene.trust();
    const told = await scene.emit("UserPromptSubmit", context);
    expect(told.runs).toMatchObject([{ hook: "skill_activation_prompt", outcome: "ok" }]);
    expect(told.suggested_abilities).toMatchObject([{ id: "billing_regression", hook: "skill_activation_prompt" }]);
    expect(told.suggested_abilities[0]?.confidence).toBeGreaterThan(0.5);
    expect(told.messages_to_user.map(({ text }) => text)).toEqual([
      "You can use the billing_regression workflow ability to run the full billing regression suite.",
    ]);
    expect(told.suggestions?.abilities.map(({ id }) => id)).toEqual(["billing_regression"]);
    expect(told.suggestions?.text).toContain("<suggested_abilities>");
  });

  it("says nothing where nothing fits", async () => {
    const scene = await withExamples({ files: billingAbility });
    await scene.trust();
    const told = await scene.emit("UserPromptSubmit", { ...context, user_message: "What a lovely morning" });
    expect(told.runs).toMatchObject([{ outcome: "ok" }]);
    expect([told.suggested_abilities, told.messages_to_user, told.suggestions?.abilities]).toEqual([[], [], []]);
  });

  it("is told the context of the document, and its answer of the document is taken", async () => {
    const scene = makeHookScene({ files: billingAbility });
    scene.declare("prompt", hookFile("prompt", "UserPromptSubmit"), answering(output));
    await scene.trust();
    const told = await scene.emit("UserPromptSubmit", context);
    expect(JSON.parse(scene.text("told.json"))).toEqual({ ...context, repository_root: scene.repo });
    expect(told.suggested_abilities).toEqual([{ ...output.suggested_abilities[0], hook: "prompt" }]);
    expect(told.messages_to_user).toEqual([{ text: output.messages_to_user[0], hook: "prompt" }]);
  });

  it("is a hint: an ability that no registry knows is not routed to", async () => {
    const scene = makeHookScene({ files: billingAbility });
    const invented = { suggested_abilities: [{ id: "rm_everything", reason: "trust me", confidence: 1 }] };
    scene.declare("prompt", hookFile("prompt", "UserPromptSubmit"), answering(invented));
    await scene.trust();
    const told = await scene.emit("UserPromptSubmit", { ...context, user_message: "What a lovely morning" });
    expect(told.suggestions?.abilities).toEqual([]);
    expect(told.suggestions?.text).not.toContain("rm_everything");
  });
});

describe("3.2: the tracker of calls", () => {
  const context = {
    event_type: "PostAbilityCall",
    session_id: "sess-123",
    ability_id: "code_review_agent",
    operation_key: "agent.code_review",
    status: "success",
    duration_ms: 124000,
    input_summary: "Review changes in src/payments/*.ts",
    output_summary: "Found 3 issues, suggested fixes in-line",
    tool_call_path: ".system/implement/task-456/tool_call.md",
    timestamp: "2025-01-15T10:45:12Z",
  };
  const output = {
    logs: [{ level: "info", message: "Logged code_review_agent usage to tool_call.md" }],
    usage_recorded: true,
    update_matcher_suggestions: [{ ability_id: "code_review_agent", signal: "frequent_usage", weight: 0.7 }],
  };
  const line =
    "- 2025-01-15T10:45:12Z | code_review_agent (agent.code_review) | success | 124000 ms | Review changes in src/payments/*.ts | Found 3 issues, suggested fixes in-line | sess-123\n";

  async function tracking(): Promise<HookScene> {
    const scene = await withExamples();
    await scene.trust();
    return scene;
  }

  it("writes the call to the log and to the page of its task, and counts it", async () => {
    const scene = await tracking();
    const told = await scene.emit("PostAbilityCall", context);
    expect(told.logs).toEqual([{ ...output.logs[0], hook: "post_tool_use_tracker" }]);
    expect(scene.text(".system/logs/tool_call.md")).toBe(line);
    expect(scene.text(".system/implement/task-456/tool_call.md")).toBe(line);
    await scene.emit("PostAbilityCall", { ...context, status: "failure" });
    await scene.emit("PostAbilityCall", { ...context, status: "skipped" });
    expect(JSON.parse(scene.text(".system/cache/ability_usage.json"))).toEqual({
      version: 1,
      abilities: {
        code_review_agent: { calls: 2, failures: 1, weight: 0, last_used: "2025-01-15T10:45:12Z" },
      },
    });
    expect(scene.text(".system/logs/tool_call.md").split("\n")).toHaveLength(4);
  });

  it("writes nowhere else, whatever the event says, and keeps one call on one line", async () => {
    const scene = await tracking();
    for (const path of [
      "../out.md",
      "/tmp/x/tool_call.md",
      ".system/implement/../../src/tool_call.md",
      "src/auth/tool_call.md",
    ])
      await scene.emit("PostAbilityCall", { ...context, tool_call_path: path });
    await scene.emit("PostAbilityCall", {
      ...context,
      tool_call_path: undefined,
      ability_id: "__proto__",
      input_summary: "a\n- forged | line\u2028x",
    });
    expect(scene.text(".system/logs/tool_call.md").trimEnd().split("\n")).toHaveLength(5);
    expect(scene.text(".system/logs/tool_call.md")).toContain("a - forged \\| line x");
    expect([scene.has("../out.md"), scene.has("src/tool_call.md"), scene.has("src/auth/tool_call.md")]).toEqual([
      false,
      false,
      false,
    ]);
    expect(scene.has(".system/implement")).toBe(false);
    expect(Object.keys(JSON.parse(scene.text(".system/cache/ability_usage.json")).abilities)).toEqual([
      "code_review_agent",
      "__proto__",
    ]);
  });

  it("begins a cache anew that cannot be read, and takes over what a killed one held", async () => {
    const scene = await tracking();
    scene.put(".system/cache/ability_usage.json", "{ half");
    const dead = {
      pid: 999_999_999,
      startedAt: null,
      host: hostname(),
      token: "0123456789abcdef",
    };
    scene.put(".system/cache/ability_usage.json.lock", JSON.stringify(dead));
    expect(await scene.emit("PostAbilityCall", context)).toMatchObject({ warnings: [], runs: [{ outcome: "ok" }] });
    expect(JSON.parse(scene.text(".system/cache/ability_usage.json")).abilities.code_review_agent.calls).toBe(1);
    expect(scene.has(".system/cache/ability_usage.json.lock")).toBe(false);
    expect(scene.text(".system/cache/ability_usage.json.broken")).toBe("{ half");
  });

  it.each<[string, (scene: HookScene, at: string) => void]>([
    ["a link", (scene, at) => symlinkSync(join(scene.repo, "src/auth/token.ts"), at)],
    ["a link to nothing", (scene, at) => symlinkSync(join(scene.repo, "src/auth/planted.ts"), at)],
    ["a pipe", (_scene, at) => void execFileSync("mkfifo", ["-m", "666", at])],
    ["a folder", (_scene, at) => mkdirSync(at)],
  ])("neither follows nor waits for %s in the place of its log", async (_what, plant) => {
    const scene = await tracking();
    scene.put(".system/logs/.gitignore", "*\n");
    const before = scene.text("src/auth/token.ts");
    plant(scene, join(scene.repo, ".system/logs/tool_call.md"));
    const told = await scene.emit("PostAbilityCall", context);
    expect(told.runs).toMatchObject([{ outcome: "failed" }]);
    expect(told.runs[0]?.message).not.toContain("took longer");
    expect([scene.text("src/auth/token.ts"), scene.has("src/auth/planted.ts")]).toEqual([before, false]);
  });

  it("sees every call through the gate, refused ones too, and both ways of keeping usage go together", async () => {
    const scene = await tracking();
    scene.declare("weigher", hookFile("weigher", "PostAbilityCall"), answering(output));
    await scene.trust();
    await call(scene, "read_file", { path: "src/auth/token.ts" });
    await call(scene, "write_to_file", { path: "src/auth/token.ts", content: "x" });
    const lines = scene.text(".system/logs/tool_call.md").trimEnd().split("\n");
    expect(lines[0]).toMatch(/read_file \(tool\.read_file\) \| success \| \d+ ms \| .*src\/auth\/token\.ts/);
    expect(lines[1]).toMatch(/write_to_file \(tool\.write_to_file\) \| skipped \|.*INTENT_REQUIRED/);
    const { abilities } = JSON.parse(scene.text(".system/cache/ability_usage.json"));
    expect(abilities.code_review_agent).toMatchObject({ weight: 0.7 });
    expect(abilities.read_file).toMatchObject({ calls: 1, failures: 0 });
    expect(abilities.write_to_file).toBeUndefined();
  });
});

describe("3.3: the build check at the stop of a session", () => {
  const context = {
    event_type: "SessionStop",
    session_id: "sess-456",
    changed_files: ["services/billing/src/invoice.ts", "services/billing/src/line_item.ts"],
    timestamp: "2025-01-15T11:30:00Z",
  };
  const output = {
    messages_to_user: [
      "I ran `npm run build:billing` for the modified billing service.",
      "The build failed: TypeScript error in services/billing/src/invoice.ts:123.",
      "Recommend fixing the error before merging.",
    ],
    follow_up_actions: [{ kind: "open_file", path: "services/billing/src/invoice.ts" }],
  };

  async function checking(files: Record<string, string>): Promise<HookScene> {
    const scene = await withExamples({ files: { ...services(), ...files } });
    const file = ".system/hooks/session_stop_build_check.yaml";
    scene.put(file, scene.text(file).replace("enabled: false", "enabled: true"));
    await scene.trust();
    return scene;
  }

  it("says what the document says when the compiler fails at that line", async () => {
    const scene = await checking({ "services/billing/src/invoice.ts": brokenAt(123) });
    const told = await scene.emit("SessionStop", context);
    expect(told.exit).toBe(0);
    expect(told.messages_to_user.map(({ text }) => text)).toEqual(output.messages_to_user);
    expect(told.follow_up_actions).toEqual([
      { kind: "open_file", payload: { path: "services/billing/src/invoice.ts" }, hook: "session_stop_build_check" },
    ]);
    const { actions } = JSON.parse((await scene.hooks(["actions", "--json"])).out);
    expect(actions).toMatchObject([{ kind: "open_file", state: "waiting", session: "sess-456" }]);
  });

  it("says that all is well when it is", async () => {
    const scene = await checking({});
    const told = await scene.emit("SessionStop", context);
    expect(told.messages_to_user.map(({ text }) => text)).toEqual([
      "I ran `npm run build:billing` for the modified billing service.",
      "The build succeeded.",
    ]);
    expect(told.follow_up_actions).toEqual([]);
  });

  it("takes the answer of the document with a path, and with a payload", async () => {
    const scene = makeHookScene();
    scene.declare("short", hookFile("short", "SessionStop"), answering(output));
    await scene.trust();
    const told = await scene.emit("SessionStop", context);
    expect(JSON.parse(scene.text("told.json"))).toEqual({ ...context, repository_root: scene.repo });
    const payload = { path: "services/billing/src/invoice.ts" };
    expect(told.follow_up_actions).toEqual([{ kind: "open_file", payload, hook: "short" }]);
    scene.declare(
      "short",
      hookFile("short", "SessionStop"),
      answering({ follow_up_actions: [{ kind: "open_file", payload }] }),
    );
    await scene.trust();
    expect((await scene.emit("SessionStop", context)).follow_up_actions).toEqual([
      { kind: "open_file", payload, hook: "short" },
    ]);
  });

  it("is opt-in, and has nothing to do where nothing of its paths changed", async () => {
    const off = await withExamples();
    await off.trust();
    expect((await off.emit("SessionStop", context)).runs).toEqual([]);
    const on = await checking({});
    expect((await on.emit("SessionStop", { ...context, changed_files: ["README.md"] })).runs).toEqual([]);
    expect((await on.emit("SessionStop", { ...context, changed_files: [] })).runs).toEqual([]);
  });

  it("holds the stop, at most twice, where a team wants that", async () => {
    const scene = await checking({});
    const file = ".system/hooks/session_stop_build_check.yaml";
    scene.put(file, `${scene.text(file)}blocking: true\n`);
    scene.put(
      "scripts/hooks/build-changed.json",
      '{ "commands": { "services/billing": ["false"] }, "hold_stop": true }\n',
    );
    await scene.trust();
    const stops: Awaited<ReturnType<HookScene["emit"]>>[] = [];
    for (let time = 0; time < 3; time++) stops.push(await scene.emit("SessionStop", context));
    expect(stops.map(({ exit }) => exit)).toEqual([2, 2, 0]);
    expect(stops[0]?.refusal).toMatchObject({ hook: "session_stop_build_check", reason: "build_failed" });
    expect(stops[2]?.warnings[0]?.text).toContain("held 2 times already");
  });

  it("names the folders where two services have the same command", async () => {
    const own = (exit: number) => JSON.stringify({ private: true, scripts: { build: `exit ${exit}` } });
    const files = { "services/auth/package.json": own(0), "services/billing/package.json": own(3) };
    const scene = await withExamples({ files });
    const file = ".system/hooks/session_stop_build_check.yaml";
    scene.put(file, scene.text(file).replace(/enabled: false.*/, "enabled: true"));
    await scene.trust();
    const told = await scene.emit("SessionStop", { changed_files: ["services/auth/a.ts", "services/billing/b.ts"] });
    expect(told.messages_to_user.map(({ text }) => text)).toEqual([
      "Ran `npm run build` in services/auth and `npm run build` in services/billing for modified services.",
      "Auth build: success.",
      "Billing build: failed with exit code 3.",
    ]);
  });

  it("builds what its settings name, and never outside the repository", async () => {
    const scene = await checking({ "tools/gen/x.txt": "x\n" });
    const file = ".system/hooks/session_stop_build_check.yaml";
    scene.put(file, scene.text(file).replace('- "services/**"', '- "tools/**"'));
    scene.put("scripts/hooks/build-changed.json", '{ "commands": { "tools/gen": ["sh", "-c", "exit 7"] } }\n');
    await scene.trust();
    const changed_files = ["tools/gen/x.txt", join("..", "repo", "services/billing/src/invoice.ts"), "/etc/passwd"];
    const told = await scene.emit("SessionStop", { ...context, changed_files });
    expect(told.messages_to_user.map(({ text }) => text)).toEqual([
      "I ran `sh -c exit 7` for the modified gen service.",
      "The build failed: exit code 7.",
      "Recommend fixing the error before merging.",
    ]);
    expect(told.follow_up_actions).toEqual([]);
  });
});
