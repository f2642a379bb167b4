import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, jsonOf, makeScene, put, run, type Scene, type SceneFiles } from "./scene.ts";

const FILE = ".orchestration/policy-tests.yaml";

const policy = `mode: observe
trust: always
commands:
  - { run: make all, writes: ["src/auth/**"] }
forbid:
  - { command: "npm publish*", reason: releases are made by hand }
`;

const asMeant = `version: 1
tests:
  - { command: ls, expect: allow }
  - { command: make all, intent: INT-001, expect: allow }
  - { command: echo 1 > src/auth/token.ts, intent: INT-001, expect: allow }
  - { command: git push, intent: INT-001, expect: ask }
  - { command: make other, intent: INT-001, expect: ask }
  - { command: echo 1 > README.md, intent: INT-001, expect: deny, code: SCOPE_VIOLATION }
  - { command: echo 1 > src/a.ts, expect: deny, code: INTENT_REQUIRED }
  - { command: npm publish, intent: INT-002, expect: deny }
  - call: { tool: write_to_file, input: { path: ${FILE}, content: "tests: []" } }
    intent: INT-001
    expect: deny
    code: CONTROL_FILE
`;

const sceneWith = (tests: string, more: SceneFiles = {}) =>
  makeScene({ policy, ...more, files: { [FILE]: tests, ...more.files } });
const test = (scene: Scene, ...words: string[]) => run(scene, ["policy", "test", ...words]);

function everyFile(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map((one) => join(one.parentPath, one.name)).sort();
  return paths.map((path) => `${path} ${readFileSync(path).toString("latin1")}`);
}

describe("policy tests", () => {
  it("pass where the gate decides as they expect, and write nothing", async () => {
    const scene = sceneWith(asMeant);
    const before = everyFile(scene.repo);
    const told = await test(scene);
    expect(told).toMatchObject({ code: 0, err: "" });
    expect(told.out).toBe(`✔ 9 tests in ${FILE}: the gate decides as expected\n`);
    expect(everyFile(scene.repo)).toEqual(before);
  });

  it("pass on a machine that never saw the repository, as in CI, and leave nothing in its state folder", async () => {
    const scene = sceneWith(asMeant);
    const state = join(scene.repo, "../fresh");
    expect(await run(scene, ["policy", "test"], { env: { XDG_STATE_HOME: state } })).toMatchObject({ code: 0 });
    expect(existsSync(join(state, "intentgate"))).toBe(false);
  });

  it.each([
    ["{ command: make all, intent: INT-001, expect: ask }", "nothing stands against it"],
    ["{ command: git push, intent: INT-001, expect: allow }", "it reaches the remote"],
    ["{ command: git push, intent: INT-001, expect: deny }", "it reaches the remote"],
    ["{ command: echo 1 > README.md, intent: INT-001, expect: allow }", "SCOPE_VIOLATION"],
    ["{ command: echo 1 > README.md, intent: INT-001, expect: ask }", "SCOPE_VIOLATION"],
    ["{ command: echo 1 > README.md, intent: INT-001, expect: deny, code: CONTROL_FILE }", "SCOPE_VIOLATION"],
    ["{ command: npm publish, intent: INT-001, expect: ask }", "releases are made by hand"],
    ["{ command: echo 1 > src/auth/a.ts, expect: allow }", "INTENT_REQUIRED"],
    ["{ name: nobody reads keys, command: make other, intent: INT-001, expect: allow }", "nobody reads keys"],
  ])("tell that %s differs, with the reason", async (row, why) => {
    const told = await test(sceneWith(`tests:\n  - { command: ls, expect: allow }\n  - ${row}\n`));
    expect(told.code).toBe(1);
    expect(told.out).toMatch(/^✖ 1 of 2 tests /);
    expect(told.out).toMatch(/\n +line +call +expected +decided +because\n +3 /);
    expect(told.out).toContain(why);
  });

  it("follow an edit of the rules that nobody accepted yet", async () => {
    const scene = sceneWith(asMeant);
    put(scene.repo, ".orchestration/policy.yaml", policy.replace("make all", "make some"));
    const told = await test(scene, "--json");
    expect(told.code).toBe(1);
    expect(jsonOf(told)).toMatchObject({ file: FILE, differing: 1 });
    expect(jsonOf<{ tests: object[] }>(told).tests[1]).toMatchObject({
      line: 4,
      intent: "INT-001",
      call: { tool: "execute_command", input: { command: "make all" } },
      expected: { decision: "allow", code: null },
      as_expected: false,
      decided: { decision: "ask" },
    });
  });

  it("do not hang on sessions, pauses and hooks of this machine", async () => {
    const hook = "id: guard\nevent: PreAbilityCall\nhandler: { command: [./guard.sh] }\nblocking: true\n";
    const scene = sceneWith(asMeant, { files: { ".system/hooks/guard.yaml": hook } });
    await call(scene, "select_active_intent", { intent_id: "INT-002" });
    expect((await test(scene)).code).toBe(0);
  });

  it("expect the same where the policy requires containment, which no machine of a test has", async () => {
    const required = `${policy}containment: { mode: required }\n`;
    const rows = `tests:
  - { command: make all, intent: INT-001, expect: allow }
  - { command: make other, intent: INT-001, expect: allow }
  - { command: git push, intent: INT-001, expect: deny, code: NOT_CONTAINED }
`;
    const told = await test(sceneWith(rows, { policy: required }));
    expect(told).toMatchObject({ code: 0, err: "" });
  });

  it.each([
    ["no file", {}, [], "CANNOT_READ"],
    ["a file that is not there", { [FILE]: asMeant }, ["other.yaml"], "other.yaml"],
    ["a folder", { [FILE]: asMeant }, ["src"], "CANNOT_READ"],
    ["a file that is no text", { "t.yaml": "\u0000\ud800" }, ["t.yaml"], "t.yaml"],
    ["an unknown key", { [FILE]: "tests:\n  - { comand: ls, expect: allow }\n" }, [], `${FILE}:2:7`],
    ["an unknown intent", { [FILE]: "tests:\n  - { command: ls, intent: INT-1, expect: deny }\n" }, [], "INT-1"],
    ["nothing in it", { [FILE]: "" }, [], "tests"],
    ["rules that cannot be read", { [FILE]: asMeant, ".orchestration/policy.yaml": "comands: []\n" }, [], "comands"],
    ["intents that cannot be read", { [FILE]: asMeant, ".orchestration/active_intents.yaml": "{" }, [], "BAD_INTENTS"],
  ])("are refused with %s", async (_what, files, words, why) => {
    const scene = makeScene({ policy });
    for (const [path, text] of Object.entries(files)) put(scene.repo, path, text);
    const told = await test(scene, ...words);
    expect(told).toMatchObject({ code: 64, out: "" });
    expect(told.err).toContain(why);
  });

  it("are no business of a folder that is not governed, nor of words that are not known", async () => {
    expect((await test(makeScene({ intents: null }))).err).toContain("SIDECAR_MISSING");
    expect(await test(makeScene(), "a.yaml", "b.yaml")).toMatchObject({ code: 64 });
    expect(await run(makeScene(), ["policy", "lint"])).toMatchObject({ code: 64 });
  });

  it("are those of the main worktree in a linked one, and hold there as well", async () => {
    const scene = sceneWith(asMeant);
    const linked = join(scene.repo, "../linked");
    const done = spawnSync("git", ["worktree", "add", "-q", linked], { cwd: scene.repo, env: scene.env });
    expect(done.status).toBe(0);
    expect(await run(scene, ["policy", "test"], { cwd: linked })).toMatchObject({ code: 0, err: "" });
  });

  it("can be named where they lie elsewhere", async () => {
    const scene = makeScene({ policy, files: { "ci/gate.yaml": asMeant } });
    expect((await run(scene, ["policy", "test", "gate.yaml"], { cwd: join(scene.repo, "ci") })).code).toBe(0);
  });
});
