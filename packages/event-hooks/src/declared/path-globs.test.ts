import { createScope } from "@intentgate/policy";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createPathGlobs } from "./match-hook.ts";

const name = fc.constantFrom("src", "a", "b.ts", "Src", "é", "e\u0301", "[id]", "(g)", ".", "..", "");
const wild = fc.oneof(name, fc.constantFrom("*", "**", "*.ts", "{a,b}", "a?", "!a", "s\\rc"));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
const glob = fc
  .tuple(fc.constantFrom("", "", "!", "./"), fc.array(wild, { minLength: 1, maxLength: 4 }))
  .map(([start, names]) => start + names.join("/"));

it("is what a scope says, asked once or often", () => {
  for (const ignoreCase of [false, true]) {
    fc.assert(
      fc.property(fc.array(glob, { maxLength: 3 }), path, (globs, file) => {
        const covers = createPathGlobs(ignoreCase).covers;
        const scope = createScope(globs, { ignoreCase });
        const folder = file.endsWith("/") ? file : `${file}/`;
        for (let times = 0; times < 2; times++) {
          if (!file.endsWith("/")) expect(covers(globs, file)).toBe(scope.covers(file));
          // `./` is how the root itself is written.
          expect(covers(globs, folder)).toBe(scope.mayCoverBelow(folder === "./" ? "" : folder.slice(0, -1)));
        }
      }),
      { numRuns: 1_000 },
    );
  }
});
