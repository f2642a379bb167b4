import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createCheckedOut, type GitThen } from "./checked-out.ts";
import { findRepository } from "./git-facts.ts";

let root: string;
const path = "src/a.txt";

beforeEach(() => {
  root = tempFolder("checked-out");
  git("init", "-q", "-b", "main");
});

function git(...words: string[]): void {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.invalid"];
  const done = spawnSync("git", [...identity, ...words], { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
}

function put(text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function commit(text: string): void {
  put(text);
  git("add", "-A");
  git("commit", "-q", "-m", "work");
}

const between = (left: string, now: string, folder = root, at = path, then: GitThen | null = null) =>
  createCheckedOut(findRepository(folder), folder, then)(at, Buffer.from(left), Buffer.from(now)).map(String);
const revision = (name: string) => spawnSync("git", ["rev-parse", name], { cwd: root, encoding: "utf8" }).stdout.trim();
const then = (): GitThen => ({ head: revision("HEAD"), index: { [path]: revision(`:${path}`) } });

describe("what git put in place of a content", () => {
  it("is what its index has, where the content was committed", () => {
    commit("a\nb\n");
    commit("a\n");
    expect(between("a\nb\n", "a\nb\nc\n")).toEqual(["a\n"]);
    expect(between("a\nb\n", "a\nb\nc\n", join(root, "src"), "a.txt")).toEqual(["a\n"]);
  });

  it("is also what lacked, some commits back, a line that is there again", () => {
    commit("a\nb\n");
    commit("a\n");
    commit("a\nb\nc\n");
    expect(between("a\nb\n", "a\nb\nc\nd\n")).toEqual(["a\n", "a\nb\nc\n"]);
    commit("a\nb\nc\nmore\n");
    expect(between("a\nb\n", "a\nb\nc\nd\n")).toEqual(["a\n", "a\nb\nc\nmore\n"]);
  });

  it("is what the branch has that was switched to", () => {
    commit("a\n");
    git("checkout", "-q", "-b", "side");
    commit("a\nside\n");
    git("checkout", "-q", "main");
    expect(between("a\nside\n", "a\nmine\n")).toEqual(["a\n"]);
  });

  it.each<[string, () => unknown, string, string]>([
    ["git never had the content", () => commit("a\n"), "a\nuncommitted\n", "a\nb\n"],
    ["the index still has it", () => commit("a\n"), "a\n", "a\nb\n"],
    ["it was staged and is there", () => [commit("a\n"), put("a\nb\n"), git("add", "-A")], "a\nb\n", "c\n"],
    ["what stands there is what git put there", () => [commit("a\nb\n"), commit("a\n")], "a\nb\n", "a\n"],
    ["the file is not tracked", () => undefined, "a\n", "b\n"],
  ])("is nothing where %s", (_, prepare, left, now) => {
    prepare();
    expect(between(left, now)).toEqual([]);
  });

  it("is what git had at that moment, not what was committed since", () => {
    commit("a\nb\n");
    commit("a\n");
    const stood = then();
    commit("a\nb\nc\nlater\n");
    expect(between("a\nb\n", "a\nb\nc\n", root, path, stood)).toEqual(["a\n"]);
    expect(between("a\n", "a\nb\nc\n", root, path, stood)).toEqual([]);
    expect(between("a\nb\n", "a\nb\nc\n", root, path, { head: revision("HEAD~1"), index: {} })).toEqual([]);
  });

  it("is nothing that git was given since", () => {
    commit("a\nb\n");
    commit("a\n");
    expect(between("a\nb\n", "a\nb\nc\n", root, path, { since: Date.now() + 60_000 })).toEqual(["a\n"]);
    expect(between("a\nb\n", "a\nb\nc\n", root, path, { since: 1 })).toEqual([]);
  });

  it("is nothing without a repository, or at a name that git cannot be asked for", () => {
    commit("a\nb\n");
    commit("a\n");
    const asked = createCheckedOut(null, root)(path, Buffer.from("a\nb\n"), Buffer.from("c\n"));
    expect(asked).toEqual([]);
    expect(between("a\nb\n", "c\n", root, "src/a\n.txt")).toEqual([]);
  });
});
