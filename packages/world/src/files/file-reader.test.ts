import { chmodSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { hashOf, readWhole } from "./file-reader.ts";

const folder = tempFolder("file-reader");
const file = join(folder, "a.ts");
const OLD_ENOUGH_MS = 150;

describe("a file that is read again", () => {
  beforeEach(async () => {
    rmSync(file, { force: true });
    writeFileSync(file, "one\n");
    await wait(OLD_ENOUGH_MS);
  });

  it("is not read where its stamp says that nothing happened", () => {
    const known = readWhole(file);
    expect(readWhole(file, known)).toBe(known);
  });

  it.each<[string, () => void, string | null]>([
    ["was written", () => writeFileSync(file, "three\n"), "three\n"],
    ["was written with as many bytes", () => writeFileSync(file, "two\n"), "two\n"],
    [
      "was written with as many bytes and set back in time",
      () => {
        const long = new Date(Date.now() - 60_000);
        writeFileSync(file, "two\n");
        utimesSync(file, long, long);
      },
      "two\n",
    ],
    [
      "was replaced by another of the same size",
      () => {
        writeFileSync(`${file}.new`, "two\n");
        renameSync(`${file}.new`, file);
      },
      "two\n",
    ],
    ["is gone", () => rmSync(file), null],
    [
      "became a link to itself as it was",
      () => {
        renameSync(file, `${file}.old`);
        symlinkSync(`${file}.old`, file);
      },
      null,
    ],
  ])("is told as it stands now where it %s", (_what, happen, text) => {
    const known = readWhole(file);
    happen();
    expect(readWhole(file, known).hash).toBe(text === null ? null : hashOf(text));
  });

  it("has its new permissions", () => {
    const known = readWhole(file);
    chmodSync(file, 0o755);
    expect(readWhole(file, known).mode).toBe(0o755);
  });

  it("is read whatever its stamp says where it was written a moment before", () => {
    writeFileSync(file, "two\n");
    const known = readWhole(file);
    const again = readWhole(file, known);
    expect(again).not.toBe(known);
    expect(again).toEqual(known);
  });

  it("is read where nothing stood there before", () => {
    rmSync(file);
    const known = readWhole(file);
    writeFileSync(file, "new\n");
    expect(readWhole(file, known).hash).toBe(hashOf("new\n"));
  });
});
