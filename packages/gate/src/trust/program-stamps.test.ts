import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { changedPrograms, programStamps } from "./program-stamps.ts";

let folder: string;
let dist: string;
beforeEach(() => {
  folder = tempFolder("stamps");
  dist = join(folder, "gate", "dist");
  mkdirSync(join(dist, "chunks"), { recursive: true });
  writeFileSync(join(dist, "main.js"), "one");
  writeFileSync(join(dist, "chunks", "a.js"), "two");
  symlinkSync("main.js", join(dist, "link"));
});

const stamps = () => programStamps(join(folder, "repo"), [dist]);

it("is the same where nothing changed", () => {
  expect(changedPrograms(stamps())).toEqual([]);
  expect(changedPrograms(JSON.parse(JSON.stringify(stamps())))).toEqual([]);
});

it.each<[string, () => void]>([
  ["a file was written", () => writeFileSync(join(dist, "chunks", "a.js"), "three")],
  ["as many other bytes were written and the time was set back", () => swapped(join(dist, "main.js"))],
  ["a file came", () => writeFileSync(join(dist, "chunks", "b.js"), "")],
  ["a file whose name looks like the rest of the list came", () => writeFileSync(join(dist, "a\nfile 1 2 3"), "")],
  ["a file went", () => rmSync(join(dist, "chunks", "a.js"))],
  ["the folder went", () => rmSync(dist, { recursive: true })],
  ["a link leads elsewhere", () => [rmSync(join(dist, "link")), symlinkSync("chunks/a.js", join(dist, "link"))]],
])("is another where %s", (_, change) => {
  const before = stamps();
  change();
  expect(changedPrograms(before)).toEqual([dist]);
});

it("names the program that a root was given for itself", () => {
  const before = stamps();
  mkdirSync(join(folder, "repo/node_modules/intentgate/bin"), { recursive: true });
  expect(changedPrograms(before)).toEqual([join(folder, "repo/node_modules/intentgate/bin")]);
});

it("stays short for a program of many files, and still tells a change", () => {
  for (let at = 0; at < 1_500; at++) writeFileSync(join(dist, "chunks", `part-${at}-of-a-long-name.js`), "");
  const before = stamps();
  expect(before[dist]).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(changedPrograms(before)).toEqual([]);
  writeFileSync(join(dist, "chunks", "part-700-of-a-long-name.js"), "x");
  expect(changedPrograms(before)).toEqual([dist]);
});

function swapped(file: string): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); // clocks of file systems tick in milliseconds
  writeFileSync(file, "eno");
  utimesSync(file, new Date(0), new Date(0));
}
