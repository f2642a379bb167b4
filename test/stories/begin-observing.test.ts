/** A repository in which agents work already: `init` stops nobody there, and the report proposes what to declare. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { atTerminal, call, makeScene, put, run, type Scene, textOf } from "./scene.ts";
import { bare, done, fromAgent, INTENTS, json, POLICY, refused } from "./steps.ts";

/** With the agents looked for, as on a person's machine; none is installed there. */
const looking = { env: { INTENTGATE_HOSTS: "", PATH: "/usr/bin:/bin" } };
const putHome = (scene: Scene, path: string) => {
  const file = join(scene.env.HOME ?? "", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
};
const modeOf = (scene: Scene) => /^mode: (\w+)/m.exec(textOf(scene, POLICY))?.[1];

describe("init begins with observe", () => {
  it.each([
    ["Claude Code's settings", ".claude/settings.json", "{}\n"],
    ["Codex", ".codex/config.toml", "\n"],
    ["Gemini CLI", ".gemini/settings.json", "{}\n"],
    ["Cursor", ".cursor/hooks.json", "{}\n"],
    ["opencode", "opencode.json", "{}\n"],
  ])("where %s is there, and says why", async (_, path, text) => {
    const scene = bare({ [path]: text });
    const { out } = await run(scene, ["init", "--yes", "--no-hosts"], looking);
    expect(modeOf(scene)).toBe("observe");
    expect(out).toMatch(/observe mode: nothing is refused but control files/);
    expect(out).toMatch(/It begins so because agents work here already \(.+\); `mode: enforce` in policy\.yaml/);
  });

  it.each([
    ["CLAUDE.md", ".claude/settings.json"],
    ["AGENTS.md", ".claude/settings.json"],
    ["AGENTS.md", ".codex/config.toml"],
    ["GEMINI.md", ".gemini/settings.json"],
    [".cursorrules", ".cursor/hooks.json"],
  ])("where %s is there, and an agent that reads it is on this machine (~/%s)", async (notes, path) => {
    const scene = bare({ [notes]: "# Rules\n" });
    putHome(scene, path);
    const { out } = await run(scene, ["init", "--yes", "--no-hosts"], looking);
    expect(modeOf(scene)).toBe("observe");
    expect(out).toContain(`agents work here already (${notes})`);
  });

  it.each([
    ["CLAUDE.md", null],
    ["AGENTS.md", null],
    ["GEMINI.md", null],
    [".cursorrules", null],
    [".clinerules", null],
    ["CLAUDE.md", ".gemini/settings.json"],
    ["GEMINI.md", ".claude/settings.json"],
    ["README.md", ".claude/settings.json"],
  ])("not where a clone brought %s, and no agent that reads it is on this machine (~/%s)", async (notes, path) => {
    const scene = bare({ [notes]: "# Rules\n" });
    if (path !== null) putHome(scene, path);
    const { out } = await run(scene, ["init", "--yes", "--no-hosts"], looking);
    expect([modeOf(scene), out.includes("observe mode")]).toEqual(["enforce", false]);
  });

  it("and keeps control files out of reach all the same", async () => {
    const scene = bare({ ".codex/config.toml": "\n" });
    await run(scene, ["init", "--yes", "--no-hosts"], looking);
    expect(await call(scene, "write_to_file", { path: "new.ts", content: "" })).toMatchObject({ decision: "allow" });
    for (const path of [POLICY, ".claude/settings.json", ".git/hooks/pre-commit"])
      expect(await call(scene, "write_to_file", { path, content: "x" })).toMatchObject({ code: "CONTROL_FILE" });
  });

  it.each<[string, Record<string, string>, string[], { env?: Record<string, string> }]>([
    ["nothing shows an agent", { "README.md": "x\n" }, [], looking],
    ["the person says so", { ".codex/config.toml": "x\n" }, ["--enforce"], looking],
    ["the mark lies in a folder below", { "docs/.codex/config.toml": "x\n" }, [], looking],
    ["nobody looks for agents", { ".codex/config.toml": "x\n" }, [], {}],
    ["the agents are named", { ".gemini/settings.json": "{}\n" }, [], { env: { INTENTGATE_HOSTS: "codex" } }],
  ])("not where %s", async (_, files, words, options) => {
    const scene = bare(files);
    const { out } = await run(scene, ["init", "--yes", ...(options.env ? ["--no-hosts"] : []), ...words], options);
    expect([modeOf(scene), out.includes("observe mode")]).toEqual(["enforce", false]);
  });

  it("not where a policy is there already", async () => {
    const scene = bare({ ".codex/config.toml": "\n", [POLICY]: "mode: enforce # mine\n" });
    await run(scene, ["init", "--yes", "--no-hosts"], looking);
    expect(textOf(scene, POLICY)).toBe("mode: enforce # mine\n");
  });

  it("and cannot be told both", async () => {
    expect(await refused(bare(), 64, "init", "--yes", "--observe", "--enforce")).toContain("excludes");
  });

  it("and says what happens to questions when nobody is there", async () => {
    expect(await done(bare(), "init", "--yes")).toMatch(/where nobody is there the call is refused/);
  });
});

async function observed(): Promise<Scene> {
  const scene = makeScene({
    policy: "mode: observe\n",
    files: { "package.json": '{"name":"a"}\n', "test/a.test.js": "", "tools/gen.js": "", "docs/a.md": "" },
  });
  for (const path of ["lib/a.js", "lib/b.js", "src/auth/new.ts", "docs/b.md"])
    await call(scene, "write_to_file", { path, content: "x\n" });
  for (const command of [
    "node tools/gen.js",
    "node tools/gen.js",
    "node tools/once.js",
    "node /opt/gen.js",
    "node /opt/gen.js",
    "git push",
    "git push",
  ])
    await call(scene, "execute_command", { command });
  return scene;
}

describe("the report in observe mode", () => {
  it("proposes what was seen: intents with scopes, and commands that came again", async () => {
    const scene = await observed();
    const { proposed } = await json<{ proposed: { intents: object[]; commands: object[] } }>(scene, "report");
    expect(proposed.intents).toEqual([
      { name: "Work on lib", owned_scope: ["lib/**", "test/**"], files: 2, sessions: 1 },
      { name: "Work on docs", owned_scope: ["docs/**"], files: 1, sessions: 1 },
    ]);
    expect(proposed.commands).toMatchObject([{ run: "node tools/gen.js", writes: [], times: 2 }]);
    expect(await done(scene, "report")).toMatch(
      /Proposed, from what agents did[\s\S]*lib\/\*\*[\s\S]*node tools\/gen\.js[\s\S]*report --apply/,
    );
  });

  it("writes nothing by itself, and nothing where there is no person", async () => {
    const scene = await observed();
    const before = [textOf(scene, INTENTS), textOf(scene, POLICY)];
    await done(scene, "report");
    expect(await refused(scene, 2, "report", "--apply")).toContain("needs a terminal");
    expect((await fromAgent(scene, "report", "--apply")).out).toContain("was started by an agent");
    expect(await run(scene, ["report", "--apply", "--json"])).toMatchObject({ code: 64 });
    for (const command of [
      "intentgate report --apply",
      "intentgate report --since 1d --apply",
      'sh -c "intentgate report --ap""ply"',
      "yes | npx intentgate report --apply=1",
    ])
      expect(await call(scene, "execute_command", { command }), command).toMatchObject({ code: "CONTROL_FILE" });
    expect([textOf(scene, INTENTS), textOf(scene, POLICY)]).toEqual(before);
  });

  it("writes what was shown after a yes, and only what was said yes to", async () => {
    const scene = await observed();
    const policy = textOf(scene, POLICY);
    const first = atTerminal(scene, ["report", "--apply"]);
    await first.sees("Work on docs");
    await first.sees("Declare them? [y/N]");
    first.type("y\n");
    await first.sees("created INT-003");
    await first.sees("node tools/gen.js");
    await first.sees("Declare it? [y/N]");
    first.type("n\n");
    expect((await first.done).code).toBe(0);
    expect(textOf(scene, INTENTS)).toMatch(/INT-003[\s\S]*owned_scope: \["lib\/\*\*", "test\/\*\*"\]/);
    expect(textOf(scene, POLICY)).toBe(policy);

    const second = atTerminal(scene, ["report", "--apply"]);
    await second.sees("Declare it? [y/N]");
    expect(second.shown()).not.toContain("Work on");
    second.type("y\n");
    expect((await second.done).code).toBe(0);
    expect(textOf(scene, POLICY)).toContain('run: "node tools/gen.js"');
    expect(await json(scene, "report")).toMatchObject({ proposed: { intents: [], commands: [] } });
    const third = atTerminal(scene, ["report", "--apply"]);
    expect((await third.done).out).not.toContain("created");
  });

  it.each(["\n", "maybe\n"])("takes %j for no", async (keys) => {
    const scene = await observed();
    const before = textOf(scene, INTENTS);
    const terminal = atTerminal(scene, ["report", "--apply"]);
    await terminal.sees("Declare them? [y/N]");
    terminal.type(keys);
    await terminal.sees("Declare it? [y/N]");
    terminal.type("n\n");
    await terminal.done;
    expect(textOf(scene, INTENTS)).toBe(before);
  });

  it("proposes nothing where nothing was let pass", async () => {
    const scene = makeScene({ policy: "mode: enforce\n" });
    await call(scene, "write_to_file", { path: "lib/a.js", content: "x\n" });
    expect(await json(scene, "report")).toMatchObject({ proposed: { intents: [], commands: [] } });
    expect(existsSync(join(scene.repo, "lib"))).toBe(false);
    expect(readdirSync(scene.repo)).not.toContain("lib");
  });

  it("proposes nothing of what a person edited, nor what installs keep", async () => {
    const scene = makeScene({ policy: "mode: observe\n" });
    put(scene.repo, "web/mine.js", "mine\n");
    await call(scene, "write_to_file", { path: "node_modules/a/index.js", content: "x\n" });
    expect(await json(scene, "report")).toMatchObject({ proposed: { intents: [] } });
  });
});
