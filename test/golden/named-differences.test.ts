import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lineDiff } from "./line-diff.ts";
import { applyDifferences, differencesOf, readDifferences } from "./named-differences.ts";

const text = "a\nb\nc\nb\nd\n";
const expected = new Map([
  ["one/answers.txt", text],
  ["two/answers.txt", "x\nb\n"],
]);
const named = (...lines: string[]) =>
  readDifferences(["## Letters", "", "They are other letters now.", "", "```diff", ...lines, "```", ""].join("\n"));
const applied = (...lines: string[]) => applyDifferences(expected, named(...lines));

describe("a named difference", () => {
  it.each<[string, string]>([
    ["a changed line", "a\nB\nc\nb\nd\n"],
    ["the later of two equal lines", "a\nb\nc\nB\nd\n"],
    ["a line that goes", "a\nb\nc\nb\n"],
    ["lines that come at the end", "a\nb\nc\nb\nd\ne\nf\n"],
    ["lines that come at the beginning", "0\na\nb\nc\nb\nd\n"],
    ["several places", "A\nb\nC\nb\nD\n"],
    ["everything gone", ""],
    ["lines that look like a diff", "--- d\n+++ d\n@@ -1 +1 @@\n\n-- d\n"],
  ])("that git shows makes what was played of what was kept: %s", (_what, played) => {
    const { texts, problems } = applied(...lineDiff("one/answers.txt", text, played).split("\n"));
    expect(problems).toEqual([]);
    expect(texts.get("one/answers.txt") ?? "").toBe(played);
    expect(texts.get("two/answers.txt")).toBe("x\nb\n");
  });

  it("takes such lines away again", () => {
    const odd = new Map([["one/answers.txt", "-- d\n\n@@ -1 +1 @@\n"]]);
    const block = named(...lineDiff("one/answers.txt", odd.get("one/answers.txt") ?? "", "e\n").split("\n"));
    expect(applyDifferences(odd, block)).toMatchObject({ problems: [], texts: new Map([["one/answers.txt", "e\n"]]) });
  });

  it("makes a file that was not kept", () => {
    const { texts } = applied(...lineDiff("one/new.txt", "", "n\nm\n").split("\n"));
    expect(texts.get("one/new.txt")).toBe("n\nm\n");
  });

  it("is about every place and every story where it says so", () => {
    const { texts, problems } = applied("--- */answers.txt", "@@ everywhere @@", "-b", "+B", "+B");
    expect([...texts.values(), problems]).toEqual(["a\nB\nB\nc\nB\nB\nd\n", "x\nB\nB\n", []]);
  });

  it("is about what the one before it left, wherever its lines stand now", () => {
    const first = named("--- one/answers.txt", "@@ -1 +1,3 @@", "-a", "+1", "+2", "+3");
    const second = named("--- one/answers.txt", "@@ -3 +3 @@", "-c", "+C");
    const { texts, problems } = applyDifferences(expected, [...first, ...second]);
    expect(problems).toEqual([]);
    expect(texts.get("one/answers.txt")).toBe("1\n2\n3\nb\nC\nb\nd\n");
  });

  it.each<[string, string[]]>([
    ["of a line that is not there", ["--- one/answers.txt", "@@ -1 +1 @@", "-z", "+y"]],
    ["of a neighbour that is not there", ["--- one/answers.txt", "@@ -1,2 +1,2 @@", " z", "-b", "+y"]],
    ["of a file that is not there", ["--- one/nothing.txt", "@@ -1 +1 @@", "-a", "+y"]],
    ["of any place, where there is none", ["--- */answers.txt", "@@ everywhere @@", "-z", "+y"]],
    ["that adds everywhere", ["--- */answers.txt", "@@ everywhere @@", "+y"]],
    ["that adds behind the end", ["--- one/answers.txt", "@@ -99,0 +100 @@", "+y"]],
  ])("%s is a problem, and changes nothing", (_what, lines) => {
    const { texts, problems } = applied(...lines);
    expect(problems).toEqual([expect.stringContaining('"Letters" does not fit')]);
    expect(texts).toEqual(expected);
  });

  it("that no longer occurs leaves another text than what was played", () => {
    const stale = applied("--- one/answers.txt", "@@ -1 +1 @@", "-a", "+A");
    expect(lineDiff("one/answers.txt", stale.texts.get("one/answers.txt") ?? "", text)).toContain("-A\n+a");
  });

  it("that is missing leaves another text than what was played", () => {
    const none = applyDifferences(expected, []);
    expect(none.texts).toEqual(expected);
    expect(lineDiff("one/answers.txt", text, "a\nb\nc\nb\nnew\n")).toContain("-d\n+new");
  });

  it.each<[string, string, string]>([
    ["without a heading", "Because.\n\n```diff\n--- a/b.txt\n@@ -1 +1 @@\n-a\n+b\n```\n", "under no heading"],
    ["without a reason", "## T\n\n```diff\n--- a/b.txt\n@@ -1 +1 @@\n-a\n+b\n```\n", "gives no reason"],
    [
      "with another's reason",
      "## S\n\nBecause.\n\n## T\n\n```diff\n--- a/b.txt\n@@ -1 +1 @@\n-a\n+b\n```\n",
      '"T" gives no reason',
    ],
    ["without an end", "## T\n\nBecause.\n\n```diff\n--- a/b.txt\n@@ -1 +1 @@\n-a\n", "not closed"],
    ["without lines", "## T\n\nBecause.\n\n```diff\n```\n", "names no lines"],
    ["without a place", "## T\n\nBecause.\n\n```diff\n--- a/b.txt\n-a\n+b\n```\n", "no place"],
    ["without a file", "## T\n\nBecause.\n\n```diff\n@@ -1 +1 @@\n-a\n```\n", "no file"],
    [
      "with a place nobody understands",
      "## T\n\nBecause.\n\n```diff\n--- a/b.txt\n@@ here @@\n-a\n```\n",
      "says no place",
    ],
  ])("%s is not taken", (_what, markdown, why) => {
    expect(() => readDifferences(markdown)).toThrow(why);
  });

  it("is found by the file it is about", () => {
    const [one] = named("--- */answers.txt", "@@ everywhere @@", "-b", "+B");
    expect(differencesOf([one!], "two/answers.txt")).toEqual(["Letters"]);
    expect(differencesOf([one!], "two/decisions.txt")).toEqual([]);
  });
});

it("has a row in the table for every heading, in their order", () => {
  const lines = readFileSync(join(import.meta.dirname, "differences.md"), "utf8").split("\n");
  const rows = lines.flatMap((line) => /^\| (.+?) \| .+ \|$/.exec(line)?.[1] ?? []);
  const headings = lines.flatMap((line) => /^## (.+)$/.exec(line)?.[1] ?? []);
  expect(rows).toEqual(["difference", ...headings]);
});
