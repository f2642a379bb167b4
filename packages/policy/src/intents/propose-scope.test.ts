import { describe, expect, it } from "vitest";
import { proposeScope, type Tree } from "./propose-scope.ts";

/** Files as paths; a link ends in `@`. */
function treeOf(files: readonly string[]): Tree {
  const at = (path: string) => path.replace(/^\/root\/?/, "").replace(/\/$/, "");
  const below = (folder: string) => files.filter((file) => folder === "" || file.startsWith(`${folder}/`));
  return {
    root: "/root",
    kind(path) {
      if (files.includes(`${at(path)}@`)) return "link";
      if (files.includes(at(path))) return "file";
      return at(path) === "" || below(at(path)).length > 0 ? "folder" : "absent";
    },
    names(folder) {
      const start = at(folder) === "" ? 0 : at(folder).length + 1;
      return [...new Set(below(at(folder)).map((file) => (file.slice(start).split("/")[0] ?? "").replace(/@$/, "")))];
    },
  };
}

const many = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/f${at}.ts`);
const single = [
  "package.json",
  "package-lock.json",
  "README.md",
  "index.js",
  "src/a.ts",
  "src/auth/b.ts",
  "test/a.test.ts",
  "docs/a.md",
  ".github/workflows/ci.yml",
];
const monorepo = [
  "package.json",
  "README.md",
  ...["a", "b"].flatMap((name) => [
    `packages/${name}/package.json`,
    `packages/${name}/src/x.ts`,
    `packages/${name}/test/x.test.ts`,
  ]),
  "go/tool/go.mod",
  "go/tool/main.go",
];

describe("the scope of an intent that nobody wrote down", () => {
  it.each<[string, string[], string[], string[]]>([
    ["a source folder and its tests", single, ["src/new.ts"], ["src/**", "test/**"]],
    ["the whole source folder, of a file deep in it", single, ["src/auth/new.ts"], ["src/**", "test/**"]],
    ["the tests and what they test", single, ["test/new.test.ts"], ["test/**", "src/**"]],
    ["another folder alone, where it holds no code", single, ["docs/new.md"], ["docs/**"]],
    ["a folder that is not there yet", single, ["scripts/new.js"], ["scripts/**", "test/**"]],
    ["a file of the root alone", single, ["README.md"], ["README.md"]],
    ["a module of the root, and its tests", single, ["index.js"], ["index.js", "index.test.js", "test/**"]],
    ["a script and its test", single, ["tool.py"], ["tool.py", "test_tool.py", "test/**"]],
    ["a manifest and its lock file", single, ["package.json"], ["package.json", "package-lock.json"]],
    ["of a folder with a dot only the file", single, [".github/workflows/ci.yml"], [".github/workflows/ci.yml"]],
    [
      "a package of a monorepo, and no other",
      monorepo,
      ["packages/a/src/new.ts"],
      ["packages/a/src/**", "packages/a/test/**"],
    ],
    ["the manifest of a package", monorepo, ["packages/a/package.json"], ["packages/a/package.json"]],
    ["a file of a package's own folder", monorepo, ["go/tool/main.go"], ["go/tool/*.go"]],
    [
      "two packages of one call",
      monorepo,
      ["packages/a/src/x.ts", "packages/b/src/x.ts"],
      ["packages/a/src/**", "packages/a/test/**", "packages/b/src/**", "packages/b/test/**"],
    ],
    ["what lies in another glob only once", single, ["src/new.ts", "test/new.test.ts"], ["src/**", "test/**"]],
    [
      "the folder below, where the top one is large",
      [...single, ...many("src/other", 301)],
      ["src/auth/new.ts"],
      ["src/auth/**", "test/**"],
    ],
    [
      "no tests that are a link",
      [...single.filter((one) => !one.startsWith("test/")), "test@"],
      ["src/new.ts"],
      ["src/**"],
    ],
    ["everything only where there is next to nothing", ["README.md"], ["index.js"], ["**"]],
    ["everything in an empty root", [], ["src/index.js"], ["**"]],
    ["no longer everything with six files", many("x", 6), ["index.js"], ["index.js", "index.test.js"]],
  ])("is %s", (_, files, changed, scope) => {
    expect(proposeScope(changed, treeOf(files), true)).toEqual(scope);
  });

  it("is not everything where another intent is open, however small the root is", () => {
    expect(proposeScope(["index.js"], treeOf(["README.md"]), false)).toEqual(["index.js", "index.test.js"]);
  });

  it.each<[string, string[]]>([
    ["nothing is changed", []],
    ["the root itself is", [""]],
    ["it is what others install", ["node_modules/a/index.js"]],
    ["it is what others install for a package", ["packages/a/node_modules/b/index.js"]],
    ["it is git's", [".git/config"]],
    ["the name would be a glob", ["src/*.ts"]],
    ["a folder's name would be a glob", ["s*/a.ts"]],
    ["the name has braces", ["{src,lib}/a.ts"]],
    ["the name would narrow", ["!src/a.ts"]],
    ["the name has a question mark", ["src/a?.ts"]],
    ["the name has a backslash", ["src\\a.ts"]],
    ["the name has a control character", ["doc\u0007s/a.md"]],
    ["the name turns the reading direction", ["do\u202ecs/a.md"]],
    ["it leads out", ["../a.ts"]],
    ["it is absolute", ["/etc/passwd"]],
    ["there are too many places", Array.from({ length: 9 }, (_, at) => `folder${at}/a.md`)],
    ["one of several is not to be told", ["src/a.ts", "node_modules/a.js"]],
  ])("is none where %s", (_, changed) => {
    expect(proposeScope(changed, treeOf(single), true)).toBeNull();
  });
});
