import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { createScope, globProblem } from "./scope.ts";

function covers(globs: string | string[], path: string, ignoreCase = false): boolean {
  return createScope([globs].flat(), { ignoreCase }).covers(path);
}

describe("a scope covers", () => {
  it.each<[string | string[], string]>([
    ["src/auth/**", "src/auth/a/b.ts"],
    ["src/auth/**", "src/auth"],
    ["src/auth", "src/auth/a/b.ts"],
    ["src/auth", "src/auth"],
    ["src/auth/", "src/auth/a/b.ts"],
    ["./src/auth", "src/auth/x"],
    ["src//auth/./", "src/auth/x"],
    ["src/**/b.ts", "src/b.ts"],
    ["src/**/b.ts", "src/x/y/b.ts"],
    ["**", "a"],
    ["**", ".env"],
    ["**/*.ts", "a.ts"],
    ["src/*", "src/.env"],
    ["src/**", "src/.hidden/.x"],
    ["src/*.ts", "src/.ts"],
    ["src/{a,b}/x.ts", "src/b/x.ts"],
    ["{src,test}", "test/deep/x.ts"],
    ["src/{a,{b,c}}.ts", "src/c.ts"],
    ["src/{,x/}a.ts", "src/a.ts"],
    ["{{name}}/a", "{{name}}/a"],
    ["src/a?.ts", "src/ab.ts"],
    ["src/?.ts", "src/😀.ts"],
    ["app/[id]/page.tsx", "app/[id]/page.tsx"],
    ["app/[id]", "app/[id]/page.tsx"],
    ["app/[...slug]/**", "app/[...slug]/x"],
    ["app/(group)/**", "app/(group)/x"],
    ["app/@(a|b)/x", "app/@(a|b)/x"],
    ["app/+(a)/x", "app/+(a)/x"],
    ['src/"a".ts', 'src/"a".ts'],
    ["src/a+b$^.ts", "src/a+b$^.ts"],
    ["src/caf\u00e9", "src/cafe\u0301/x"],
    ["src/cafe\u0301", "src/caf\u00e9/x"],
    ["packages/*/", "packages/a/x.ts"],
    ["packages/*/src", "packages/a/src/x.ts"],
    [["src/**", "!src/secret"], "src/open/a"],
    [["!src/secret", "src/**"], "src/open/a"],
    [["/etc/**", "src/**"], "src/a"],
    ["src/**", "./src/a"],
    ["src/**", "src//a/"],
  ])("%j covers %j", (globs, path) => {
    expect(covers(globs, path)).toBe(true);
  });

  it.each<[string | string[], string]>([
    [[], "a"],
    [[""], "a"],
    [["!src/**"], "a"],
    [["!src/**"], "src/a"],
    ["src/auth", "src/auth2"],
    ["src/auth", "src/auth2/x"],
    ["src/auth", "src"],
    ["src/auth/**", "src/auth2/x"],
    ["src/auth/**", "xsrc/auth/x"],
    ["src/*", "src/a/b"],
    ["src/*.ts", "src/a/b.ts"],
    ["*", "a/b"],
    ["src/?", "src/ab"],
    ["src/?.ts", "src/.ts"],
    ["src/a?b", "src/a/b"],
    ["src/*/**", "src/a.ts"],
    ["src/*/**/**", "src/a.ts"],
    ["src/a*b", "src/a/b"],
    ["src/a**b", "src/a/b"],
    ["src/**/b.ts", "src/xb.ts"],
    ["src/**/b.ts", "xsrc/b.ts"],
    ["app/[id]/x", "app/i/x"],
    ["app/[id]/x", "app/d/x"],
    ["app/[!a]/x", "app/b/x"],
    ["app/(a|b)/x", "app/a/x"],
    ["app/@(a|b)/x", "app/a/x"],
    ["app/+(a)/x", "app/aa/x"],
    ["app/*(a)/x", "app/aa/x"],
    ["app/!(a)/x", "app/b/x"],
    ["src/.*", "src/a"],
    ["src/a.ts", "src/abts"],
    ["src/{a..c}.ts", "src/b.ts"],
    ["src/{a}/x", "src/a/x"],
    ["Src/**", "src/a"],
    [["src/**", "!src/secret"], "src/secret/key"],
    [["src/**", "!src/secret"], "src/secret"],
    [["src/**", "!**/secret"], "src/a/secret/key"],
    [["src/**", "!src/*.key"], "src/a.key"],
    [["!src/secret", "src/**"], "src/secret/key"],
    [["src/**", "!src/secret", "src/secret/**"], "src/secret/key"],
    [["src/**", "!{a,b"], "src/a"],
    [["src/**", "!/src/secret"], "src/secret/key"],
    [["src/**", "!!src/a"], "src/a"],
    ["/src/**", "src/a"],
    ["../**", "a"],
    ["src/../**", "a"],
    ["{..,src}/**", "src/a"],
    [".{.,}/**", "a"],
    [".", "a"],
    ["./", "a"],
    ["~/**", "a"],
    ["C:/**", "C:/a"],
    ["src\\auth\\**", "src/auth/a"],
    ["src/\\*", "src/*"],
    ["**", ""],
    ["**", "."],
    ["**", "/"],
    ["**", "/etc/passwd"],
    ["**", ".."],
    ["**", "../x"],
    ["**", "a/../../x"],
    ["**", "a\\..\\..\\x"],
    ["**", "C:/x"],
    ["**", "a\0b"],
    ["src/a\u202e", "src/a\u202e"],
  ])("%j does not cover %j", (globs, path) => {
    expect(covers(globs, path)).toBe(false);
  });

  it("minds the case exactly as the file system does", () => {
    expect(covers("src/Auth/**", "SRC/auth/X", true)).toBe(true);
    expect(covers(["src/**", "!src/Secret"], "src/SECRET/x", true)).toBe(false);
    expect(covers(["src/**", "!src/secret"], "src/\u017fecret/x", true)).toBe(false);
    expect(covers("src/Auth/**", "src/auth/x")).toBe(false);
  });
});

describe("globProblem", () => {
  it.each([
    "",
    "/abs",
    "../x",
    "a/../b",
    "{a,..}/b",
    "a\\b",
    "a{b",
    "a}b",
    "}{",
    "{a..z}",
    "!!a",
    ".",
    "a\nb",
    "a\u200bb",
    "~/a",
    "c:/a",
    "a".repeat(1025),
    "{a,b}".repeat(8),
    "{a,b}".repeat(100),
    `${"{a,".repeat(200)}b${"}".repeat(200)}`,
    `{${"a,".repeat(200)}b}`,
  ])("says why %j covers nothing", (glob) => {
    expect(globProblem(glob)).toEqual(expect.any(String));
    expect(covers([glob, glob.slice(0, 3)].slice(0, 1), "a")).toBe(false);
  });

  it.each(["src/**", "!src/a", "{a,b}/**", "app/[id]", "{a}", "./a"])("has nothing against %j", (glob) => {
    expect(globProblem(glob)).toBeNull();
  });
});

const name = fc.constantFrom("a", "b", "ab", ".a", "a.ts", "b.ts", "[id]", "(g)", "..", ".");
const somePath = fc.array(name, { minLength: 1, maxLength: 6 }).map((names) => names.join("/"));
const part = fc.constantFrom("a", "b", "*", "**", "a*", "*.ts", "?", ".a", "{a,b}", "[id]", "..", "a?b*", "***");
const glob = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join("/"));
const anyGlob = fc.oneof(
  glob,
  fc.string({ maxLength: 20 }),
  glob.map((each) => `!${each}`),
);

describe("every scope", () => {
  it("keeps to the root whatever its globs", () => {
    const escaping = fc.oneof(
      somePath.map((path) => `/${path}`),
      somePath.map((path) => `../${path}`),
      fc.tuple(somePath, somePath).map(([a, b]) => `${a}/../${b}`),
    );
    fc.assert(
      fc.property(fc.array(anyGlob), escaping, (globs, path) => !covers(globs, path) && !covers(globs, path, true)),
    );
  });

  it("is only narrowed by globs with !, wherever they stand", () => {
    fc.assert(
      fc.property(fc.array(anyGlob), anyGlob, fc.nat(5), somePath, (globs, extra, at, path) => {
        const narrowed = globs.toSpliced(at, 0, `!${extra}`);
        return covers(globs, path) || !covers(narrowed, path);
      }),
    );
  });

  it("agrees with picomatch where both speak the same language", () => {
    const common = fc
      .array(fc.constantFrom("a", "b", "*", "**", "a*", "*b", "*.ts", "?", ".a", "{a,b}", "a?*", "*a*b*"), {
        minLength: 1,
        maxLength: 5,
      })
      .map((parts) => parts.join("/"));
    const plain = fc
      .array(fc.constantFrom("a", "b", "ab", ".a", "a.ts", "aab", "acb"), { minLength: 1, maxLength: 6 })
      .map((names) => names.join("/"));
    fc.assert(
      fc.property(common, plain, (text, path) => {
        const last = text.split("/").at(-1) ?? "";
        const below = /[*?]/.test(last) ? [] : [`${text}/**`];
        const expected = [text, ...below].some((each) => picomatch(each, { dot: true })(path));
        expect(covers(text, path), `${text} on ${path}`).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it("takes few steps where a backtracking matcher would take forever", () => {
    const path = `${"aa/".repeat(1300)}c`;
    expect(covers(`${"**/a*/".repeat(60)}b`, path)).toBe(false);
    expect(covers(`${"*a".repeat(500)}b`, "a".repeat(250))).toBe(false);
  });
});
