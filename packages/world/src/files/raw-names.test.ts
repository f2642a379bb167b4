import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { readEntry } from "./file-reader.ts";
import { isRawName, nameOf, onDisk } from "./raw-names.ts";
import { changedBetween, snapshotTree } from "./tree-snapshot.ts";

const names: [string, number[], string][] = [
  ["a byte that begins nothing", [0x61, 0xff], "a\udcff"],
  ["latin-1", [0xe9, 0x74], "\udce9t"],
  ["a character that was cut off", [0x61, 0xc3], "a\udcc3"],
  ["a slash in two bytes", [0xc0, 0xaf], "\udcc0\udcaf"],
  ["half of a surrogate pair", [0xed, 0xa0, 0x80], "\udced\udca0\udc80"],
  ["bytes between characters", [0xc3, 0xa9, 0x80, 0x62], "é\udc80b"],
  ["beyond all characters", [0xf5, 0x80, 0x80, 0x80], "\udcf5\udc80\udc80\udc80"],
];

describe("a name that is not UTF-8", () => {
  it.each(names)("has one text: %s", (_what, bytes, text) => {
    expect(nameOf(Buffer.from(bytes))).toBe(text);
    expect(isRawName(text)).toBe(true);
    expect(onDisk(text)).toEqual(Buffer.from(bytes));
    expect(JSON.parse(JSON.stringify(text))).toBe(text);
  });

  it.each(["a", "é", "日本", "😀", "\ufffd", ""])("is not %j", (text) => {
    expect(nameOf(Buffer.from(text))).toBe(text);
    expect(isRawName(text)).toBe(false);
    expect(onDisk(text)).toBe(text);
  });

  it.each(names)("is seen in the tree, as a file and as a folder: %s", (_what, bytes, text) => {
    const root = tempFolder("raw");
    const at = (...more: number[]) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(bytes), Buffer.from(more)]);
    const before = snapshotTree(root, 100);
    writeFileSync(at(0x2e, 0x66), "one\n");
    mkdirSync(at());
    writeFileSync(Buffer.concat([at(), Buffer.from("/inside")]), "two\n");
    const after = snapshotTree(root, 100);
    expect(changedBetween(before, after)).toEqual([`${text}.f`, `${text}/inside`].toSorted());
    expect(readEntry(`${root}/${text}/inside`).bytes).toEqual({ state: "present", bytes: Buffer.from("two\n") });
    expect(after.closed).toEqual([]);
  });
});
