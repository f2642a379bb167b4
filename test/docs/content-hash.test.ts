import { createHash } from "node:crypto";
import { contentHash, encodeLineKeys, lineKeys, splitLines } from "@intentgate/trace";
import { describe, expect, it } from "vitest";
import { changesIn, compareLines } from "../../packages/trace/src/lines/line-ranges.ts";
import { textOf } from "../project-files.ts";
import { rowsOf } from "./markdown.ts";

interface Vector {
  before: Buffer;
  after: Buffer;
  from: number;
  to: number;
  hash: string;
}

const vectors = rowsOf("docs/reference/content-hash.md").map(
  ([, before = "", after = "", range = "", hash = ""]): Vector => {
    const [from = 0, to = 0] = range.split("–").map(Number);
    return { before: bytes(before), after: bytes(after), from, to, hash: hash.replaceAll("`", "") };
  },
);

/** As the page spells them: in backticks, with `\n` and `\r`. */
function bytes(cell: string): Buffer {
  return Buffer.from(cell.slice(1, -1).replaceAll("\\n", "\n").replaceAll("\\r", "\r"), "utf8");
}

describe("the vectors of the page", () => {
  it("are three at least, one of them an empty range", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(3);
    expect(vectors.some(({ from, to }) => to === from - 1)).toBe(true);
  });

  it.each(vectors)("hold for what the ledger writes: $hash", ({ before, after, from, to, hash }) => {
    expect(changesIn(compareLines(before, after)).ranges).toEqual([
      { start_line: from, end_line: to, content_hash: hash },
    ]);
  });

  it.each(vectors)("hold by plain SHA-256 over the lines of the range: $hash", ({ after, from, to, hash }) => {
    const lines = splitLines(after).slice(from - 1, to);
    expect(`sha256:${createHash("sha256").update(Buffer.concat(lines)).digest("hex")}`).toBe(hash);
  });
});

it("nothing is normalised", () => {
  const spellings = ["a\n", "a\r\n", "a", "\ufeffa\n", "a \n"];
  expect(new Set(spellings.map((text) => contentHash(text))).size).toBe(spellings.length);
});

interface VectorFile {
  content_hash: {
    name: string;
    before: string | null;
    after: string | null;
    before_hash: string | null;
    after_hash: string | null;
    ranges: { start_line: number; end_line: number; content_hash: string }[];
  }[];
  line_key: { line: string; path: string; key: string }[];
}

describe("the vectors for other programs", () => {
  const file = JSON.parse(textOf("docs/reference/content-hash.vectors.json")) as VectorFile;
  const fromHex = (hex: string | null) => (hex === null ? null : Buffer.from(hex, "hex"));

  it.each(file.content_hash)(
    "hold for files and ranges: $name",
    ({ before, after, before_hash, after_hash, ranges }) => {
      for (const [bytes, hash] of [
        [fromHex(before), before_hash],
        [fromHex(after), after_hash],
      ] as const)
        expect(bytes === null ? null : contentHash(bytes)).toBe(hash);
      expect(changesIn(compareLines(fromHex(before), fromHex(after))).ranges).toEqual(ranges);
    },
  );

  it.each(file.line_key)("hold for line keys: $key", ({ line, path, key }) => {
    expect(encodeLineKeys(lineKeys([Buffer.from(line, "hex").toString("latin1")], path))).toBe(key);
  });

  it("tell every spelling of one line from every other line", () => {
    const keys = file.line_key.map((one) => one.key);
    expect(keys[4]).toBe(keys[3]);
    expect(keys[14]).toBe(keys[13]);
    expect(new Set(keys).size).toBe(keys.length - 2);
  });
});
