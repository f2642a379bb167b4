import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchRuns } from "../../../../test/support/search-runs.ts";
import { createScope } from "./scope.ts";

const scope = (...globs: string[]) => createScope(globs, { ignoreCase: false });

describe("everything below a folder", () => {
  it.each<[string[], string]>([
    [["src"], "src"],
    [["src/"], "src/a"],
    [["src/**"], "src"],
    [["src/**"], "src/a/b"],
    [["src/**/*"], "src/a"],
    [["**"], ""],
    [["**/*"], ""],
    [["{src,docs}/**"], "docs/a"],
    [["*/auth/**"], "src/auth"],
    [["src/**", "!docs/**"], "src/a"],
  ])("%j covers all below %j", (globs, folder) => {
    expect(scope(...globs).coversBelow(folder)).toBe(true);
  });

  it.each<[string[], string]>([
    [[], "src"],
    [["src/*"], "src"],
    [["src/*/**"], "src"],
    [["src/**/*.ts"], "src"],
    [["src/?/**"], "src/ab"],
    [["src/a.ts"], "src"],
    [["src/a"], "src"],
    [["src/**"], ""],
    [["src/**"], ".."],
    [["src/**"], "/src"],
    [["src/**", "!src/a/**"], "src"],
    [["src/**", "!src/**/*.pem"], "src/a"],
    [["src/**", "!**/x"], "src"],
    [["src/**", "!src"], "src/a"],
    [["src/**", "!broken\\glob"], "src"],
    [["**/deep/**"], "src"],
  ])("%j does not cover all below %j", (globs, folder) => {
    expect(scope(...globs).coversBelow(folder)).toBe(false);
  });

  const name = fc.constantFrom("a", "b", "src", "x.ts", ".env", "deep");
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
  const part = fc.constantFrom("a", "b", "src", "*", "**", "?", "*.ts", "{a,b}", "deep");
  const glob = fc
    .tuple(fc.boolean(), fc.array(part, { minLength: 1, maxLength: 4 }))
    .map(([negative, parts]) => `${negative ? "!" : ""}${parts.join("/")}`);
  const globs = fc.array(glob, { minLength: 1, maxLength: 4 });

  it("is never said where something below is not covered", () => {
    fc.assert(
      fc.property(globs, path, path, (given, folder, rest) => {
        const { covers, coversBelow } = scope(...given);
        fc.pre(coversBelow(folder));
        expect(covers(`${folder}/${rest}`)).toBe(true);
      }),
      { numRuns: searchRuns(3_000) },
    );
  });

  it("is never ruled out where something below is covered", () => {
    fc.assert(
      fc.property(globs, path, path, (given, folder, rest) => {
        const { covers, mayCoverBelow } = scope(...given);
        fc.pre(covers(`${folder}/${rest}`));
        expect(mayCoverBelow(folder)).toBe(true);
      }),
      { numRuns: searchRuns(3_000) },
    );
  });
});
