import { posix, win32 } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lightPath } from "./light-path.ts";

const { join } = lightPath(posix);

it.each([
  [["/a", "b", "c.ts"]],
  [["/a/.orchestration", "..b"]],
  [["/"]],
  [["/", "a"]],
  [["/a/", "b"]],
  [["/a", "/b"]],
  [["/a", "", "b"]],
  [["/a", "."]],
  [["/a", ".."]],
  [["/a", "../b"]],
  [["/a/./b", "c"]],
  [["a", "b"]],
  [["./a", "b"]],
  [["..", "b"]],
  [[""]],
  [[]],
])("joins %j as node does", (parts) => {
  expect(join(...parts)).toBe(posix.join(...parts));
});

it("joins whatever parts as node does", () => {
  const part = fc.array(fc.constantFrom("/", ".", "..", "a", "b c", "\u00e9", "//", ""), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(
        part.map((pieces) => pieces.join("")),
        { maxLength: 4 },
      ),
      (parts) => {
        expect(join(...parts)).toBe(posix.join(...parts));
      },
    ),
    { numRuns: 2_000 },
  );
});

it("throws for what is no text, as node does", () => {
  expect(() => join("/a", 1 as unknown as string)).toThrow(TypeError);
});

it("leaves the paths of another system alone", () => {
  expect(lightPath(win32 as typeof posix)).toBe(win32);
});
