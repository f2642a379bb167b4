import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitHookStates, installGitHooks, removeGitHooks } from "./git-hooks.ts";
import { commitNotes, noteCommit } from "./record-commits.ts";
import { trackedFiles } from "./tracked-files.ts";

let root: string;
const env = { PATH: process.env.PATH ?? "", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
const git = (...words: string[]) => execFileSync("git", words, { cwd: root, env, encoding: "utf8" });
const hook = (name: string) => join(root, ".git/hooks", name);

beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-hooks-"));
  git("init", "-q", "--template=");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("git's hooks", () => {
  it("are made where there are none, can be run, and are gone after removing", () => {
    expect(installGitHooks(root)).toEqual({ ok: true, value: ["post-commit", "post-rewrite"] });
    expect(statSync(hook("post-commit")).mode & 0o777).toBe(0o755);
    expect(gitHookStates(root)).toEqual({
      ok: true,
      value: { "post-commit": "installed", "post-rewrite": "installed" },
    });
    expect(installGitHooks(root)).toEqual({ ok: true, value: [] });
    expect(removeGitHooks(root)).toEqual({ ok: true, value: ["post-commit", "post-rewrite"] });
    expect(existsSync(hook("post-commit"))).toBe(false);
  });

  it("run what was there first, and get it back byte for byte", () => {
    mkdirSync(join(root, ".git/hooks"));
    const own = "#!/usr/bin/env bash\necho mine";
    writeFileSync(hook("post-commit"), own);
    chmodSync(hook("post-commit"), 0o700);
    installGitHooks(root);
    const added = readFileSync(hook("post-commit"), "utf8");
    expect(added.indexOf("echo mine")).toBeLessThan(added.indexOf("intentgate"));
    expect(statSync(hook("post-commit")).mode & 0o777).toBe(0o700);
    removeGitHooks(root);
    expect(readFileSync(hook("post-commit"), "utf8")).toBe(`${own}\n`);
  });

  it.each(["#!/usr/bin/env python3\nprint('x')\n", "\u007fELF", "", "echo no shebang\n"])(
    "are left alone, all of them, where one is no shell script: %j",
    (own) => {
      mkdirSync(join(root, ".git/hooks"));
      writeFileSync(hook("post-rewrite"), own);
      expect(installGitHooks(root)).toMatchObject({ ok: false, problems: [{ code: "NOT_ALLOWED" }] });
      expect(readFileSync(hook("post-rewrite"), "utf8")).toBe(own);
      expect(existsSync(hook("post-commit"))).toBe(false);
    },
  );

  it("are not touched where git was sent elsewhere, nor without git", () => {
    git("config", "core.hooksPath", ".husky");
    expect(installGitHooks(root)).toMatchObject({ ok: false, problems: [{ file: ".git/config" }] });
    rmSync(join(root, ".git"), { recursive: true });
    expect(installGitHooks(root)).toMatchObject({ ok: false });
    expect(removeGitHooks(root)).toMatchObject({ ok: false });
  });
});

describe("the files that git tracks", () => {
  it.each(["2", "3", "4"])("are those that git names, in an index of version %s", (version) => {
    for (const path of ["a.ts", "deep/er/b.ts", "deep/er/bc.ts", "deep/ü.md", `long/${"n".repeat(200)}.ts`]) {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), path);
    }
    git("add", ".");
    if (version === "3") git("update-index", "--skip-worktree", "a.ts");
    git("update-index", "--index-version", version);
    const named = git("ls-files", "-z").split("\0").filter(Boolean);
    expect(trackedFiles(root)).toEqual(named);
    expect(trackedFiles(join(root, "deep"))).toEqual(["er/b.ts", "er/bc.ts", "ü.md"]);
  });

  it.each(["DIRC", "DIRC\0\0\0\u0009\0\0\0\u0001", `DIRC\0\0\0\u0002\0\0\0\u0005${"x".repeat(80)}`, "nothing"])(
    "are not guessed from an index like %j",
    (bytes) => {
      writeFileSync(join(root, ".git/index"), Buffer.from(bytes, "latin1"));
      expect(trackedFiles(root)).toBeNull();
    },
  );
});

describe("notes of commits", () => {
  const [one, two, three] = ["1", "2", "3"].map((digit) => digit.repeat(40)) as [string, string, string];

  it("follow a record through rewritten commits", () => {
    noteCommit(root, { commit: one, records: ["r1", "r2"] });
    noteCommit(root, { commit: two, records: [], rewritten_from: one });
    noteCommit(root, { commit: three, records: ["r3"], rewritten_from: two });
    const notes = commitNotes(root);
    expect(["r1", "r2", "r3", "r4"].map(notes.commitsOf)).toEqual([[three], [three], [three], []]);
  });

  it("pass over lines that say something else", () => {
    writeFileSync(
      join(root, "record_commits.jsonl"),
      `torn {\n{"version":2,"commit":"${one}","records":["r1"]}\n{"version":1,"commit":"HEAD","records":["r1"]}\n`,
    );
    expect(commitNotes(root).commitsOf("r1")).toEqual([]);
  });
});
