import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { findRepository, type Repository } from "@intentgate/world";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createFormerNames } from "./former-names.ts";

let root: string;

beforeEach(() => {
  root = tempFolder("names");
  git("init", "-q", "-b", "main");
});

function git(...words: string[]): void {
  const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.invalid"];
  const done = spawnSync("git", [...identity, ...words], { cwd: root, encoding: "utf8" });
  if (done.status !== 0) throw new Error(`git ${words.join(" ")}: ${done.stderr}`);
}

function put(files: Record<string, string | null>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    if (text === null) rmSync(file, { force: true });
    else writeFileSync(file, text);
  }
}

function commit(files: Record<string, string | null>): void {
  put(files);
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "work");
}

function wasRenamed(path: string, other: string): boolean | null {
  const bytesNow = (name: string) => (existsSync(join(root, name)) ? readFileSync(join(root, name)) : null);
  return createFormerNames({ root, repository: findRepository(root) as Repository, bytesNow })(path, other);
}

const lines = (name: string, count = 8) =>
  Array.from({ length: count }, (_, at) => `const ${name}${at} = make(${name}, ${at});\n`).join("");
const [first, second] = [lines("alpha"), `${lines("alpha", 5)}${lines("beta", 3)}`];

describe("a file that was committed under another name", () => {
  beforeEach(() => commit({ "a.ts": first, "b.ts": second, "test/c.ts": lines("gamma") }));

  it("came from the one that git pairs it with, and from none that was deleted beside it", () => {
    commit({ "a.ts": null, "b.ts": null, "z.ts": first });
    expect([wasRenamed("z.ts", "a.ts"), wasRenamed("z.ts", "b.ts")]).toEqual([true, false]);
  });

  it("is followed over several names", () => {
    commit({ "a.ts": null, "y.ts": first });
    commit({ "y.ts": null, "b.ts": null, "spec/z.ts": first });
    expect(["y.ts", "a.ts", "b.ts"].map((one) => wasRenamed("spec/z.ts", one))).toEqual([true, true, false]);
  });

  it("came from none where git pairs it with none", () => {
    commit({ "a.ts": null, "z.ts": lines("delta") });
    expect(wasRenamed("z.ts", "a.ts")).toBe(false);
  });

  it("is not decided by what git never saw", () => {
    commit({ "a.ts": null, "z.ts": first });
    expect(wasRenamed("z.ts", "never.ts")).toBe(null);
    expect(wasRenamed("never.ts", "a.ts")).toBe(null);
  });
});

describe("a file that was not committed yet", () => {
  beforeEach(() => commit({ "a.ts": first, "b.ts": second, "c.ts": lines("gamma") }));

  it.each([
    ["as it was", first],
    ["edited", `${first}const more = make(1, 2);\n`],
  ])("came from the one that is gone and most alike, %s", (_, now) => {
    put({ "a.ts": null, "b.ts": null, "z.ts": now });
    expect([wasRenamed("z.ts", "a.ts"), wasRenamed("z.ts", "b.ts")]).toEqual([true, false]);
  });

  it("came from the one that was renamed in the index", () => {
    git("mv", "a.ts", "z.ts");
    git("rm", "-q", "b.ts");
    expect([wasRenamed("z.ts", "a.ts"), wasRenamed("z.ts", "b.ts")]).toEqual([true, false]);
  });

  it("is not decided while both stand, or where none is like it", () => {
    put({ "z.ts": first });
    expect(wasRenamed("z.ts", "a.ts")).toBe(null);
    put({ "a.ts": null, "z.ts": lines("delta") });
    expect(wasRenamed("z.ts", "a.ts")).toBe(null);
  });
});
