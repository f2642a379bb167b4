import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { call, put, run, type Scene, textOf } from "./scene.ts";
import { bare, done, INTENTS, json } from "./steps.ts";

const POLICY = ".orchestration/policy.yaml";
const NOT_HERE = `What is checked out has no ${INTENTS}`;

function ran(scene: Scene, cwd: string, ...words: string[]) {
  const as = ["-c", "user.name=S", "-c", "user.email=s@example.invalid"];
  const it = spawnSync("git", [...as, ...words], { cwd, env: { ...scene.env, GIT_EDITOR: "true" }, encoding: "utf8" });
  return { status: it.status, out: `${it.stdout}${it.stderr}` };
}

function git(scene: Scene, ...words: string[]): string {
  const { status, out } = ran(scene, scene.repo, ...words);
  expect(status, out).toBe(0);
  return out;
}

const dirty = (scene: Scene) => git(scene, "status", "--porcelain", "-uall");

/** `work` has the sidecar, INT-001 for `src/**` begun and a policy with one rule; `plain` is from before. */
async function repository(): Promise<Scene> {
  const scene = bare({ "src/a.ts": "a\n", "lib/b.ts": "b\n" });
  git(scene, "branch", "plain");
  await done(scene, "init", "--yes", "--no-hosts");
  await done(scene, "intent", "new", "--name", "A", "--scope", "src/**", "--start");
  put(scene.repo, "../on.sh", 'git switch -q "$1"\n');
  const policy = textOf(scene, POLICY).replace(
    "commands: []",
    "commands: [{ run: sh ../on.sh, args: any, writes: [] }]",
  );
  put(scene.repo, POLICY, `${policy}forbid:\n  - paths: ["src/kept/**"]\n    reason: kept\n`);
  git(scene, "switch", "-qc", "work");
  git(scene, "add", "-A");
  git(scene, "commit", "-qm", "Declare an intent");
  return scene;
}

const write = (scene: Scene, path: string, content = "1\n", session = "s1") =>
  call(scene, "write_to_file", { path, content }, session);
const take = (scene: Scene, session = "s1") => call(scene, "select_active_intent", { intent_id: "INT-001" }, session);

/** By a program that an agent runs: the person declared it. */
async function switched(scene: Scene, branch: string): Promise<void> {
  expect((await call(scene, "execute_command", { command: `sh ../on.sh ${branch}` })).decision).toBe("allow");
  expect(git(scene, "branch", "--show-current").trim()).toBe(branch);
}

async function day(scene: Scene): Promise<void> {
  await take(scene);
  await write(scene, "src/new.ts");
  await write(scene, "lib/no.ts");
  await call(scene, "record_lesson", { lesson: "mind the clock" });
  await call(scene, "execute_command", { command: "cat src/a.ts" });
  await take(scene, "s2");
  await write(scene, "src/new.ts", "2\n", "s2");
}

describe("a day of work", () => {
  it("leaves nothing for `git add -A` but what was made", async () => {
    const scene = await repository();
    await day(scene);
    await done(scene, "intent", "show", "INT-001");
    await done(scene, "status");
    git(scene, "add", "-A");
    expect(git(scene, "diff", "--cached", "--name-only")).toBe("src/new.ts\n");
    git(scene, "commit", "-qm", "A day");
    expect(dirty(scene)).toBe("");
  });
});

describe("a branch from before the sidecar", () => {
  it("has the intents and the rules last accepted on this machine, and says so", async () => {
    const scene = await repository();
    await day(scene);
    git(scene, "add", "-A");
    git(scene, "commit", "-qm", "A day");
    git(scene, "switch", "-q", "plain");
    expect(existsSync(join(scene.repo, INTENTS))).toBe(false);
    const taken = await take(scene, "s3");
    expect(taken).toMatchObject({
      decision: "allow",
      result: { success: true, note: expect.stringContaining(NOT_HERE) },
    });
    expect((await write(scene, "src/on-plain.ts", "1\n", "s3")).decision).toBe("allow");
    expect((await write(scene, "lib/on-plain.ts", "1\n", "s3")).code).toBe("SCOPE_VIOLATION");
    expect((await write(scene, "src/kept/a.ts", "1\n", "s3")).code).toBe("DESTRUCTIVE_BLOCKED");
    expect((await write(scene, INTENTS, "active_intents: []\n", "s3")).code).toBe("CONTROL_FILE");
    for (const words of [["status"], ["intent", "list"]]) expect(await done(scene, ...words)).toContain(NOT_HERE);
    expect((await run(scene, ["doctor"])).out).toContain(NOT_HERE);
    expect(dirty(scene)).toBe("?? src/on-plain.ts\n");
  });

  it("is known where nothing was called since the person declared them", async () => {
    const scene = await repository();
    put(scene.repo, ".orchestration/sessions/old.jsonl", "");
    git(scene, "switch", "-q", "plain");
    expect((await take(scene)).decision).toBe("allow");
  });

  it("changes no intent, and writes no file that the way back would run into", async () => {
    const scene = await repository();
    await day(scene);
    git(scene, "add", "-A");
    git(scene, "commit", "-qm", "A day");
    git(scene, "switch", "-q", "plain");
    const { code, err } = await run(scene, ["intent", "new", "--name", "B", "--scope", "lib/**"]);
    expect([code, err]).toEqual([1, expect.stringContaining("git checkout BRANCH -- .orchestration")]);
    await take(scene);
    expect(existsSync(join(scene.repo, INTENTS))).toBe(false);
    git(scene, "switch", "-q", "work");
    expect(dirty(scene)).toBe("");
    expect((await write(scene, "src/back.ts")).decision).toBe("allow");
    expect(await done(scene, "status")).not.toContain("changed by a program");
  });

  it("is one to an agent that switches there and back, too", async () => {
    const scene = await repository();
    await day(scene);
    git(scene, "add", "-A");
    git(scene, "commit", "-qm", "A day");
    for (const branch of ["plain", "work"]) {
      await switched(scene, branch);
      expect((await write(scene, "src/kept/a.ts")).code).toBe("DESTRUCTIVE_BLOCKED");
      expect((await write(scene, "src/a.ts", `${branch}\n`)).code).not.toBe("SIDECAR_MISSING");
      git(scene, "checkout", "-q", "--", "src/a.ts");
    }
    expect(await done(scene, "status")).not.toContain("changed by a program");
  });

  it.each([
    ["deleted by hand", (scene: Scene) => rmSync(join(scene.repo, INTENTS))],
    ["taken out of the index", (scene: Scene) => git(scene, "rm", "-q", INTENTS)],
    ["gone with its folder", (scene: Scene) => rmSync(join(scene.repo, ".orchestration"), { recursive: true })],
  ])("is not one whose file was %s: nothing may be changed", async (_, lose) => {
    const scene = await repository();
    await day(scene);
    lose(scene);
    expect((await write(scene, "src/a.ts")).code).not.toBeUndefined();
    expect((await run(scene, ["status"])).code).toBe(1);
  });
});

describe("a branch that brings other rules", () => {
  async function hostile(files: Record<string, string>): Promise<Scene> {
    const scene = await repository();
    git(scene, "switch", "-qc", "hostile", "plain");
    for (const [path, text] of Object.entries(files)) put(scene.repo, path, text);
    git(scene, "add", "-Af");
    git(scene, "commit", "-qm", "hostile");
    git(scene, "switch", "-q", "work");
    await day(scene);
    git(scene, "add", "-A");
    git(scene, "commit", "-qm", "A day");
    return scene;
  }
  const widest = `active_intents:\n  - { id: INT-001, name: A, status: IN_PROGRESS, owned_scope: ["**"] }\n`;

  it.each([
    ["a policy without intents", { [POLICY]: "mode: observe\n" }],
    ["a policy and wider intents", { [POLICY]: "mode: observe\n", [INTENTS]: widest }],
    ["wider intents without a policy", { [INTENTS]: widest }],
    ["an ignore file of git that hides nothing", { ".orchestration/.gitignore": "!*\n", [POLICY]: "forbid: []\n" }],
  ])("widens nothing when an agent switches to it: %s", async (_, files) => {
    const scene = await hostile(files);
    await switched(scene, "hostile");
    await take(scene);
    expect((await write(scene, "lib/no.ts")).decision).toBe("deny");
    expect((await write(scene, "src/kept/a.ts")).decision).toBe("deny");
    expect((await json<{ mode: string }>(scene, "status")).mode).toBe("enforce");
  });
});

describe("work that is stashed", () => {
  it("comes back, and the gate stays", async () => {
    const scene = await repository();
    await day(scene);
    git(scene, "stash", "-qu");
    expect(dirty(scene)).toBe("");
    expect((await write(scene, "src/kept/a.ts")).code).toBe("DESTRUCTIVE_BLOCKED");
    git(scene, "stash", "pop", "-q");
    expect(dirty(scene)).toBe("?? src/new.ts\n");
    expect((await write(scene, "src/other.ts")).decision).toBe("allow");
  });

  it("takes intents along that were never committed: the last accepted count until they are back", async () => {
    const scene = bare({ "src/a.ts": "a\n" });
    await done(scene, "init", "--yes", "--no-hosts");
    await done(scene, "intent", "new", "--name", "A", "--scope", "src/**", "--start");
    await day(scene);
    git(scene, "stash", "-qu");
    expect(existsSync(join(scene.repo, INTENTS))).toBe(false);
    expect((await write(scene, "src/other.ts")).decision).toBe("allow");
    expect((await write(scene, "lib/no.ts")).code).toBe("SCOPE_VIOLATION");
    rmSync(join(scene.repo, "src/other.ts"));
    git(scene, "stash", "pop", "-q");
    expect(await done(scene, "status")).not.toContain(NOT_HERE);
    expect((await write(scene, "src/third.ts")).decision).toBe("allow");
  });
});

describe("a rebase with conflicts", () => {
  it("stops in files of people alone; between its steps and after it the gate is the same", async () => {
    const scene = await repository();
    await day(scene);
    git(scene, "add", "-A");
    git(scene, "commit", "-qm", "A day");
    git(scene, "switch", "-q", "plain");
    put(scene.repo, "src/new.ts", "other\n");
    git(scene, "add", "-A");
    git(scene, "commit", "-qm", "Another day");
    git(scene, "switch", "-q", "work");
    expect(ran(scene, scene.repo, "rebase", "plain").out).toContain("CONFLICT");
    expect(git(scene, "diff", "--name-only", "--diff-filter=U")).toBe("src/new.ts\n");
    expect((await write(scene, "src/kept/a.ts")).code).toBe("DESTRUCTIVE_BLOCKED");
    await call(scene, "read_file", { path: "src/new.ts" });
    expect((await write(scene, "src/new.ts", "both\n")).decision).toBe("allow");
    git(scene, "add", "src/new.ts");
    git(scene, "rebase", "--continue");
    expect(dirty(scene)).toBe("");
    expect((await write(scene, "src/after.ts")).decision).toBe("allow");
  });
});

describe("a worktree", () => {
  it("of a branch from before works under the intents of the main one, and both stay clean", async () => {
    const scene = await repository();
    await day(scene);
    git(scene, "add", "-A");
    git(scene, "commit", "-qm", "A day");
    const tree = join(scene.repo, "../tree");
    git(scene, "worktree", "add", "-q", tree, "plain");
    const there = { ...scene, repo: tree };
    expect((await take(there, "s5")).decision).toBe("allow");
    expect((await write(there, "src/there.ts", "1\n", "s5")).decision).toBe("allow");
    expect((await write(there, "src/kept/a.ts", "1\n", "s5")).code).toBe("DESTRUCTIVE_BLOCKED");
    expect(ran(scene, tree, "status", "--porcelain", "-uall").out).toBe("?? src/there.ts\n");
    expect(dirty(scene)).toBe("");
  });
});
