import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { writeNewFiles } from "./write-new-files.ts";

let root: string;
beforeEach(() => {
  root = tempFolder("new-files");
});

const file = (path: string) => ({ path, text: "new\n", mode: 0o755 });

it("writes what is missing with its mode, and keeps what is there", () => {
  writeFileSync(join(root, "b"), "old\n");
  expect(writeNewFiles(root, [file("x/y/a"), file("b")])).toEqual([
    { path: "x/y/a", action: "wrote" },
    { path: "b", action: "kept" },
  ]);
  expect(readFileSync(join(root, "b"), "utf8")).toBe("old\n");
  expect(lstatSync(join(root, "x/y/a")).mode & 0o777).toBe(0o755);
});

it.each([
  ["a link on the way", () => symlinkSync(".", join(root, "x")), "x is a link"],
  ["a link that leads nowhere", () => symlinkSync("nowhere", join(root, "x")), "x is a link"],
  ["a file on the way", () => writeFileSync(join(root, "x"), ""), "x is not a folder"],
])("writes nothing at all where there is %s", (_what, prepare, said) => {
  prepare();
  const before = readdirSync(root);
  expect(() => writeNewFiles(root, [file("fine"), file("x/a")])).toThrow(said);
  expect(readdirSync(root)).toEqual(before);
});

it("does not follow a link in the place of the file", () => {
  mkdirSync(join(root, "x"));
  symlinkSync("../away", join(root, "x/a"));
  expect(writeNewFiles(root, [file("x/a")])).toEqual([{ path: "x/a", action: "kept" }]);
  expect(readdirSync(root)).toEqual(["x"]);
});
