import { describe, expect, it } from "vitest";
import { placeOf } from "./place.ts";

const areas = { roots: ["/work/app", "/tmp/governed"], scratch: ["/tmp", "/home/u/.claude/plans"], ignoreCase: false };
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
    const nested = { roots: ["/tmp/a/b/app"], scratch: ["/tmp"], ignoreCase: false };
    expect(placeOf("/tmp/a/b", nested).kind).toBe("outside");
    expect(placeOf("/tmp/a", nested).kind).toBe("outside");
    expect(placeOf("/tmp/a/c", nested).kind).toBe("scratch");
  });

  it("gives a path to the outermost of nested roots", () => {
    const nested = { roots: ["/w/app/sub", "/w/app"], scratch: [], ignoreCase: false };
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
    const accented = { roots: ["/w/caf\u00e9"], scratch: [], ignoreCase: false };
    expect(placeOf("/w/cafe\u0301/a", accented).kind).toBe("inside");
  });

  it("takes no relative or folding root or scratch folder at its word", () => {
    const odd = { roots: ["app", "/a/.."], scratch: ["", "/", "tmp", "/x/.."], ignoreCase: false };
    expect(placeOf("/etc/passwd", odd)).toEqual({ kind: "outside" });
  });
});
