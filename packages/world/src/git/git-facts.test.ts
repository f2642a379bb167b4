import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { findRepository, headRevision } from "./git-facts.ts";

let folder: string;
const git = (cwd: string, ...args: string[]) =>
  execFileSync(
    "git",
    ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false", ...args],
    {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    },
  ).trim();

beforeEach(() => {
  folder = tempFolder("git");
});

function repository(name: string): string {
  const top = join(folder, name);
  mkdirSync(join(top, "src"), { recursive: true });
  git(top, "init", "-q");
  writeFileSync(join(top, "src", "a.ts"), "a\n");
  git(top, "add", ".");
  git(top, "commit", "-qm", "first");
  return top;
}

describe("the repository around a folder", () => {
  it("is found from a folder inside it, with the commit of its head", () => {
    const top = repository("one");
    const found = findRepository(join(top, "src"));
    expect(found).toMatchObject({ top, mainTop: top });
    expect(headRevision(found)).toBe(git(top, "rev-parse", "HEAD"));
  });

  it("is not an empty folder of that name, as a sandbox leaves where it wants to mount", () => {
    const top = repository("one");
    mkdirSync(join(top, "src/.git"));
    expect(findRepository(join(top, "src"))?.top).toBe(top);
  });

  it("has the same head when refs are packed or the head is detached", () => {
    const top = repository("one");
    const head = git(top, "rev-parse", "HEAD");
    git(top, "pack-refs", "--all");
    expect(headRevision(findRepository(top))).toBe(head);
    git(top, "checkout", "-q", "--detach");
    expect(headRevision(findRepository(top))).toBe(head);
  });

  it.each([
    ["no commit yet", (top: string) => git(top, "init", "-q")],
    [
      "a head that names nothing",
      (top: string) => {
        git(top, "init", "-q");
        writeFileSync(join(top, ".git", "HEAD"), "ref: refs/heads/../../../secret\n");
      },
    ],
    [
      "a head of garbage",
      (top: string) => {
        git(top, "init", "-q");
        writeFileSync(join(top, ".git", "HEAD"), "\0\0\0");
      },
    ],
  ])("has an unknown head with %s", (_name, make) => {
    const top = join(folder, "empty");
    mkdirSync(top);
    make(top);
    expect(headRevision(findRepository(top))).toBe("unknown");
  });

  it("is none outside of any", () => {
    expect(findRepository(folder)).toBeNull();
    expect(headRevision(null)).toBe("unknown");
  });

  it("knows the main worktree of a linked one, and its own head", () => {
    const top = repository("main");
    const linked = join(folder, "linked");
    git(top, "worktree", "add", "-q", "-b", "topic", linked);
    writeFileSync(join(linked, "src", "b.ts"), "b\n");
    git(linked, "add", ".");
    git(linked, "commit", "-qm", "second");
    const found = findRepository(join(linked, "src"));
    expect(found).toMatchObject({ top: linked, mainTop: top });
    expect(headRevision(found)).toBe(git(linked, "rev-parse", "HEAD"));
    expect(headRevision(found)).not.toBe(headRevision(findRepository(top)));
  });

  it("is not believed when a planted pointer claims another repository as its main one", () => {
    const top = repository("victim");
    git(top, "worktree", "add", "-q", "-b", "topic", join(folder, "linked"));
    const planted = join(folder, "planted");
    mkdirSync(planted);
    writeFileSync(join(planted, ".git"), `gitdir: ${join(top, ".git", "worktrees", "linked")}\n`);
    expect(findRepository(planted)?.mainTop).toBe(planted);
  });

  it("of a submodule is its own, not the one around it", () => {
    const inner = repository("inner");
    const outer = repository("outer");
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", inner, "sub");
    expect(findRepository(join(outer, "sub"))?.mainTop).toBe(join(outer, "sub"));
  });
});
