import { lstatSync, mkdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answering, type HookScene, hookFile, makeHookScene, runScript, withExamples } from "./hook-scene.ts";
import { call, run } from "./scene.ts";

const examples = [
  ".system/.gitignore",
  ".system/hooks/post_tool_use_tracker.yaml",
  ".system/hooks/session_stop_build_check.yaml",
  ".system/hooks/skill_activation_prompt.yaml",
  "scripts/hooks/build-changed.json",
  "scripts/hooks/build-changed.mjs",
  "scripts/hooks/post_tool_use_tracker.sh",
  "scripts/hooks/register_hooks.sh",
  "scripts/hooks/session_stop_build_check.sh",
  "scripts/hooks/skill_activation_prompt.sh",
  "scripts/hooks/track-call.mjs",
];

describe("init --hooks", () => {
  it("writes the examples, executable where they are programs, and says what to do next", async () => {
    const scene = makeHookScene();
    const { code, out } = await run(scene, ["init", "--yes", "--hooks"]);
    expect(code).toBe(0);
    for (const path of examples) expect(out).toContain(`wrote  ${path}`);
    expect(out).toContain("`intentgate hooks trust`");
    const programs = examples.filter((path) => (statSync(join(scene.repo, path)).mode & 0o111) !== 0);
    expect(programs).toEqual(examples.filter((path) => path.endsWith(".sh")));
    expect((await scene.hooks(["validate"])).code).toBe(0);
    await scene.trust();
    await call(scene, "read_file", { path: "src/auth/token.ts" });
    expect(runScript(scene, ["git", "status", "--porcelain", "--ignored=no"]).out).not.toMatch(
      /\.system\/(logs|cache)/,
    );
  });

  it("keeps every file that is there and says so", async () => {
    const scene = makeHookScene();
    scene.put("scripts/hooks/register_hooks.sh", "mine\n");
    scene.put(".system/hooks/post_tool_use_tracker.yaml", "mine\n");
    const { files, notes } = JSON.parse((await run(scene, ["init", "--yes", "--hooks", "--json"])).out);
    const kept = files
      .filter(({ action }: { action: string }) => action === "kept")
      .map(({ file }: { file: string }) => file);
    expect(kept).toEqual(
      expect.arrayContaining(["scripts/hooks/register_hooks.sh", ".system/hooks/post_tool_use_tracker.yaml"]),
    );
    expect(notes.join(" ")).toContain("2 files of the example hooks existed");
    expect([
      scene.text("scripts/hooks/register_hooks.sh"),
      scene.text(".system/hooks/post_tool_use_tracker.yaml"),
    ]).toEqual(["mine\n", "mine\n"]);
    const again = JSON.parse((await run(scene, ["init", "--hooks", "--json"])).out);
    expect(again.files.every(({ action }: { action: string }) => action === "kept")).toBe(true);
  });

  it.each([".system", "scripts", "scripts/hooks"])("writes nothing through a link at %s", async (path) => {
    const scene = makeHookScene();
    const away = join(scene.repo, "../away");
    mkdirSync(away);
    if (path.includes("/")) mkdirSync(join(scene.repo, "scripts"));
    symlinkSync(away, join(scene.repo, path));
    const { code, err } = await run(scene, ["init", "--yes", "--hooks"]);
    expect(code).toBe(1);
    expect(err).toContain(`${path} is a link`);
    expect(runScript(scene, ["ls", away]).out).toBe("");
  });
});

describe("hooks new", () => {
  const events = ["UserPromptSubmit", "PreAbilityCall", "PostAbilityCall", "SessionStart", "SessionEnd", "SessionStop"];
  const context: Record<string, object> = {
    UserPromptSubmit: { user_message: "hello" },
    PreAbilityCall: { ability_id: "x" },
    PostAbilityCall: { ability_id: "x", status: "success" },
  };

  it.each(["script", "module"])("writes hooks that work as they are, for every event (%s)", async (kind) => {
    const scene = makeHookScene();
    for (const event of events) {
      const { code, out } = await scene.hooks(["new", `on_${event}`, "--event", event, "--kind", kind, "--blocking"]);
      expect(code).toBe(0);
      expect(out).toContain(`intentgate hooks trust on_${event}`);
    }
    expect((await scene.hooks(["validate"])).out).toContain("6 hook files, nothing wrong");
    await scene.trust();
    for (const event of events) {
      const told = await scene.emit(event, context[event] ?? {});
      expect(told).toMatchObject({ exit: 0, runs: [{ hook: `on_${event}`, outcome: "ok" }], warnings: [] });
    }
  });

  it("overwrites nothing, not even half", async () => {
    const scene = makeHookScene();
    scene.put("scripts/hooks/mine.sh", "mine\n");
    const refused = await scene.hooks(["new", "mine", "--event", "SessionStop"]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("scripts/hooks/mine.sh exists already") });
    expect(scene.has(".system/hooks/mine.yaml")).toBe(false);
    scene.put(".system/hooks/other.yml", "id: other\n");
    expect((await scene.hooks(["new", "other", "--event", "SessionStop"])).code).toBe(1);
    mkdirSync(join(scene.repo, "away"));
    symlinkSync("nowhere", join(scene.repo, "scripts/hooks/link.sh"));
    expect((await scene.hooks(["new", "link", "--event", "SessionStop"])).code).toBe(1);
    expect(lstatSync(join(scene.repo, "scripts/hooks/link.sh")).isSymbolicLink()).toBe(true);
  });

  it.each([
    [["new"], "takes the id of the new hook"],
    [["new", "x"], "the new hook has no event"],
    [["new", "x", "--event", "Stop"], '"Stop" is no event'],
    [["new", "../x", "--event", "SessionStop"], "cannot be the id of a hook"],
    [["new", "a b", "--event", "SessionStop"], "cannot be the id of a hook"],
    [["new", "x", "--event", "SessionStop", "--kind", "builtin"], "no such kind of handler"],
    [["new", "x", "--event", "SessionStop", "--yes"], "has no --yes"],
    [["list", "x"], "takes no further word"],
    [["lst"], '"hooks lst" is not known'],
    [["explain"], "takes the id of a hook"],
    [["actions", "run"], "`run ID`"],
    [["actions", "open", "x"], "`run ID`"],
    [["run"], "takes an event"],
    [["test", "--event", "-"], "an event is tested on one hook"],
  ])("%j is refused with what is wrong", async (words, said) => {
    const { code, err } = await makeHookScene().hooks(words);
    expect(code).toBe(64);
    expect(err).toContain(said);
  });

  it("takes ids that YAML would read as something else", async () => {
    const scene = makeHookScene();
    for (const id of ["1.0", "true", "null", "0x10", "2025-01-15"])
      expect((await scene.hooks(["new", id, "--event", "SessionStop"])).code).toBe(0);
    expect((await scene.hooks(["validate"])).code).toBe(0);
  });
});

describe("hooks list and test", () => {
  it("say of every hook what it is and whether it runs", async () => {
    const scene = await withExamples();
    scene.declare("broken", "id: [\n");
    scene.declare("guard", hookFile("guard", "PreAbilityCall", { blocking: true }));
    await scene.trust("post_tool_use_tracker");
    const { out } = await scene.hooks([]);
    const rows = out.split("\n").map((line) => line.split(/ {2,}/).slice(0, 3));
    expect(rows).toEqual(
      expect.arrayContaining([
        ["broken", "?", "broken"],
        ["guard", "PreAbilityCall", "cannot start"],
        ["post_tool_use_tracker", "PostAbilityCall", "runs"],
        ["session_stop_build_check", "SessionStop", "disabled"],
        ["skill_activation_prompt", "UserPromptSubmit", "untrusted"],
      ]),
    );
    const { hooks } = JSON.parse((await scene.hooks(["list", "--json"])).out);
    expect(hooks).toHaveLength(5);
    expect(hooks[2]).toMatchObject({ id: "post_tool_use_tracker", runs: true, reason: null, trust: "trusted" });
    expect((await makeHookScene().hooks(["list"])).out).toContain("No hook is declared");
  });

  it("hold a match to its examples", async () => {
    const scene = makeHookScene();
    const rest = (example: string) => `match:
  only_if_changed_paths: ["services/**"]
  examples:
    match: [{ changed_files: ["${example}"] }]
    not_match: [{ changed_files: ["docs/a.md"] }, {}]
`;
    scene.declare("h", hookFile("h", "SessionStop", { rest: rest("services/a/b.ts") }), answering({}));
    expect(await scene.hooks(["test"])).toMatchObject({ code: 0, out: "✔ h  3 examples as meant\n" });
    scene.declare("h", hookFile("h", "SessionStop", { rest: rest("service/a/b.ts") }));
    const { code, out, err } = await scene.hooks(["test", "h"]);
    expect([code, out]).toEqual([1, "✖ h\n"]);
    expect(err).toContain("the example is meant to match: it wants services/**");
  });

  it("a hook that is switched off can be tried before it is switched on", async () => {
    const scene = makeHookScene();
    const rest = 'enabled: false\nmatch: { only_if_changed_paths: ["services/**"] }\n';
    scene.declare("h", hookFile("h", "SessionStop", { rest }), answering({ messages_to_user: ["tried"] }));
    await scene.trust();
    const tried = (event: object) =>
      scene.hooks(["test", "h", "--event", "-", "--json"], { input: JSON.stringify(event) });
    const fits = await tried({ event_type: "SessionStop", changed_files: ["services/a.ts"] });
    expect(JSON.parse(fits.out)).toMatchObject({ matched: true, result: { messages_to_user: ["tried"] } });
    rmSync(join(scene.repo, "told.json"));
    const misses = await tried({ event_type: "SessionStop", changed_files: ["docs/a.md"] });
    expect(misses.code).toBe(1);
    expect(JSON.parse(misses.out)).toMatchObject({ matched: false, key: "only_if_changed_paths" });
    expect(scene.has("told.json")).toBe(false);
  });
});

describe("hooks actions", () => {
  const asks = (...follow_up_actions: object[]) => answering({ follow_up_actions });

  async function queued(...actions: object[]): Promise<HookScene> {
    const scene = makeHookScene({
      policy: "version: 1\ncommands:\n  - run: touch src/auth/made\n    writes: [src/auth/**]\n",
    });
    scene.declare("asks", hookFile("asks", "SessionStop"), asks(...actions));
    await scene.trust();
    expect((await scene.emit("SessionStop", { session_id: "s1" })).exit).toBe(0);
    return scene;
  }
  const listed = async (scene: HookScene, ...words: string[]) =>
    JSON.parse((await scene.hooks(["actions", ...words, "--json"])).out).actions;

  it("are queued, run through the gate as their session, and refused where the gate refuses", async () => {
    const scene = await queued({ kind: "run_command", payload: { command: "touch src/auth/made" } });
    const [action] = await listed(scene);
    expect(action).toMatchObject({ kind: "run_command", state: "waiting", hook: "asks", session: "s1" });
    const refused = await scene.hooks(["actions", "run", action.id]);
    expect(refused).toMatchObject({ code: 2, out: expect.stringContaining("INTENT_REQUIRED") });
    expect(scene.has("src/auth/made")).toBe(false);
    expect(await listed(scene)).toEqual([]);
    await call(scene, "select_active_intent", { intent_id: "INT-001" }, "s1");
    await scene.emit("SessionStop", { session_id: "s1" });
    const [again] = await listed(scene);
    expect(await scene.hooks(["actions", "run", again.id.slice(0, 8)])).toMatchObject({ code: 0 });
    expect(scene.has("src/auth/made")).toBe(true);
    const states = (await listed(scene, "--all")).map(({ state }: { state: string }) => state);
    expect(states).toEqual(["refused", "done"]);
    expect((await scene.hooks(["actions", "run", again.id])).err).toContain("does not wait any more: it is done");
  });

  it("never leave scope or root", async () => {
    const scene = await queued(
      { kind: "run_command", payload: { command: "touch elsewhere" } },
      { kind: "run_command", payload: { argv: ["touch", ".system/hooks/x.yaml"] } },
      { kind: "open_file", payload: { path: "../../../etc/passwd" } },
      { kind: "open_file", path: "/etc/passwd" },
      { kind: "create_task", payload: { ability_id: "nobody_knows" } },
    );
    await call(scene, "select_active_intent", { intent_id: "INT-001" }, "s1");
    for (const { id, kind } of await listed(scene))
      expect({ kind, code: (await scene.hooks(["actions", "run", id])).code }).toEqual({ kind, code: 2 });
    expect([scene.has("elsewhere"), scene.has(".system/hooks/x.yaml")]).toEqual([false, false]);
  });

  it("can be dropped, and then nobody can run them", async () => {
    const scene = await queued({ kind: "run_command", payload: { command: "touch src/auth/made" } });
    const [{ id }] = await listed(scene);
    expect((await scene.hooks(["actions"])).out).toContain("intentgate hooks actions run");
    expect((await scene.hooks(["actions", "drop", id])).out).toContain("will not be done");
    expect((await scene.hooks(["actions", "run", id])).code).toBe(1);
    expect((await scene.hooks(["actions", "drop", "ffffffff"])).err).toContain("NOT_FOUND");
    expect(await listed(scene, "--all")).toMatchObject([{ state: "refused", note: "dropped by ann" }]);
  });

  it("are done at once where the policy says so, still through the gate", async () => {
    const scene = makeHookScene({
      policy: "follow_up: run\ncommands:\n  - run: touch src/auth/made\n    writes: [src/auth/**]\n",
    });
    scene.declare(
      "asks",
      hookFile("asks", "SessionStop"),
      asks({ kind: "run_command", payload: { command: "touch src/auth/made" } }),
    );
    await scene.trust();
    await scene.emit("SessionStop", { session_id: "s1" });
    expect(scene.has("src/auth/made")).toBe(false);
    await call(scene, "select_active_intent", { intent_id: "INT-001" }, "s1");
    await scene.emit("SessionStop", { session_id: "s1" });
    expect(scene.has("src/auth/made")).toBe(true);
    expect((await listed(scene, "--all")).map(({ state }: { state: string }) => state)).toEqual(["refused", "done"]);
  });
});

it("the help and the completions know the verb and its forms", async () => {
  const scene = makeHookScene();
  const { out } = await run(scene, ["hooks", "--help"]);
  for (const form of [
    "register",
    "validate",
    "explain ID",
    "test [ID]",
    "trust [ID… | --all]",
    "run EVENT",
    "new ID --event EVENT",
    "actions",
  ])
    expect(out).toContain(form);
  expect((await run(scene, ["completion", "bash"])).out).toContain(
    "hooks) words='list register validate explain test trust run new actions'",
  );
});
