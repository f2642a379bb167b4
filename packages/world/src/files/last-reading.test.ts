import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { createLastReading, hashOf } from "./file-reader.ts";

const folder = tempFolder("last-reading");
const [one, two, absent] = ["one.ts", "two.ts", "absent.ts"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];

beforeAll(async () => {
  for (const file of [one, two]) writeFileSync(file, "text\n");
  await wait(150); // old enough for their stamps to tell
});

it("reads a file once for as long as nothing happens to it", () => {
  const { read, hashNow } = createLastReading();
  const first = read(one);
  expect(hashNow(one)).toBe(first.hash);
  expect(read(one)).toBe(first);
});

it("still knows it after a look at what is not there, as of the far end of a move", () => {
  const { read } = createLastReading();
  const first = read(one);
  expect(read(absent).hash).toBeNull();
  expect(read(one)).toBe(first);
});

it("does not take one file for another with the same bytes", () => {
  const { read } = createLastReading();
  expect(read(two)).not.toBe(read(one));
});

it("tells what stands there now", () => {
  const { read, hashNow } = createLastReading();
  read(two);
  writeFileSync(two, "TEXT\n");
  expect(hashNow(two)).toBe(hashOf("TEXT\n"));
  rmSync(two);
  expect(hashNow(two)).toBeNull();
});
