import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { setAside } from "../apply/set-aside.ts";
import { type Watching, watchNames } from "./watch-names.ts";

let root: string;
let taken: string[];
let watching: Watching;
beforeEach(() => {
  const all = tempFolder("watch");
  root = join(all, "project");
  taken = [];
  for (const folder of ["src/a/deep", "src/b", "src/z"]) mkdirSync(join(root, folder), { recursive: true });
  mkdirSync(join(all, "other/deep"), { recursive: true });
  for (const path of ["other/.gitignore", "other/deep/.gitignore"]) writeFileSync(join(all, path), "person");
  symlinkSync("../../other", join(root, "src/link"));
  watching = watchNames({
    ...{ root, folders: ["src"], isGuarded: () => false },
    isForbidden: (path) => path.endsWith("/.gitignore"),
    take(path) {
      if (setAside(join(root, path), join(all, `taken-${taken.length}`))) taken.push(path);
    },
  });
});
afterEach(() => {
  if (watching.can) watching.stop();
  const person = ["other/.gitignore", "other/deep/.gitignore"].map((path) =>
    readFileSync(join(root, "..", path), "utf8"),
  );
  expect(person).toEqual(["person", "person"]);
});

const move = (from: string, to: string) => renameSync(join(root, from), join(root, to));
const make = (path: string) => writeFileSync(join(root, path), "");
/** What was done before it has been heard of when the last of it is. */
const heard = async () => {
  make("src/z/.gitignore");
  await vi.waitUntil(() => taken.includes("src/z/.gitignore"), { timeout: 20_000, interval: 5 });
  return taken.filter((path) => path !== "src/z/.gitignore");
};

describe("a name that is not to be is taken away where it is", () => {
  it.each<[string, () => void, string[]]>([
    ["in a folder", () => make("src/a/.gitignore"), ["src/a/.gitignore"]],
    [
      "in a folder that got another name",
      () => {
        move("src/a", "src/c");
        make("src/c/.gitignore");
      },
      ["src/c/.gitignore"],
    ],
    [
      "in one of two that exchanged their names",
      () => {
        move("src/a", "src/c");
        move("src/b", "src/a");
        move("src/c", "src/b");
        make("src/b/.gitignore");
        make("src/b/deep/.gitignore");
      },
      ["src/b/.gitignore", "src/b/deep/.gitignore"],
    ],
    [
      "in one that came back",
      () => {
        rmSync(join(root, "src/b"), { recursive: true });
        mkdirSync(join(root, "src/b"));
        make("src/b/.gitignore");
      },
      ["src/b/.gitignore"],
    ],
    [
      "in a folder whose place a link has",
      () => {
        move("src/a", "src/c");
        move("src/link", "src/a");
        make("src/c/.gitignore");
        make("src/c/deep/.gitignore");
      },
      ["src/c/.gitignore", "src/c/deep/.gitignore"],
    ],
  ])("%s", async (_where, act, found) => {
    act();
    expect(new Set(await heard())).toEqual(new Set(found));
  });

  it("also long after two folders exchanged their names", async () => {
    for (const [from, to] of [
      ["src/a", "src/c"],
      ["src/b", "src/a"],
      ["src/c", "src/b"],
    ] as const)
      move(from, to);
    await heard();
    make("src/a/.gitignore");
    await vi.waitUntil(() => taken.includes("src/a/.gitignore"), { timeout: 20_000, interval: 5 });
  });
});

describe("what lies behind a link is another's", () => {
  it.each<[string, () => void]>([
    [
      "the link has the name of a watched folder",
      () => {
        move("src/a", "src/c");
        move("src/link", "src/a");
        make("src/c/x");
      },
    ],
    [
      "the watched folder is gone",
      () => {
        rmSync(join(root, "src/b"), { recursive: true });
        move("src/link", "src/b");
      },
    ],
    ["the link is new", () => symlinkSync("../../other", join(root, "src/new"))],
  ])("%s", async (_how, act) => {
    act();
    expect(await heard()).toEqual([]);
    if (watching.can) watching.stop();
    expect(taken).toEqual(["src/z/.gitignore"]);
  });

  it("also at the end, where a folder can be looked into and its neighbour cannot", () => {
    mkdirSync(join(root, "src/a/closed"), { mode: 0 });
    make("src/b/.gitignore");
    if (watching.can) watching.stop();
    expect([taken, existsSync(join(root, "src/b/.gitignore"))]).toEqual([["src/b/.gitignore"], false]);
  });
});
