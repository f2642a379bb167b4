import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignLines, joinLines, replaceLines, splitLines } from "./lines.ts";
import { codeUnits, findAll } from "./sequence-search.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r\n", "\r"), maxLength: 30 });

describe("findAll", () => {
  it("finds exactly the places that indexOf finds one by one", () => {
    const small = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 30 });
    fc.assert(
      fc.property(
        small,
        small.filter((it) => it !== ""),
        fc.nat(30),
        (haystack, needle, from) => {
          const wanted: number[] = [];
          for (let at = haystack.indexOf(needle, from); at >= 0; at = haystack.indexOf(needle, at + 1)) wanted.push(at);
          expect(findAll(codeUnits(haystack), codeUnits(needle), from, 100)).toEqual(wanted);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("lines", () => {
  it("come back as the text they were, whatever the endings", () => {
    fc.assert(
      fc.property(text, (it) => {
        expect(joinLines(splitLines(it))).toBe(it);
      }),
    );
  });

  it("keep every untouched line byte for byte when others are replaced", () => {
    fc.assert(
      fc.property(
        text,
        fc.nat(30),
        fc.nat(5),
        fc.array(fc.constantFrom("x", "y"), { maxLength: 4 }),
        (it, from, size, added) => {
          const lines = splitLines(it);
          const at = Math.min(from, lines.length);
          const count = Math.min(size, lines.length - at);
          const result = replaceLines(
            lines,
            at,
            count,
            added.map((text) => ({ text, ending: null })),
          );
          expect(result.map((line) => line.text)).toEqual([
            ...lines.slice(0, at).map((line) => line.text),
            ...added,
            ...lines.slice(at + count).map((line) => line.text),
          ]);
          expect(result.slice(0, -1).every((line) => line.ending !== "")).toBe(true);
          const endsOpen = lines.at(-1)?.ending === "";
          if (result.length > 0) expect(result.at(-1)!.ending === "").toBe(endsOpen);
          expect(result.slice(0, Math.max(0, at - 1))).toEqual(lines.slice(0, Math.max(0, at - 1)));
          if (at + count < lines.length) expect(result.slice(at + added.length)).toEqual(lines.slice(at + count));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("are aligned in order and only with their equals", () => {
    const list = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 10 });
    fc.assert(
      fc.property(list, list, (old, next) => {
        const pairs = alignLines(old, next).flatMap((partner, at) =>
          partner === null ? [] : [[partner, at] as const],
        );
        expect(pairs.every(([partner, at]) => old[partner] === next[at])).toBe(true);
        expect(pairs.every(([partner], index) => index === 0 || partner > pairs[index - 1]![0])).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
