import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { branchLacks } from "./branch-lacks.ts";

let folder: string;
const git = (...words: string[]) =>
  execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.invalid", ...words], { cwd: folder });
const lacks = (path: string) => branchLacks(folder, join(folder, path))();

beforeEach(() => {
  folder = tempFolder("branch");
});

function committed(): void {
  git("init", "-q", "-b", "main");
  mkdirSync(join(folder, ".orchestration"));
  writeFileSync(join(folder, ".orchestration/active_intents.yaml"), "x\n");
  git("add", "-A");
  git("commit", "-qm", "one");
}

describe("a branch", () => {
  it("has the file that its commit has, wherever it went", () => {
    committed();
    expect(lacks(".orchestration/active_intents.yaml")).toBe(false);
    rmSync(join(folder, ".orchestration"), { recursive: true });
    expect(lacks(".orchestration/active_intents.yaml")).toBe(false);
    git("rm", "-qr", "--cached", ".orchestration");
    expect(lacks(".orchestration/active_intents.yaml")).toBe(false);
  });

  it("lacks what its commit does not have, and each commit is asked", () => {
    committed();
    const asked = branchLacks(folder, join(folder, ".orchestration/active_intents.yaml"));
    expect(asked()).toBe(false);
    git("rm", "-qr", ".orchestration");
    git("commit", "-qm", "two");
    expect(asked()).toBe(true);
  });

  it.each([
    ["without a repository", () => undefined],
    ["without a commit", () => git("init", "-q")],
    [
      "whose commit cannot be read",
      () => {
        committed();
        rmSync(join(folder, ".git/objects"), { recursive: true });
        mkdirSync(join(folder, ".git/objects"));
      },
    ],
    ["of which a name has a line break", committed, "a\nb"],
  ])("lacks nothing %s", (_, make, path = "nowhere.yaml") => {
    make();
    expect(lacks(path)).toBe(false);
  });
});
