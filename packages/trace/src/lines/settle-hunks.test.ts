import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { lineHunks } from "./line-hunks.ts";

const linesOf = (text: string) => text.split("|").map((line) => `${line}\n`);
const written = (before: readonly string[], after: readonly string[]) =>
  lineHunks(before, after).map(({ afterStart, afterEnd }) =>
    after.slice(afterStart, afterEnd).join("|").replaceAll("\n", ""),
  );

describe("what a change is said to have written", () => {
  it.each([
    ["a function behind one that ends alike", "f {|  a|}", "f {|  a|}|g {|  b|}", ["g {|  b|}"]],
    [
      "a function before one that begins alike",
      "/** */|f {|  a|}",
      "/** */|g {|  b|}||/** */|f {|  a|}",
      ["/** */|g {|  b|}|"],
    ],
    ["a paragraph and the blank line before it", "a||b", "a||c||b", ["c|"]],
    [
      "a block in a block",
      "f {|  if (a) {|    x|  }|}",
      "f {|  if (a) {|    x|  }|  if (b) {|    y|  }|}",
      ["  if (b) {|    y|  }"],
    ],
    ["one more of the same", "a|a", "a|a|a", ["a"]],
    ["something else in its place", "a|b|c", "a|x|c", ["x"]],
    ["nothing", "a|b", "a|b", []],
  ])("%s", (_what, before, after, wanted) => {
    expect(written(linesOf(before), linesOf(after))).toEqual(wanted);
  });

  it("is what git says where something was only put in, or only taken out", () => {
    const folder = tempFolder("hunks");
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.array(line, { maxLength: 6 }),
        fc.nat(12),
        fc.boolean(),
        (short, more, at, isTakenOut) => {
          const long = [...short.slice(0, at), ...more, ...short.slice(at)];
          const [before, after] = isTakenOut ? [long, short] : [short, long];
          const ours = lineHunks(before, after).map((one) => [
            one.beforeStart,
            one.beforeEnd,
            one.afterStart,
            one.afterEnd,
          ]);
          expect(ours).toEqual(hunksOfGit(folder, before, after));
        },
      ),
      { numRuns: 150 },
    );
  });
});

const line = fc.constantFrom("f {\n", "  a\n", "  if {\n", "    b\n", "  }\n", "}\n", "\n", "\tc\n", "// d\n");

function hunksOfGit(folder: string, before: readonly string[], after: readonly string[]): number[][] {
  for (const [name, lines] of Object.entries({ before, after })) writeFileSync(join(folder, name), lines.join(""));
  const words = [
    "-c",
    "core.autocrlf=false",
    "diff",
    "--no-index",
    "--no-ext-diff",
    "--text",
    "-U0",
    "before",
    "after",
  ];
  const { stdout } = spawnSync("git", words, {
    cwd: folder,
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
  const hunks = [...String(stdout).matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gmu)];
  return hunks.map(([, x, xs = "1", y, ys = "1"]) => [...placed(x, xs), ...placed(y, ys)]);
}

/** Of no lines, git names the line before. */
const placed = (start = "", count = "") => {
  const from = Number(start) - (count === "0" ? 0 : 1);
  return [from, from + Number(count)];
};
