/** What enters the index, or a commit, without ever having stood in the tree is a change like any other. */
import { chmodSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { put } from "../planted-root.ts";
import { searchRows } from "../support/search-runs.ts";
import { blob, git, intents, place, plantRepository, saidOf } from "./git-scene.ts";

plantRepository();

describe("what enters the index by plumbing", () => {
  it.each([".orchestration/active_intents.yaml", ".claude/settings.json", "lib/b.ts", "src/a.ts"])(
    "counts from the top of the tree wherever it is called, so it is a change anywhere: %s",
    async (path) => {
      const object = blob("x\n");
      for (const words of [`100644,${object},${path}`, `100644 ${object} ${path}`, `a.ts 100644 ${object} ${path}`]) {
        expect(await saidOf(`git update-index --add --cacheinfo ${words}`)).toBe("no: SCOPE_VIOLATION");
        expect(await saidOf(`cd src && git update-index --add --cacheinfo ${words}`)).toBe("no: SCOPE_VIOLATION");
      }
    },
  );

  it.each([
    ["git rm --cached lib/b.ts", "no: SCOPE_VIOLATION"],
    ["git rm --cached src/a.ts", "allow"],
    ["git restore --staged --source=main lib/b.ts", "no: SCOPE_VIOLATION"],
    ["git apply --cached change.patch", "no: SCOPE_VIOLATION"],
    ["git read-tree main", "no: SCOPE_VIOLATION"],
    ["git update-index --index-info", "ask"],
  ])("is held to the scope: %s", async (command, said) => {
    expect(await saidOf(command)).toBe(said);
  });
});

describe("a commit", () => {
  const stage = (path: string, text: string) =>
    git("update-index", "--add", "--cacheinfo", `100644,${blob(text)},${path}`);

  it.each([
    [".orchestration/active_intents.yaml", "no: CONTROL_FILE"],
    [".claude/settings.json", "no: CONTROL_FILE"],
    ["lib/b.ts", "no: SCOPE_VIOLATION"],
    ["README.md", "no: SCOPE_VIOLATION"],
    ["src/a.ts", "allow"],
  ])("with %s staged: %s", async (path, said) => {
    stage(path, "staged\n");
    for (const command of ["git commit -m x", "git commit --amend --no-edit", "cd src && git commit -m x"])
      expect([command, await saidOf(command)]).toEqual([command, said]);
  });

  it("with nothing staged passes, and so does one in a repository without commits", async () => {
    expect(await saidOf("git commit --allow-empty -m x")).toBe("allow");
    git("update-ref", "-d", "HEAD");
    git("rm", "-rq", "--cached", ".");
    put(place.root, "src/a.ts", "a\n");
    git("add", "src/a.ts");
    expect(await saidOf("git commit -m x")).toBe("allow");
    git("add", "lib/b.ts");
    expect(await saidOf("git commit -m x")).toBe("no: SCOPE_VIOLATION");
  });

  it("that ends a merge is held to what none of its parents has", async () => {
    git("checkout", "-q", "-b", "other");
    put(place.root, "lib/b.ts", "theirs\n");
    git("commit", "-qam", "theirs");
    git("checkout", "-q", "main");
    put(place.root, "src/a.ts", "ours\n");
    git("commit", "-qam", "ours");
    git("merge", "-q", "--no-commit", "--no-ff", "other");
    expect(await saidOf("git commit -m merged")).toBe("allow");
    stage("lib/b.ts", "neither\n");
    expect(await saidOf("git commit -m merged")).toBe("no: SCOPE_VIOLATION");
  });
});

describe("a commit that takes files along", () => {
  beforeEach(() => {
    put(place.root, "src/a.ts", "changed\n");
    put(place.root, "src/new.ts", "new\n");
  });
  const dirty = () => put(place.root, "lib/b.ts", "a person's\n");
  const untracked = () => put(place.root, "lib/new.ts", "a person's\n");

  it.each(
    searchRows([
      "git commit -am x",
      "git commit -a -m x",
      "git commit --all -m x",
      "git add -A && git commit -m x",
      "git add . && git commit -m x",
      "git add -u; git commit -m x",
      "git stage lib && git commit -m x",
      "git add src lib/b.ts && git commit -m x",
      "git add '*.ts' && git commit -m x",
      "git add :/ && git commit -m x",
      "cd src && git add .. && git commit -m x",
      "cd src && git commit -m x ../lib/b.ts",
      "git -C lib add b.ts && git commit -m x",
      "git commit -m x lib/b.ts",
      "git commit -m x -- lib",
      "git commit -m x -i lib/b.ts",
      'git add "$FILES" && git commit -m x',
      "git update-index lib/b.ts && git commit -m x",
      "git update-index --add lib/b.ts && git commit -m x",
      "git update-index -g && git commit -m x",
      "git add :/lib && git commit -m x",
      "git add 'lib/*' && git commit -m x",
      "git commit -m x src/a.ts && git commit -am y",
      'git add "$PWD/lib" && git commit -m x',
      "git add $PWD/lib/b.ts && git commit -m x",
      'git commit -m x "$(pwd)/lib"',
      "git commit -m x ~+/lib",
      'cd lib && git commit -m x "$PWD"',
      'cd src && git add "$OLDPWD/lib" && git commit -m x',
      'git -C src add "$PWD/lib" && git commit -m x',
      'git add ":(top)$PWD/lib" && git commit -m x',
      'git add ":/$PWD/lib" && git commit -m x',
    ]),
  )("is held to the scope where a person's change is among them: %s", async (command) => {
    dirty();
    expect(await saidOf(command)).toBe("no: SCOPE_VIOLATION");
    git("checkout", "-q", "lib/b.ts");
    expect(await saidOf(command.includes("lib") ? "git commit -am x" : command)).toMatch(/allow|ask/);
  });

  it.each(
    searchRows([
      "git add src && git commit -m x",
      "git add src/a.ts src/new.ts && git commit -m x",
      "cd src && git add . && git commit -m x",
      "git commit -m x src/a.ts",
      "git commit -m x -- src",
      "git add -u src && git commit -m x",
      "git add src/*.ts && git commit -m x",
      "git add 'src/[id].ts' src/a.ts && git commit -m x",
      "git add ':(top)src' && git commit -m x",
      "cd lib && git add :/src && git commit -m x",
      'git add "$PWD/src" && git commit -m x',
      'cd lib && git commit -m x "$OLDPWD/src/a.ts"',
    ]),
  )("passes where none is: %s", async (command) => {
    dirty();
    untracked();
    expect(await saidOf(command)).toBe("allow");
  });

  it.each([
    ["git add -A && git commit -m x", "no: SCOPE_VIOLATION"],
    ["git add lib && git commit -m x", "no: SCOPE_VIOLATION"],
    ["git add -f . && git commit -m x", "no: CONTROL_FILE"],
    ["git add -u && git commit -m x", "allow"],
    ["git commit -am x", "allow"],
  ])("is held to the scope for a file that git does not know: %s", async (command, said) => {
    untracked();
    expect(await saidOf(command)).toBe(said);
  });

  it.each(["git commit -m x src/a.ts", "git commit -m x -- src", "git commit -o src/a.ts -m x"])(
    "takes of what a person staged nothing along where it names its paths: %s",
    async (command) => {
      dirty();
      git("add", "lib/b.ts");
      expect(await saidOf(command)).toBe("allow");
      expect(await saidOf(command.replace("commit", "commit -i"))).toBe("no: SCOPE_VIOLATION");
    },
  );

  it("takes the gate's own lessons along as they stand, and not otherwise", async () => {
    put(place.root, "AGENT.md", "# Lessons\n");
    expect(await saidOf("git add -A && git commit -m x")).toBe("allow");
    git("update-index", "--add", "--cacheinfo", `100644,${blob("other\n")},AGENT.md`);
    expect(await saidOf("git commit -m x")).toBe("no: CONTROL_FILE");
  });

  it("takes along what the gate itself wrote into the intents file, and nothing that a person or a program did", async () => {
    const file = ".orchestration/active_intents.yaml";
    put(place.root, ".gitignore", ".orchestration/*\n!.orchestration/active_intents.yaml\n");
    put(place.root, file, intents.replace("IN_PROGRESS", "PENDING"));
    git("add", "-A");
    git("commit", "-qm", "declared");
    put(place.root, "src/a.ts", "once more\n");
    expect(await saidOf("git add -A && git commit -m x")).toBe("allow");
    expect(git("status", "--porcelain", file)).not.toBe("");
    const begun = readFileSync(join(place.root, file), "utf8");
    git("update-index", "--add", "--cacheinfo", `100644,${blob("other\n")},${file}`);
    expect(await saidOf("git commit -m x")).toBe("no: CONTROL_FILE");
    git("reset", "-q");
    for (const edited of [`${begun}# a remark\n`, begun.replace("src/**", "**"), intents]) {
      put(place.root, file, edited);
      expect(await saidOf("git add -A && git commit -m x")).toBe("no: CONTROL_FILE");
    }
  });

  it("finds the path behind a link to the repository", async () => {
    dirty();
    symlinkSync(place.root, join(place.folder, "tmp/link"));
    expect(await saidOf(`git add ${place.folder}/tmp/link/lib/b.ts && git commit -m x`)).toBe("no: SCOPE_VIOLATION");
  });

  it.each(["--assume-unchanged", "--skip-worktree"])("leaves what git was told not to look at: %s", async (flag) => {
    git("update-index", flag, "lib/b.ts");
    dirty();
    expect(await saidOf("git commit -am x")).toBe("allow");
    expect(await saidOf("git add -u && git commit -m x")).toBe("allow");
    for (const command of [
      `git update-index ${flag.replace("--", "--no-")} lib/b.ts && git commit -am x`,
      `git update-index ${flag.replace("--", "--no-")} lib/b.ts; git add -u; git commit -m x`,
      "git update-index --really-refresh && git commit -am x",
      "git commit -m x lib/b.ts",
      "git commit -m x -i lib",
      "git add --renormalize . && git commit -m x",
    ])
      expect([command, await saidOf(command)]).toEqual([command, "no: SCOPE_VIOLATION"]);
  });

  it.each([
    "git commit -am x",
    "git add -A && git commit -m x",
    "git commit -m x lib",
    "git add -u && git commit -m x",
  ])("is held to the scope for what differs in other things than its bytes: %s", async (command) => {
    chmodSync(join(place.root, "lib/b.ts"), 0o755);
    expect(await saidOf(command)).toBe("no: SCOPE_VIOLATION");
    git("config", "core.fileMode", "false");
    expect(await saidOf(command)).toBe("allow");
    // A link is not what it leads to.
    rmSync(join(place.root, "lib/b.ts"));
    symlinkSync("../src/a.ts", join(place.root, "lib/b.ts"));
    expect(await saidOf(command)).toBe("no: SCOPE_VIOLATION");
  });

  it.each([
    "git commit -am x",
    "git add -A && git commit -m x",
    "git commit -m x libs",
    "git add libs && git commit -m x",
  ])("is held to the scope for a repository of its own that is at another commit: %s", async (command) => {
    const inner = (...words: string[]) => git("-C", join(place.root, "libs/inner"), ...words);
    git("init", "-q", "libs/inner");
    inner("commit", "-q", "--allow-empty", "-m", "one");
    git("add", "libs/inner");
    git("-c", "advice.addEmbeddedRepo=false", "commit", "-qm", "inner", "libs");
    expect(await saidOf("git commit -am x")).toBe("allow");
    inner("commit", "-q", "--allow-empty", "-m", "two");
    git("config", "submodule.libs/inner.ignore", "all");
    expect(await saidOf(command)).toBe("no: SCOPE_VIOLATION");
  });

  it.each([
    ["git add --chmod=+x lib/b.ts && git commit -m x", "no: SCOPE_VIOLATION"],
    ["git update-index --chmod=+x lib/b.ts", "no: SCOPE_VIOLATION"],
    ["git --icase-pathspecs add LIB/b.ts && git commit -m x", "ask"],
  ])("is held to the scope: %s", async (command, said) => {
    dirty();
    expect(await saidOf(command)).toBe(said);
  });

  it("leaves what is ignored alone, unless it is forced", async () => {
    put(place.root, ".git/info/exclude", "*.log\n");
    put(place.root, "lib/x.log", "x\n");
    expect(await saidOf("git add -A && git commit -m x")).toBe("allow");
    expect(await saidOf("git add -f lib/x.log && git commit -m x")).toBe("no: SCOPE_VIOLATION");
  });

  it.each(
    searchRows([
      "rm src/.gitignore; git add -A; git commit -m x",
      "mv src/.gitignore src/x; git add -A && git commit -m x",
      "cp src/a.ts src/.gitignore && git add . && git commit -m x",
      "echo > src/new/.gitignore; git add -A && git commit -m x",
      "sed -i d src/.gitignore && git add src lib && git commit -m x",
      "cp lib/.gitignore src && git add -A && git commit -m x",
    ]),
  )("takes no rule for granted that the same command changes: %s", async (command) => {
    put(place.root, "src/.gitignore", "x\n");
    put(place.root, ".git/info/exclude", "*.log\n");
    put(place.root, "lib/x.log", "x\n");
    expect(await saidOf("git add -A && git commit -m x")).toBe("allow");
    expect(await saidOf(command)).toMatch(/^no: (CONTROL_FILE|SCOPE_VIOLATION|STALE_FILE)$/);
  });

  it("takes no file for changed that was only touched, and one that is gone for changed", async () => {
    put(place.root, "lib/b.ts", "b\n");
    expect(await saidOf("git commit -am x")).toBe("allow");
    rmSync(join(place.root, "lib/b.ts"));
    expect(await saidOf("git commit -am x")).toBe("no: SCOPE_VIOLATION");
  });
});
