import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob.ts";

describe("compileGlob", () => {
  it.each<[string, string, boolean]>([
    ["*.ts", "a.ts", true],
    ["*.ts", "deep/er/a.ts", true],
    ["*.ts", "a.tsx", false],
    ["*.ts", ".ts", true],
    ["a?.ts", "ab.ts", true],
    ["a?.ts", "a.ts", false],
    ["?", "é", true],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/b/a.ts", false],
    ["src/*.ts", "lib/src/a.ts", false],
    ["src/**", "src/a/b", true],
    ["src/**", "lib/a", false],
    ["src/**/b.ts", "src/b.ts", true],
    ["src/**/b.ts", "src/x/y/b.ts", true],
    ["**/test/**/*.ts", "a/test/b/c.ts", true],
    ["**/test/**/*.ts", "a/tests/c.ts", false],
    ["**", "any/thing", true],
    ["/src/*", "src/a", true],
    ["./src/*", "src/a", true],
    ["*.{js,ts}", "a.ts", true],
    ["*.{js,ts}", "a.css", false],
    ["{a,b{c,d}}.x", "bd.x", true],
    ["{a}.x", "{a}.x", true],
    ["{a.x", "{a.x", true],
    ["[id].ts", "[id].ts", true],
    ["[id].ts", "i.ts", false],
    ["a.ts", "axts", false],
    ["", "a", false],
  ])("%s on %s is %s", (pattern, path, fits) => {
    expect(compileGlob(pattern)!(path)).toBe(fits);
  });

  it("gives up on braces that multiply", () => {
    expect(compileGlob("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}")).not.toBeNull();
    expect(compileGlob("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}")).toBeNull();
  });

  it("comes back from a pattern made of stars", () => {
    expect(compileGlob(`${"*a".repeat(200)}b`)!("a".repeat(4_000))).toBe(false);
    expect(compileGlob(`${"**/a/".repeat(90)}b`)!("a/".repeat(1_000))).toBe(false);
  });

  it("agrees with a regular expression on small inputs", () => {
    const part = fc
      .string({ unit: fc.constantFrom("a", "b", "*", "?"), minLength: 1, maxLength: 5 })
      .filter((it) => !it.includes("**"));
    const pattern = fc.array(fc.oneof(part, fc.constant("**")), { minLength: 2, maxLength: 4 });
    const path = fc.array(fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(pattern, path, (wanted, parts) => {
        const source = wanted
          .map((it) => (it === "**" ? "(?:[^/]+/)*" : `${it.replaceAll("*", "[^/]*").replaceAll("?", "[^/]")}/`))
          .join("");
        const fits = new RegExp(`^${source}$`).test(`${parts.join("/")}/`);
        expect(compileGlob(wanted.join("/"))!(parts.join("/"))).toBe(fits);
      }),
      { numRuns: 2_000 },
    );
  });
});
