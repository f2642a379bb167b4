import { describe, expect, it } from "vitest";
import { core, long, searches, slowest } from "../../scripts/test-tiers.mjs";
import { isTest, projectFiles, textOf } from "../project-files.ts";

const tests = projectFiles().filter(isTest);
const named = (path: string) => tests.filter((test) => (path.endsWith("/") ? test.startsWith(path) : test === path));

describe("which test runs when", () => {
  it.each([...core, ...long, ...searches, ...slowest])("%s names tests", (path) => {
    expect(named(path)).not.toEqual([]);
  });

  it("names every search that is cut short, so that the long tests try it in full", () => {
    // What runs in a box is never cut short.
    const cut = tests.filter(
      (test) => !test.startsWith("test/box/") && /import \{[^}]*\bsearchR(uns|ows)\b/.test(textOf(test)),
    );
    expect(cut).toEqual([...searches]);
  });

  it("cuts nothing short that runs with the long tests only", () => {
    const inLong = long.flatMap(named);
    expect(searches.filter((search) => inLong.includes(search))).toEqual([]);
  });
});
