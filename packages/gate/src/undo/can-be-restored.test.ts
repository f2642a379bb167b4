import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findRepository, hashOf } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { canBeRestored } from "./can-be-restored.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(tempFolder("restorable"));
});

const git = (...words: string[]) => {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "init.defaultBranch=main"];
  const done = spawnSync("git", [...identity, ...words], { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
};
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const commit = (path: string, text: string) => {
  put(path, text);
  git("add", "-A");
  git("commit", "-qm", text);
};
const ask = (text: string, path = "a.ts", kept: readonly string[] = []) =>
  canBeRestored(Buffer.from(text), path, {
    repository: findRepository(root),
    kept: { find: (hash) => (kept.some((one) => hashOf(one) === hash) ? Buffer.from("") : null) },
  });

describe("exactly these bytes", () => {
  it.each<[string, () => void, boolean]>([
    ["are in the last commit", () => commit("a.ts", "it\n"), true],
    [
      "are in an older commit",
      () => {
        commit("a.ts", "it\n");
        commit("a.ts", "new\n");
      },
      true,
    ],
    ["are in a commit under another name", () => commit("old/b.ts", "it\n"), true],
    [
      "are on another branch",
      () => {
        commit("a.ts", "x\n");
        git("checkout", "-qb", "other");
        commit("a.ts", "it\n");
        git("checkout", "-q", "main");
      },
      true,
    ],
    [
      "are stashed",
      () => {
        commit("a.ts", "x\n");
        put("a.ts", "it\n");
        git("stash", "-q");
      },
      true,
    ],
    [
      "are tagged",
      () => {
        commit("a.ts", "it\n");
        git("tag", "t");
        git("checkout", "-q", "--orphan", "fresh");
        commit("a.ts", "new\n");
        git("branch", "-qD", "main");
      },
      true,
    ],
    [
      "are staged, and nothing more",
      () => {
        commit("a.ts", "x\n");
        put("a.ts", "it\n");
        git("add", "-A");
      },
      false,
    ],
    [
      "are on a branch that was deleted",
      () => {
        commit("a.ts", "x\n");
        git("checkout", "-qb", "other");
        commit("a.ts", "it\n");
        git("checkout", "-q", "main");
        git("branch", "-qD", "other");
      },
      false,
    ],
    [
      "only stand in the tree",
      () => {
        commit("a.ts", "x\n");
        put("a.ts", "it\n");
      },
      false,
    ],
    ["differ by a line end", () => commit("a.ts", "it\r\n"), false],
    ["were never there", () => commit("a.ts", "other\n"), false],
    ["have no commit yet", () => put("a.ts", "it\n"), false],
  ])("that %s", (_where, made, answer) => {
    git("init", "-q");
    made();
    expect(ask("it\n")).toBe(answer);
  });

  it("that are kept need no git; nor is anything else taken for them", () => {
    expect(ask("it\n", "a.ts", ["it\n"])).toBe(true);
    expect(ask("it\n", "a.ts", ["it"])).toBe(false);
    expect(ask("it\n")).toBe(false);
  });

  it("are not to be had from a repository that cannot answer", () => {
    git("init", "-q");
    commit("a.ts", "it\n");
    expect(ask("it\n", ":(exclude)a.ts")).toBe(true);
    writeFileSync(join(root, ".git/HEAD"), "broken\n");
    writeFileSync(join(root, ".git/packed-refs"), "broken\n");
    expect(ask("it\n")).toBe(false);
  });
});
