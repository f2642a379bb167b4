import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { atTerminal, call, jsonOf, run, type Scene, textOf } from "./scene.ts";
import { bare, done, INTENTS, initialised, json, POLICY, refused } from "./steps.ts";

const manifest = JSON.stringify({ scripts: { test: "node --test", lint: "eslint .", deploy: "ship" } });

function git(scene: Scene, cwd: string, ...words: string[]): string {
  const ran = spawnSync("git", ["-c", "user.name=S", "-c", "user.email=s@example.invalid", ...words], {
    cwd,
    env: scene.env,
    encoding: "utf8",
  });
  expect(ran.status, ran.stderr).toBe(0);
  return ran.stdout;
}

describe("init", () => {
  it("writes what people author and an ignore file, registers the root and says what comes next", async () => {
    const scene = bare({ "package.json": manifest });
    const out = await done(scene, "init", "--yes");
    expect(out).toContain("intentgate intent new");
    expect(textOf(scene, INTENTS)).toContain("version: 1\nactive_intents: []\n");
    expect(textOf(scene, POLICY)).toMatch(/mode: enforce[\s\S]*- run: "npm test"[\s\S]*- run: "npm run lint"/);
    expect(textOf(scene, POLICY)).not.toContain("deploy");
    expect(readdirSync(join(scene.repo, ".orchestration")).sort()).toEqual([
      ".gitignore",
      "active_intents.yaml",
      "policy-tests.yaml",
      "policy.yaml",
    ]);
    expect((await json(scene, "status")).registered).toBe(true);
  });

  it("keeps the authored files for git and what the machine writes away from it", async () => {
    const scene = await initialised();
    await done(scene, "intent", "new", "--name", "A", "--scope", "src/**");
    await call(scene, "select_active_intent", { intent_id: "INT-001" });
    await call(scene, "write_to_file", { path: "src/new.ts", content: "1\n" });
    await call(scene, "delete_file", { path: "src/new.ts" });
    const seen = git(scene, scene.repo, "status", "--porcelain", "-uall", "--", ".orchestration");
    expect(seen.trim().split("\n").sort()).toEqual([
      "?? .orchestration/.gitignore",
      "?? .orchestration/active_intents.yaml",
      "?? .orchestration/policy-tests.yaml",
      "?? .orchestration/policy.yaml",
    ]);
    expect(existsSync(join(scene.repo, ".orchestration/agent_trace.jsonl"))).toBe(true);
  });

  it("without a terminal and without --yes it asks for the yes and writes nothing", async () => {
    const scene = bare({ "package.json": manifest });
    expect(await refused(scene, 64, "init")).toMatch(/no terminal[\s\S]*init --yes/);
    expect(existsSync(join(scene.repo, ".orchestration"))).toBe(false);
    expect(await json(scene, "status")).toMatchObject({ governed: false });
  });

  it("on a terminal it asks, and proposals that were not taken stay as comments", async () => {
    const scene = bare({ "package.json": manifest });
    const terminal = atTerminal(scene, ["init"]);
    await terminal.sees("Let agents run them without a question?");
    terminal.type("n\n");
    expect((await terminal.done).code).toBe(0);
    expect(textOf(scene, POLICY)).toMatch(/^commands: \[\]\n# Proposed, not taken:/m);
  });

  const locked = {
    "package-lock.json": JSON.stringify({ packages: { a: { resolved: "https://npm.example.org/a.tgz" } } }, null, 2),
    "go.sum": "",
  };

  it("proposes the hosts that packages come from, and takes them with a yes", async () => {
    const scene = bare(locked);
    expect(await done(scene, "init", "--yes")).toContain("rules, 3 hosts for installs");
    expect(textOf(scene, POLICY)).toContain(
      'containment:\n  network:\n    allow: ["npm.example.org", "proxy.golang.org", "sum.golang.org"]\n',
    );
    await done(scene, "status");
  });

  it("leaves hosts that were not taken as a comment, and proposes none where a policy stands", async () => {
    const scene = bare(locked);
    const terminal = atTerminal(scene, ["init"]);
    await terminal.sees("Let installs in a box reach them without a question?");
    terminal.type("n\n");
    expect((await terminal.done).code).toBe(0);
    expect(textOf(scene, POLICY)).toContain("# Proposed, not taken:\n# containment:\n#   network:\n#     allow: [");
    expect(textOf(scene, POLICY)).not.toMatch(/^containment/m);
    expect(await json(scene, "init", "--yes")).toMatchObject({ reached: [] });
    expect(textOf(scene, POLICY)).not.toMatch(/^containment/m);
  });

  it("broken off at the question it writes nothing", async () => {
    const scene = bare({ "package.json": manifest });
    const terminal = atTerminal(scene, ["init"]);
    await terminal.sees("without a question?");
    terminal.type("\u0003");
    expect((await terminal.done).code).toBe(1);
    expect(existsSync(join(scene.repo, ".orchestration"))).toBe(false);
  });

  it("twice changes nothing, and never overwrites what is there", async () => {
    const scene = await initialised();
    writeFileSync(join(scene.repo, POLICY), "mode: observe # mine\n");
    rmSync(join(scene.repo, ".orchestration/.gitignore"));
    const before = textOf(scene, INTENTS);
    const { files, was_registered } = await json<{ files: object[]; was_registered: boolean }>(scene, "init", "--yes");
    expect(files).toEqual([
      { file: INTENTS, action: "kept" },
      { file: POLICY, action: "kept" },
      { file: ".orchestration/.gitignore", action: "wrote" },
    ]);
    expect(was_registered).toBe(true);
    expect([textOf(scene, INTENTS), textOf(scene, POLICY)]).toEqual([before, "mode: observe # mine\n"]);
    expect(await done(scene, "init"), "nothing is left to ask about").toContain("already");
  });

  it("with --example and --observe begins with one intent and refuses nothing", async () => {
    const scene = bare();
    expect(await done(scene, "init", "--yes", "--example", "--observe")).toContain("observe mode");
    expect(await json(scene, "status")).toMatchObject({ mode: "observe", intents: { counts: { PENDING: 1 } } });
  });

  it("works without git, and refuses inside the folder it then governs", async () => {
    const scene = bare();
    rmSync(join(scene.repo, ".git"), { recursive: true });
    await done(scene, "init", "--yes");
    mkdirSync(join(scene.repo, "inner"));
    const inner = await run(scene, ["init", "--yes"], { cwd: join(scene.repo, "inner") });
    expect([inner.code, inner.err]).toEqual([1, expect.stringContaining(scene.repo)]);
    expect(await refused(scene, 1, "init", "--yes", "--root", "inner")).toContain("governed already");
    expect(existsSync(join(scene.repo, "inner/.orchestration"))).toBe(false);
  });

  it("in a linked worktree sets up the main one, whose sidecar all share", async () => {
    const scene = bare();
    const linked = join(scene.repo, "../linked");
    git(scene, scene.repo, "worktree", "add", "-q", linked);
    const ran = await run(scene, ["init", "--yes"], { cwd: linked });
    expect(ran.out).toContain("linked worktree");
    expect(existsSync(join(scene.repo, INTENTS))).toBe(true);
    expect(existsSync(join(linked, ".orchestration"))).toBe(false);
    const there = await run(scene, ["status", "--json"], { cwd: linked });
    expect(jsonOf(there)).toMatchObject({ governed: true, shared_from: scene.repo });
  });

  it("refuses a folder that is not there, words it does not know, and a link in the sidecar's place", async () => {
    const scene = bare();
    await refused(scene, 64, "init", "--yes", "--root", "nowhere");
    await refused(scene, 64, "init", "here", "--yes");
    await refused(scene, 64, "init", "--force");
    spawnSync("ln", ["-s", "src", join(scene.repo, ".orchestration")]);
    expect(await refused(scene, 1, "init", "--yes")).toContain("is a link");
    expect(existsSync(join(scene.repo, "src/policy.yaml"))).toBe(false);
  });

  it("tells of a broken file that it kept, and fails", async () => {
    const scene = bare({ [INTENTS]: "active_intents:\n  - id: A\n    owned_scop: []\n" });
    expect(await refused(scene, 1, "init", "--yes")).toMatch(/BAD_INTENTS.*:3:5[\s\S]*owned_scope/);
  });
});

describe("status after uninit", () => {
  it.each([
    [[], true],
    [["--forget"], false],
  ])("says that there is no gate here: uninit %j", async (words, governed) => {
    const scene = bare();
    await done(scene, "init", "--yes", "--host", "claude-code");
    expect(await done(scene, "status")).not.toContain("NO GATE HERE");
    expect((await atTerminal(scene, ["uninit", "--yes", ...words]).done).code).toBe(0);
    expect(await done(scene, "status")).toContain("NO GATE HERE");
    expect(await json(scene, "status")).toMatchObject({ governed, registered: governed, agents: [] });
  });
});

describe("the tests of the rules that init writes", () => {
  it.each([[[]], [["--observe"]], [["--example"]]])("hold from the first minute: init %j", async (words) => {
    const scene = bare({ "package.json": manifest });
    await done(scene, "init", "--yes", "--no-hosts", ...words);
    expect(await done(scene, "policy", "test")).toContain("5 tests in .orchestration/policy-tests.yaml");
  });

  it("notice a rule that no longer does what it did", async () => {
    const scene = bare();
    await done(scene, "init", "--yes", "--no-hosts");
    writeFileSync(
      join(scene.repo, POLICY),
      `${textOf(scene, POLICY)}forbid:\n  - { command: "git *", reason: none }\n`,
    );
    expect((await run(scene, ["policy", "test"])).code).toBe(1);
  });

  it("are not written beside rules that stand already, and kept where they stand", async () => {
    const scene = bare();
    await done(scene, "init", "--yes", "--no-hosts");
    const tests = join(scene.repo, ".orchestration/policy-tests.yaml");
    rmSync(tests);
    await done(scene, "init", "--yes", "--no-hosts");
    expect(existsSync(tests)).toBe(false);
    rmSync(join(scene.repo, POLICY));
    writeFileSync(tests, "mine\n");
    await done(scene, "init", "--yes", "--no-hosts");
    expect(textOf(scene, ".orchestration/policy-tests.yaml")).toBe("mine\n");
  });
});
