import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answering, type HookScene, hookFile, makeHookScene, withExamples } from "./hook-scene.ts";
import { atTerminal, type Called, call, run, type Scene } from "./scene.ts";
import { fromAgent } from "./steps.ts";

const leaves = "#!/bin/sh\ntouch ran\nprintf '{}'\n";

describe("a repository that was cloned", () => {
  it("runs nothing of its own before a person looked at it", async () => {
    const scene = await withExamples();
    scene.declare("plant", hookFile("plant", "PreAbilityCall"), leaves);
    scene.declare("start", hookFile("start", "SessionStart"), leaves);
    const started = await scene.emit("SessionStart");
    expect(started).toMatchObject({ exit: 0, runs: [{ hook: "start", outcome: "untrusted" }] });
    expect(started.warnings[0]?.text).toContain("intentgate hooks trust start");
    expect(await call(scene, "read_file", { path: "src/auth/token.ts" })).toMatchObject({ exit: 0 });
    for (const words of [["list"], ["register"], ["validate"], ["test"], ["explain", "plant"]])
      await scene.hooks(words);
    const tried = await scene.hooks(["test", "plant", "--event", "-", "--json"], {
      input: '{"event_type":"PreAbilityCall","ability_id":"x"}',
    });
    expect(JSON.parse(tried.out)).toMatchObject({ run: { outcome: "untrusted" } });
    expect(scene.has("ran")).toBe(false);
    expect(scene.has(".system/logs/tool_call.md")).toBe(false);
    await scene.trust("start");
    await scene.emit("SessionStart");
    expect(scene.has("ran")).toBe(true);
  });

  it("cannot bring trust along: it is bound to the place, and lies outside of it", async () => {
    const scene = makeHookScene();
    scene.declare("start", hookFile("start", "SessionStart"), leaves);
    await scene.trust();
    const copy = join(scene.repo, "../copy");
    cpSync(scene.repo, copy, { recursive: true, preserveTimestamps: true });
    const elsewhere = await run({ ...scene, repo: copy }, ["hooks", "run", "SessionStart", "--json"], { input: "{}" });
    expect(JSON.parse(elsewhere.out).runs).toMatchObject([{ outcome: "untrusted" }]);
  });

  it("denies what a blocking hook matches until somebody trusts it", async () => {
    const scene = makeHookScene();
    const rest = "match: { ability_id: write_to_file }\n";
    scene.declare("guard", hookFile("guard", "PreAbilityCall", { blocking: true, rest }), answering({}));
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    const target = { path: "src/auth/a.ts", content: "1\n" };
    const refused = await call(scene, "write_to_file", target);
    expect(refused).toMatchObject({ exit: 2, code: "BLOCKED_BY_HOOK", error: { meta: { hook_id: "guard" } } });
    expect(refused.error?.meta.remedy).toContain("intentgate hooks trust guard");
    expect(await call(scene, "read_file", { path: "src/auth/token.ts" })).toMatchObject({ exit: 0 });
    await scene.trust();
    expect(await call(scene, "write_to_file", target)).toMatchObject({ exit: 0 });
    expect(scene.has("told.json")).toBe(true);
  });
});

describe("trusting", () => {
  async function asked(): Promise<HookScene> {
    const scene = makeHookScene();
    scene.declare("one", hookFile("one", "SessionStop", { blocking: true }), leaves);
    return scene;
  }

  it("shows the hook file, the command, the files with their digests, and asks", async () => {
    const scene = await asked();
    const terminal = atTerminal(scene, ["hooks", "trust"]);
    await terminal.sees("one  SessionStop, can say no  was never trusted");
    await terminal.sees("runs ./scripts/hooks/one.sh");
    await terminal.sees("| blocking: true");
    await terminal.sees("scripts/hooks/one.sh");
    await terminal.sees("bytes  sha256:");
    await terminal.sees("Let one run? [y/N]");
    terminal.type("y\n");
    expect((await terminal.done).out).toContain("one is trusted");
    expect((await scene.emit("SessionStop")).runs).toMatchObject([{ outcome: "ok" }]);
    expect((await scene.hooks(["trust"])).out).toContain("Nothing waits");
  });

  it("shows what changed since the last time", async () => {
    const scene = await asked();
    await scene.trust();
    scene.declare("one", hookFile("one", "SessionStop"), `${leaves}: more\n`);
    expect((await scene.emit("SessionStop")).runs).toMatchObject([{ outcome: "untrusted" }]);
    const out = await scene.trust("one");
    expect(out).toContain("changed since you trusted it");
    expect(out).toContain("-blocking: true");
    expect(out).toContain("+blocking: false");
    expect(out).toMatch(/scripts\/hooks\/one\.sh {2}\d+ bytes {2}sha256:[0-9a-f]{64} {2}was sha256:[0-9a-f]{64}/);
  });

  it.each(["n\n", "\n", "yes please\n", "\u0003", "\u0004"])("%j is not a yes", async (keys) => {
    const scene = await asked();
    const terminal = atTerminal(scene, ["hooks", "trust", "one"]);
    await terminal.sees("[y/N]");
    terminal.type(keys);
    expect((await terminal.done).out).toContain("one does not run");
    expect((await scene.emit("SessionStop")).exit).toBe(2);
    expect(scene.has("ran")).toBe(false);
  });

  it.each([
    ["script", "refused"],
    ["hook file", "untrusted"],
  ])("a %s that changes while the person looks at it is not trusted", async (what, outcome) => {
    const scene = await asked();
    const terminal = atTerminal(scene, ["hooks", "trust"]);
    await terminal.sees("[y/N]");
    if (what === "script") scene.put("scripts/hooks/one.sh", `${leaves}: evil\n`, 0o755);
    else scene.put(".system/hooks/one.yaml", hookFile("one", "SessionStop"));
    terminal.type("y\n");
    const { code, out } = await terminal.done;
    expect(code).toBe(1);
    expect(out).toContain("one changed while you looked at it; it was not trusted");
    expect((await scene.emit("SessionStop")).runs).toMatchObject([{ hook: "one", outcome }]);
    expect(scene.has("ran")).toBe(false);
  });

  it("needs a person: not without a terminal, not from an agent's shell; without one it only shows", async () => {
    const scene = await asked();
    for (const words of [
      ["trust"],
      ["trust", "--yes"],
      ["trust", "--all", "--yes"],
      ["trust", "one", "--yes", "--json"],
    ])
      expect((await scene.hooks(words)).code).toBe(2);
    const agent = await fromAgent(scene, "hooks", "trust", "--all", "--yes");
    expect(agent.code).toBe(2);
    expect(agent.out).toContain("was started by an agent");
    const { waiting } = JSON.parse((await scene.hooks(["trust", "--json"])).out);
    expect(waiting).toMatchObject([{ id: "one", trust: "untrusted", handler: { command: "./scripts/hooks/one.sh" } }]);
    expect((await scene.emit("SessionStop")).exit).toBe(2);
  });

  it("knows ids, and does not trust what cannot be read", async () => {
    const scene = await asked();
    scene.declare("broken", "id: [\n");
    expect(await scene.hooks(["trust", "on", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("NOT_FOUND"),
    });
    expect(await scene.hooks(["trust", "broken", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("BAD_HOOK"),
    });
    expect(await scene.hooks(["trust", "one", "--all"])).toMatchObject({ code: 64 });
  });

  it("refuses a hook of which nobody can tell what it runs, with the way out, and goes on with the others", async () => {
    const scene = await asked();
    const unclear = hookFile("closed", "SessionStart").replace(
      "./scripts/hooks/closed.sh",
      "node scripts/hooks/closed",
    );
    scene.declare("closed", unclear, leaves);
    const terminal = atTerminal(scene, ["hooks", "trust", "--all", "--yes"]);
    const { code, out } = await terminal.done;
    expect(code).toBe(1);
    expect(out).toContain("closed cannot be trusted");
    expect(out).toContain("scripts/hooks/closed does not exist as a plain file");
    expect(out).toContain("Name the script exactly, or list what it runs in handler.files.");
    expect(out).toContain("one is trusted");
    expect((await scene.emit("SessionStart")).runs).toMatchObject([{ outcome: "untrusted" }]);
    expect(scene.has("ran")).toBe(false);
  });

  it("with --all ends the trust in hooks that are gone", async () => {
    const scene = await asked();
    await scene.trust();
    const yaml = scene.text(".system/hooks/one.yaml");
    rmSync(join(scene.repo, ".system/hooks/one.yaml"));
    await scene.trust();
    scene.put(".system/hooks/one.yaml", yaml);
    expect((await scene.emit("SessionStop")).exit).toBe(2);
  });
});

describe("an agent", () => {
  const policy = "version: 1\nmode: observe\n";
  const targets = [
    ".system/hooks/one.yaml",
    ".system/hooks/new.yaml",
    "scripts/hooks/one.sh",
    "scripts/hooks/part.mjs",
    ".system/registry/x.yaml",
  ];

  async function working(): Promise<HookScene> {
    const scene = makeHookScene({
      policy,
      intents: 'active_intents:\n  - { id: INT-001, name: All, status: IN_PROGRESS, owned_scope: ["**"] }\n',
    });
    const rest = "  files: [scripts/hooks/part.mjs]\n";
    scene.put("scripts/hooks/part.mjs", "// part\n");
    scene.declare("one", hookFile("one", "SessionStop", { rest }), leaves);
    await scene.trust();
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    return scene;
  }

  it("cannot change hook files or scripts by any tool, even where nothing else is refused", async () => {
    const scene = await working();
    for (const path of targets) {
      const before = scene.has(path) ? scene.text(path) : null;
      const tries: [string, object][] = [
        ["write_to_file", { path, content: "#!/bin/sh\n" }],
        ["apply_patch", { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n` }],
        ["delete_file", { path }],
        ["execute_command", { command: `echo x >> ${path}` }],
        ["execute_command", { command: `mv ${path} away` }],
      ];
      for (const [tool, input] of tries) {
        const refused = await call(scene, tool, input);
        expect({ path, tool, input, code: refused.code }).toEqual({ path, tool, input, code: "CONTROL_FILE" });
      }
      expect(scene.has(path) ? scene.text(path) : null).toBe(before);
    }
  });

  it("cannot steer hooks by the command line of the gate, however it is written", async () => {
    const scene = await working();
    for (const command of [
      "intentgate hooks trust --all --yes",
      "intentgate hooks trust",
      "intentgate hooks run SessionStop",
      "intentgate hooks new x --event SessionStop",
      "intentgate hooks actions run 1234",
      "intentgate hooks list",
      "intentgate hooks explain one",
      "npx intentgate hooks trust one",
      "script -qc 'intentgate hooks trust --all --yes' /dev/null",
      'sh -c "intentgate hooks trust --all --yes"',
      "intentgate init --hooks",
    ]) {
      const refused = await call(scene, "execute_command", { command });
      expect({ command, code: refused.code }).toEqual({ command, code: "CONTROL_FILE" });
    }
  });

  it("cannot do it through a program that it was allowed to run either", async () => {
    const scene = await working();
    const event = ["hooks", "run", "SessionStop"];
    for (const words of [
      event,
      ["hooks", "new", "x", "--event", "SessionStop"],
      ["hooks", "actions", "run", "1234"],
      ["hooks", "test", "one", "--event", "e.json"],
      ["init", "--hooks", "--yes"],
    ]) {
      const { code, out } = await fromAgent(scene, ...words);
      expect({ words, code }).toEqual({ words, code: 2 });
      expect(out).toContain("was started by an agent");
    }
    expect(scene.has("ran")).toBe(false);
    expect((await fromAgent(scene, "hooks", "list")).code).toBe(0);
  });
});

describe("without hooks", () => {
  /** What a decision is made of, without ids and times. */
  const told = ({ exit, decision, code, reason, notices }: Called) => ({ exit, decision, code, reason, notices });
  const calls: [string, object][] = [
    ["write_to_file", { path: "src/auth/a.ts", content: "1\n" }],
    ["select_active_intent", { intent_id: "INT-001" }],
    ["write_to_file", { path: "src/auth/a.ts", content: "1\n" }],
    ["write_to_file", { path: "src/pay/a.ts", content: "1\n" }],
    ["execute_command", { command: "cat src/auth/a.ts" }],
    ["execute_command", { command: "make" }],
    ["delete_file", { path: "src/auth/a.ts" }],
    ["write_to_file", { path: ".system/hooks/x.yaml", content: "" }],
  ];

  const kinds: [string, (scene: HookScene) => void][] = [
    ["an empty .system", (scene) => scene.put(".system/.keep", "")],
    ["an empty .system/hooks", (scene) => scene.put(".system/hooks/README.md", "# none yet\n")],
    [
      "every hook disabled",
      (scene) => {
        for (const type of ["PreAbilityCall", "PostAbilityCall", "SessionStop", "UserPromptSubmit"]) {
          const rest = "enabled: false\n";
          scene.declare(`on_${type}`, hookFile(`on_${type}`, type, { blocking: true, rest }), leaves);
        }
      },
    ],
  ];

  async function played(scene: Scene) {
    const answers: ReturnType<typeof told>[] = [];
    for (const [tool, input] of calls) answers.push(told(await call(scene, tool, input)));
    return answers;
  }

  it.each(kinds)("the gate decides as ever: %s", async (_what, prepare) => {
    const bare = makeHookScene();
    const scene = makeHookScene();
    prepare(scene);
    const answers = await played(scene);
    expect(answers).toEqual(await played(bare));
    expect(answers.map(({ exit }) => exit)).toEqual([2, 0, 0, 2, 0, 2, 0, 2]);
    expect((await scene.emit("UserPromptSubmit", { user_message: "hello" })).runs).toEqual([]);
    expect((await scene.emit("SessionStop")).exit).toBe(0);
    expect(scene.has("ran")).toBe(false);
    expect(scene.has(".system/logs")).toBe(false);
    expect(bare.has(".system")).toBe(false);
  });
});
