import { describe, expect, it } from "vitest";
import { serveHere, until } from "../../../../../test/support/dashboard/server-stage.ts";
import { isPlain } from "./project-tree.ts";

describe("what lies below a folder", () => {
  it("is all of it and nothing of its neighbours, whatever they are called", async () => {
    const names = ["a", "a-b", "a.b", "a0", "a/b", "a/b-c", "A", "ab", "é"].map((folder) => `${folder}/x.ts`);
    const files = Object.fromEntries(names.map((name) => [name, "x\n"]));
    const { get } = await serveHere({ files });
    const entries = async (folder: string) => (await get(`/api/code?folder=${encodeURIComponent(folder)}`)).json;
    const top = await entries("");
    expect(top.items.map((one: { name: string; files: number }) => [one.name, one.files])).toEqual([
      ["A", 1],
      ["a", 3],
      ["a-b", 1],
      ["a.b", 1],
      ["a0", 1],
      ["ab", 1],
      ["é", 1],
    ]);
    for (const [folder, lines] of [
      ["a", 3],
      ["a/b", 1],
      ["a-b", 1],
      ["é", 1],
    ] as const) {
      await until(async () => {
        const { items } = await entries(folder);
        const counts = items.map((one: { coverage: { lines: number } | null }) => one.coverage?.lines ?? 0);
        return counts.reduce((sum: number, one: number) => sum + one, 0) === lines;
      });
    }
  });
});

describe("a plain path", () => {
  it.each(["a", "a/b.ts", ".env", "a b", "..a", "a..b", ".gitignore", "src/.orchestration/x"])("is %j", (path) => {
    expect(isPlain(path)).toBe(true);
  });
  it.each([
    "",
    "/",
    "/a",
    "a/",
    "a//b",
    ".",
    "..",
    "./a",
    "a/../b",
    "../a",
    "a\0b",
    ".git",
    ".git/config",
    "a/.git/x",
    ".orchestration/x",
  ])("is not %j", (path) => {
    expect(isPlain(path)).toBe(false);
  });
});
