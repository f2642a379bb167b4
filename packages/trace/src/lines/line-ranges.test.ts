import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isBinary, splitLines } from "../index.ts";
import { lineHunks } from "./line-hunks.ts";
import { changesIn, compareLines } from "./line-ranges.ts";

const bytes = (text: string) => Buffer.from(text, "utf8");
const sha = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const lineRangesOf = (before: Uint8Array | null, after: Uint8Array | null) =>
  changesIn(compareLines(before, after)).ranges;
const spans = (before: string | null, after: string | null) =>
  lineRangesOf(before === null ? null : bytes(before), after === null ? null : bytes(after)).map(
    (range) => `${range.start_line}-${range.end_line}`,
  );

describe("the changed line ranges of a file", () => {
  it.each([
    ["nothing changed", "a\nb\n", "a\nb\n", []],
    ["an empty file was created", null, "", []],
    ["a file was created", null, "a\nb\n", ["1-2"]],
    ["a file without a last line end was created", null, "a\nb", ["1-2"]],
    ["a file was deleted", "a\nb\n", null, ["1-0"]],
    ["one line in the middle changed", "a\nb\nc\n", "a\nX\nc\n", ["2-2"]],
    ["two places changed", "a\nb\nc\nd\ne\n", "X\nb\nc\nd\nY\n", ["1-1", "5-5"]],
    ["lines were only removed", "a\nb\nc\n", "a\nc\n", ["2-1"]],
    ["the last lines were removed", "a\nb\n", "a\n", ["2-1"]],
    ["only the last line end was added", "a\nb", "a\nb\n", ["2-2"]],
    ["only the last line end was taken away", "a\nb\n", "a\nb", ["2-2"]],
    ["line ends became CRLF", "a\nb\n", "a\r\nb\n", ["1-1"]],
    ["a bare carriage return is no line end", "a\rb\n", "a\rc\n", ["1-1"]],
    ["U+2028 is no line end", "a\u2028b\nc\n", "a\u2028b\nd\n", ["2-2"]],
    ["a block moved down", "m\na\nb\nc\n", "a\nb\nc\nm\n", ["1-0", "4-4"]],
  ])("%s", (_name, before, after, expected) => {
    expect(spans(before, after)).toEqual(expected);
  });

  it("hashes exactly the changed bytes, carriage return and line end included", () => {
    const [range] = lineRangesOf(bytes("a\nb\nc\n"), bytes("a\nü\r\nc\n"));
    expect(range?.content_hash).toBe(sha("ü\r\n"));
  });

  it("gives a pure deletion the hash of no bytes", () => {
    expect(lineRangesOf(bytes("a\nb\n"), bytes("a\n"))).toEqual([
      { start_line: 2, end_line: 1, content_hash: sha("") },
    ]);
  });

  it.each([
    ["a NUL byte", Buffer.from([65, 0, 66])],
    ["bytes that are not UTF-8", Buffer.from([65, 0xff, 66])],
    ["a UTF-8 sequence that is cut off", Buffer.from([65, 0xe2, 0x82])],
    ["a surrogate written as UTF-8", Buffer.from([0xed, 0xa0, 0x80])],
  ])("finds no lines in %s, on either side", (_name, binary) => {
    expect(isBinary(binary)).toBe(true);
    expect(lineRangesOf(bytes("a\n"), binary)).toEqual([]);
    expect(lineRangesOf(binary, bytes("a\n"))).toEqual([]);
  });

  it("takes text with a NUL byte far inside, an empty file and a byte order mark for text", () => {
    expect(isBinary(Buffer.concat([Buffer.alloc(9000, 65), Buffer.from([0])]))).toBe(false);
    expect(isBinary(Buffer.alloc(0))).toBe(false);
    expect(isBinary(bytes("\ufeffa"))).toBe(false);
  });

  it("gives one range for a middle of more than 50,000 differing lines", () => {
    const before = Array.from({ length: 30_000 }, (_, at) => `old ${at}\n`).join("");
    const after = Array.from({ length: 30_000 }, (_, at) => `new ${at}\nold ${at}\n`).join("");
    expect(spans(`top\n${before}end\n`, `top\n${after}end\n`)).toEqual(["2-60000"]); // the last old line is common
  });

  it("keeps a large move apart although the exact way is over its budget", () => {
    const block = (name: string) => Array.from({ length: 6_000 }, (_, at) => `${name} ${at}\n`);
    const hunks = lineHunks([...block("a"), ...block("b")], [...block("b"), ...block("a")]);
    expect(hunks).toHaveLength(2);
  });

  it("ends soon on two long texts of few distinct lines", () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return `${seed % 50}\n`;
    };
    const before = Array.from({ length: 20_000 }, random);
    const after = Array.from({ length: 20_000 }, random);
    expect(rebuilt(before, after)).toEqual(after);
  });
});

/** Applies the hunks to before; also fails where a hunk is out of order. */
function rebuilt(before: string[], after: string[]): string[] {
  const out: string[] = [];
  let at = 0;
  for (const hunk of lineHunks(before, after)) {
    expect(hunk.beforeStart).toBeGreaterThanOrEqual(at);
    out.push(...before.slice(at, hunk.beforeStart), ...after.slice(hunk.afterStart, hunk.afterEnd));
    at = hunk.beforeEnd;
  }
  return [...out, ...before.slice(at)];
}

function longestCommon(xs: string[], ys: string[]): number {
  let row = new Array<number>(ys.length + 1).fill(0);
  for (const x of xs) {
    const next = [0];
    for (const [at, y] of ys.entries())
      next.push(x === y ? (row[at] as number) + 1 : Math.max(next[at] as number, row[at + 1] as number));
    row = next;
  }
  return row[ys.length] as number;
}

const line = fc.constantFrom("a\n", "b\n", "c\n", "\n", "d\r\n", "ü\n");
const text = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.constantFrom("", "x", "a"))
  .map(([lines, last]) => [...lines, ...(last === "" ? [] : [last])]);

describe("any two texts", () => {
  it("are led into each other by the hunks, with no line more than needed", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(rebuilt(before, after)).toEqual(after);
        const added = lineHunks(before, after).reduce((sum, hunk) => sum + hunk.afterEnd - hunk.afterStart, 0);
        expect(after.length - added).toBe(longestCommon(before, after));
      }),
      { numRuns: 500 },
    );
  });

  it("leave exactly the unchanged lines outside the ranges, and every hash fits its lines", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const ranges = lineRangesOf(bytes(before.join("")), bytes(after.join("")));
        const inside = new Set<number>();
        for (const range of ranges) {
          const lines = after.slice(range.start_line - 1, range.end_line);
          expect(range.content_hash).toBe(sha(lines.join("")));
          for (let at = range.start_line; at <= range.end_line; at++) inside.add(at);
        }
        const outside = after.filter((_, at) => !inside.has(at + 1));
        expect(outside).toHaveLength(longestCommon(before, after));
        expect(longestCommon(before, outside)).toBe(outside.length);
      }),
      { numRuns: 300 },
    );
  });

  it("are the lines they were split into", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (any) => {
        expect(splitLines(any).join("")).toBe(any);
        expect(splitLines(any).every((one) => one.length > 0 && !one.slice(0, -1).includes("\n"))).toBe(true);
        const raw = bytes(any);
        expect(Buffer.compare(Buffer.concat(splitLines(raw)), raw)).toBe(0);
        expect(splitLines(raw)).toHaveLength(splitLines(any).length);
      }),
    );
  });
});
