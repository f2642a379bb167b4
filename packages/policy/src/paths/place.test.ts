import { describe, expect, it } from "vitest";
import { placeOf } from "./place.ts";

const areas = {
  roots: ["/work/app", "/tmp/governed"],
  scratch: ["/tmp", "/home/u/.claude/plans"],
  homes: ["/home/u"],
  ignoreCase: false,
};
const ignoring = { ...areas, ignoreCase: true };

describe("placeOf", () => {
  it.each([
    ["/work/app/src/a.ts", "/work/app", "src/a.ts"],
    ["/work/app", "/work/app", ""],
    ["/work/app/", "/work/app", ""],
    ["/tmp/governed/x", "/tmp/governed", "x"],
    ["/tmp/governed", "/tmp/governed", ""],
  ])("%s is inside", (absolute, root, relative) => {
    expect(placeOf(absolute, areas)).toEqual({ kind: "inside", root, relative });
  });

  it.each(["/tmp/x", "/tmp/a/b/c", "/tmp/governed2/x", "/home/u/.claude/plans/p.md"])("%s is scratch", (absolute) => {
    expect(placeOf(absolute, areas)).toEqual({ kind: "scratch" });
  });

  it.each([
    "/work/app2/x",
    "/work/ap",
    "/work",
    "/",
    "/WORK/APP/x",
    "/tmp",
    "/tmpx/a",
    "/home/u/.claude/settings.json",
    "/home/u/.claude/plans2/x",
    "/work/app/../../etc/passwd",
    "/tmp/../etc/passwd",
    "work/app/x",
    "",
  ])("%j is outside", (absolute) => {
    expect(placeOf(absolute, areas)).toEqual({ kind: "outside" });
  });

  it("never calls a folder above a governed root scratch", () => {
    const nested = { roots: ["/tmp/a/b/app"], scratch: ["/tmp"], homes: [], ignoreCase: false };
    expect(placeOf("/tmp/a/b", nested).kind).toBe("outside");
    expect(placeOf("/tmp/a", nested).kind).toBe("outside");
    expect(placeOf("/tmp/a/c", nested).kind).toBe("scratch");
  });

  describe("with a home in the temp folder", () => {
    const inTemp = {
      ...{ roots: ["/tmp/u/home/app"], homes: ["/tmp/u/home", "/home/other"], ignoreCase: false },
      scratch: ["/tmp", "/tmp/u/home/.claude/plans", "/home/other/tmp"],
    };

    it.each([
      "/tmp/u/home",
      "/tmp/u/home/notes.txt",
      "/tmp/u/home/.claude/settings.json",
      "/tmp/u/home/.claude/plans",
      "/tmp/u/home/a/b/c",
      "/tmp/u",
      "/home/other/x",
      "/home/other",
    ])("%s is outside", (absolute) => {
      expect(placeOf(absolute, inTemp)).toEqual({ kind: "outside" });
    });

    it.each(["/tmp/x", "/tmp/u/x", "/tmp/u/home2/x", "/tmp/u/home/.claude/plans/p.md", "/home/other/tmp/x"])(
      "%s is scratch",
      (absolute) => {
        expect(placeOf(absolute, inTemp)).toEqual({ kind: "scratch" });
      },
    );

    it("knows the home by every spelling where case is ignored", () => {
      expect(placeOf("/TMP/U/Home/x", { ...inTemp, ignoreCase: true })).toEqual({ kind: "outside" });
      expect(placeOf("/TMP/U/Other/x", { ...inTemp, ignoreCase: true })).toEqual({ kind: "scratch" });
    });

    it("has no scratch where the temp folder is the home itself", () => {
      expect(placeOf("/tmp/x", { ...inTemp, homes: ["/tmp"] })).toEqual({ kind: "outside" });
      expect(placeOf("/tmp/x", { ...inTemp, homes: ["/tmp/"] })).toEqual({ kind: "outside" });
    });

    it("takes a home that is above the temp folder, or none at all, for no reason against it", () => {
      for (const homes of [["/"], [""], ["relative"], ["/tmp/../tmp/x"], []])
        expect(placeOf("/tmp/x", { ...inTemp, homes })).toEqual({ kind: "scratch" });
    });
  });

  it("gives a path to the outermost of nested roots", () => {
    const nested = { roots: ["/w/app/sub", "/w/app"], scratch: [], homes: [], ignoreCase: false };
    expect(placeOf("/w/app/sub/x", nested)).toEqual({ kind: "inside", root: "/w/app", relative: "sub/x" });
  });

  it("compares names as a file system without case does, and keeps the spelling", () => {
    expect(placeOf("/WORK/App/SRC/a.ts", ignoring)).toEqual({
      kind: "inside",
      root: "/work/app",
      relative: "SRC/a.ts",
    });
    expect(placeOf("/TMP/x", ignoring)).toEqual({ kind: "scratch" });
  });

  it("meets composed and decomposed names", () => {
    const accented = { roots: ["/w/caf\u00e9"], scratch: [], homes: [], ignoreCase: false };
    expect(placeOf("/w/cafe\u0301/a", accented).kind).toBe("inside");
  });

  it("takes no relative or folding root or scratch folder at its word", () => {
    const odd = { roots: ["app", "/a/.."], scratch: ["", "/", "tmp", "/x/.."], homes: [], ignoreCase: false };
    expect(placeOf("/etc/passwd", odd)).toEqual({ kind: "outside" });
  });
});
