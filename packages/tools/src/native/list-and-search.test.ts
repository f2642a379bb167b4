import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type TempWorkspace, tempWorkspace } from "../../../../test/support/tools/temp-workspace.ts";
import { searchFolder } from "../search/search-folder.ts";

let space: TempWorkspace;

const tree = {
  "b.ts": "",
  "a.ts": "",
  "sub/c.ts": "",
  "sub/deep/d.ts": "",
  ".git/config": "",
  "node_modules/x/y.js": "",
};

describe("list_files", () => {
  it("lists one folder in order", async () => {
    space = tempWorkspace(tree);
    expect(await space.run("list", { path: "." })).toEqual({
      path: ".",
      entries: [".git/", "a.ts", "b.ts", "node_modules/", "sub/"],
      truncated: false,
    });
  });

  it("lists what is below, but enters neither .git nor node_modules", async () => {
    space = tempWorkspace(tree);
    const { entries } = await space.run("list_files", { path: ".", recursive: true });
    expect(entries).toEqual([
      ".git/",
      "a.ts",
      "b.ts",
      "node_modules/",
      "sub/",
      "sub/c.ts",
      "sub/deep/",
      "sub/deep/d.ts",
    ]);
  });

  it("names links and does not follow them, not even in a circle", async () => {
    space = tempWorkspace({ "sub/f": "" });
    symlinkSync("/etc", join(space.root, "etc"));
    symlinkSync("..", join(space.root, "sub/up"));
    expect(await space.run("list_files", { path: ".", recursive: true })).toMatchObject({
      entries: ["etc", "sub/", "sub/f", "sub/up"],
      links: ["etc", "sub/up"],
    });
  });

  it("enters no folder that the gate closes", async () => {
    space = tempWorkspace({ "open/f": "", "closed/g": "" });
    const resolveRead = (path: string) => {
      if (path.includes("closed")) throw new Error("no");
      return space.context.resolveRead(path);
    };
    expect(await space.run("list_files", { path: ".", recursive: true }, { resolveRead })).toMatchObject({
      entries: ["closed/", "open/", "open/f"],
      folders_not_entered: 1,
    });
  });

  it("stops at two thousand entries and says so", async () => {
    space = tempWorkspace(Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`f${at}`, ""])));
    const { entries, truncated } = await space.run("list_files", { path: "." });
    expect([(entries as string[]).length, truncated]).toEqual([2_000, true]);
  });

  it.each([
    ["gone", "NOT_FOUND"],
    ["f", "NOT_A_FOLDER"],
    ["../", "PATH_REFUSED"],
  ])("refuses %s", async (path, code) => {
    space = tempWorkspace({ f: "" });
    expect((await space.run("list_files", { path })).code).toBe(code);
  });
});

describe("search_files", () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    [
      "finds lines",
      { path: ".", regex: "need.e" },
      ["a.ts:2:the needle", "sub/b.js:1:needle", "sub/deep/c.ts:1:NEEDLE needle"],
    ],
    ["takes (?i) as the flag", { path: ".", regex: "(?i)^NEEDLE$" }, ["sub/b.js:1:needle"]],
    ["sees lines without their ending", { path: ".", regex: "needle$", file_pattern: "a.ts" }, ["a.ts:2:the needle"]],
    ["keeps to a file pattern", { path: ".", regex: "needle", file_pattern: "*.js" }, ["sub/b.js:1:needle"]],
    [
      "keeps to a pattern with folders",
      { path: ".", regex: "needle", file_pattern: "sub/**/*.{ts,tsx}" },
      ["sub/deep/c.ts:1:NEEDLE needle"],
    ],
    ["shows paths from the working folder", { path: "sub", regex: "^needle" }, ["sub/b.js:1:needle"]],
    ["searches one file", { path: "a.ts", regex: "needle" }, ["a.ts:2:the needle"]],
    ["finds an empty line once", { path: "a.ts", regex: "^$" }, ["a.ts:3:"]],
    ["finds nothing", { path: ".", regex: "haystack" }, []],
  ])("%s", async (_name, input, wanted) => {
    space = tempWorkspace({
      "a.ts": "x\r\nthe needle\r\n\r\n",
      "sub/b.js": "needle",
      "sub/deep/c.ts": "NEEDLE needle\n",
      ".git/x": "needle",
      "node_modules/x/y.js": "needle",
      "bytes.ts": Buffer.from("needle\u0000"),
      "latin.ts": Buffer.from([0xe9, 0x0a]),
      "large.ts": "needle\n".repeat(300_000),
    });
    symlinkSync(join(space.root, "a.ts"), join(space.root, "link.ts"));
    const { matches } = await space.run("search_files", input);
    const shown = (matches as { path: string; line: number; text: string }[]).map(
      (it) => `${it.path}:${it.line}:${it.text}`,
    );
    expect(shown).toEqual(wanted);
  });

  it("stops at three hundred matches and says so", async () => {
    space = tempWorkspace({ f: "x\n".repeat(1_000), g: "x\n" });
    const result = await space.run("search_files", { path: ".", regex: "x" });
    expect([(result.matches as unknown[]).length, result.truncated]).toEqual([300, true]);
  });

  it("does not call three hundred matches cut", async () => {
    space = tempWorkspace({ f: "x\n".repeat(300) });
    expect((await space.run("search_files", { path: ".", regex: "x" })).truncated).toBe(false);
  });

  it("cuts a long line around what was found", async () => {
    space = tempWorkspace({ f: `${"-".repeat(5_000)}needle${"-".repeat(5_000)}` });
    const { matches } = await space.run("search_files", { path: ".", regex: "needle" });
    const [{ text }] = matches as [{ text: string }];
    expect(text).toContain("needle");
    expect(text.length).toBeLessThan(310);
  });

  it("ends an expression that would never come back", async () => {
    space = tempWorkspace({ f: `${"a".repeat(50)}b` });
    const search = { regex: "^(a+)+$", filePattern: null, budgetMs: 300 };
    const found = await searchFolder({ root: space.root, shown: "." }, search, space.context);
    expect(found).toMatchObject({ ok: false, failure: { code: "TIMEOUT" } });
  });

  it("says so when an expression runs out of memory for its steps back", async () => {
    space = tempWorkspace({ f: "ab".repeat(1_000_000) });
    const result = await space.run("search_files", { path: ".", regex: "^(?:(a)|(b)|(c)|(d)|(e)|(f)|(g))*h" });
    expect(result).toMatchObject({ code: "BAD_REGEX", error: expect.stringContaining("failed") });
  });

  it("ends such an expression when the call is stopped", async () => {
    space = tempWorkspace({ f: `${"a".repeat(50)}b` });
    const stop = new AbortController();
    const found = space.run("search_files", { path: ".", regex: "^(a+)+$" }, { signal: stop.signal });
    setTimeout(() => stop.abort(), 50);
    expect((await found).code).toBe("ABORTED");
  });

  it("skips files that the gate closes", async () => {
    space = tempWorkspace({ open: "needle", secret: "needle" });
    const resolveRead = (path: string) => {
      if (path.endsWith("secret")) throw new Error("no");
      return space.context.resolveRead(path);
    };
    const result = await space.run("search_files", { path: ".", regex: "needle" }, { resolveRead });
    expect(result).toMatchObject({ matches: [{ path: "open" }], files_skipped: 1 });
  });

  it("does not wait for a pipe", async () => {
    space = tempWorkspace({ f: "needle" });
    execFileSync("mkfifo", [join(space.root, "pipe")]);
    expect((await space.run("search_files", { path: ".", regex: "needle" })).files_searched).toBe(1);
  });

  it.each([
    ["a broken expression", { path: ".", regex: "(" }, "BAD_REGEX"],
    ["an empty expression", { path: ".", regex: "" }, "BAD_INPUT"],
    ["an exploding file pattern", { path: ".", regex: "a", file_pattern: "{a,b}".repeat(20) }, "BAD_INPUT"],
    ["a missing folder", { path: "gone", regex: "a" }, "NOT_FOUND"],
    ["a path outside", { path: "..", regex: "a" }, "PATH_REFUSED"],
  ])("refuses %s", async (_name, input, code) => {
    space = tempWorkspace({ f: "a" });
    expect((await space.run("search_files", input)).code).toBe(code);
  });
});
