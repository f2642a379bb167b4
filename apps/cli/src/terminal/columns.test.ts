import { expect, it } from "vitest";
import { clip, columns } from "./columns.ts";

it("lines cells up, whatever they are painted with, and leaves no blanks at the end", () => {
  const paint = (text: string) => `\u001b[1m${text}\u001b[22m`;
  const lines = columns(
    [
      ["a", "1", ""],
      ["bbb", "22", "x"],
    ],
    [{ paint }, { align: "right" }],
  );
  expect(lines).toEqual(["\u001b[1ma\u001b[22m     1", "\u001b[1mbbb\u001b[22m  22  x"]);
});

it("paints the head as a whole and not as a cell", () => {
  const lines = columns([["1", "2"]], [{ paint: () => "wrong" }], {
    cells: ["one", "two"],
    paint: (line) => `<${line}>`,
  });
  expect(lines).toEqual(["<one  two>", "wrong    2"]);
});

it("cuts what is too long and counts characters, not halves of them", () => {
  expect(clip("abcdef", 4)).toBe("abc…");
  expect(clip("😀😀😀", 3)).toBe("😀😀😀");
  expect(clip("😀😀😀😀", 3)).toBe("😀😀…");
  expect(columns([], [])).toEqual([]);
});
