import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { changedBetween, isBelow, snapshotTree } from "./tree-snapshot.ts";

let root: string;
beforeEach(() => {
  root = tempFolder("tree");
  for (const path of ["a.ts", "src/b.ts", "src/deep/c.ts"]) put(path, `${path}\n`);
  symlinkSync("a.ts", join(root, "link"));
});

const at = (path: string) => join(root, path);
function put(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
async function around(change: () => void): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, 20)); // another tick of the file system's clock
  const before = snapshotTree(root, 1_000);
  change();
  return changedBetween(before, snapshotTree(root, 1_000));
}

describe("two looks at a tree", () => {
  it.each<[string, () => void, string[]]>([
    ["nothing happened", () => undefined, []],
    ["a file was written", () => put("a.ts", "other"), ["a.ts"]],
    ["a file was written with as many bytes", () => put("a.ts", "b.ts\n"), ["a.ts"]],
    [
      "a file was written and its times set back",
      () => {
        put("a.ts", "b.ts\n");
        utimesSync(at("a.ts"), 1, 1);
      },
      ["a.ts"],
    ],
    ["a file was made deep down", () => put("x/y/z.ts", "1"), ["x/y/z.ts"]],
    ["a file was removed", () => rmSync(at("src/b.ts")), ["src/b.ts"]],
    ["a folder was removed", () => rmSync(at("src"), { recursive: true }), ["src/b.ts", "src/deep/c.ts"]],
    ["a file was renamed", () => renameSync(at("a.ts"), at("z.ts")), ["a.ts", "z.ts"]],
    [
      "two files changed places",
      () => {
        renameSync(at("a.ts"), at("t"));
        renameSync(at("src/b.ts"), at("a.ts"));
        renameSync(at("t"), at("src/b.ts"));
      },
      ["a.ts", "src/b.ts"],
    ],
    ["a mode was changed", () => chmodSync(at("a.ts"), 0o755), ["a.ts"]],
    [
      "a link was led elsewhere",
      () => {
        rmSync(at("link"));
        symlinkSync("src", at("link"));
      },
      ["link"],
    ],
    [
      "a folder became a link",
      () => {
        rmSync(at("src"), { recursive: true });
        symlinkSync("/etc", at("src"));
      },
      ["src", "src/b.ts", "src/deep/c.ts"],
    ],
    [
      "a file became a folder",
      () => {
        rmSync(at("a.ts"));
        put("a.ts/in", "1");
      },
      ["a.ts", "a.ts/in"],
    ],
    [
      "git, the sidecar or packages changed",
      () => {
        for (const folder of [".git", ".orchestration", "node_modules", "src/node_modules"]) put(`${folder}/x`, "1");
      },
      [],
    ],
  ])("tell what changed where %s", async (_what, change, paths) => {
    expect(await around(change)).toEqual(paths);
  });

  it("conclude nothing from what a look did not reach", () => {
    const [all, few] = [snapshotTree(root, 1_000), snapshotTree(root, 2)];
    expect(few).toMatchObject({ whole: false });
    expect(changedBetween(all, few)).toEqual([]);
    expect(changedBetween(few, all)).toEqual([]);
  });

  it("conclude nothing about a folder that one of them could not list", () => {
    const all = snapshotTree(root, 1_000);
    const files = new Map([...all.files].filter(([path]) => !path.startsWith("src/")));
    const less = { files, whole: true, closed: ["src"] };
    expect(changedBetween(all, less)).toEqual([]);
    expect(changedBetween(less, all)).toEqual([]);
    expect(changedBetween(all, { ...less, closed: ["sr"] })).toEqual(["src/b.ts", "src/deep/c.ts"]);
  });
});

it.each<[string, string[], boolean]>([
  ["src/a", ["src"], true],
  ["src", ["src"], true],
  ["srcs/a", ["src"], false],
  ["a", [""], true],
  ["a", [], false],
])("%s lies below %j: %s", (path, folders, answer) => {
  expect(isBelow(path, folders)).toBe(answer);
});
