import type { Effect, Effects } from "@intentgate/engine";
import { describe, expect, it } from "vitest";
import { announcedBy, namesBelow } from "./announced.ts";

const at = (absolute: string) => ({ path: absolute, absolute });
const effects = (...list: Effect[]): Effects => ({ risk: "DESTRUCTIVE", mutates: true, list, why: [] });
const run = (known: Extract<Effect, { kind: "run" }>["known"]): Effect => ({ kind: "run", command: "x", known });

describe("what a call announced", () => {
  it.each<[string, Effect, string, boolean]>([
    ["below a folder it fills", { kind: "write_below", ...at("/r/out") }, "/r/out/a", true],
    ["deep below it", { kind: "write_below", ...at("/r/out") }, "/r/out/b/c", true],
    ["beside it", { kind: "write_below", ...at("/r/out") }, "/r/outer/a", false],
    ["below a folder it removes", { kind: "delete", ...at("/r/old") }, "/r/old/a", true],
    ["below the old end of a move", { kind: "move", from: at("/r/a"), to: at("/r/b") }, "/r/a/x", true],
    ["below the new end of a move", { kind: "move", from: at("/r/a"), to: at("/r/b") }, "/r/b/x", true],
    ["below a file it writes", { kind: "write", manner: "derived", ...at("/r/a") }, "/r/a/x", false],
    ["only read", { kind: "read", shows: "content", ...at("/r/a") }, "/r/a/x", false],
    ["only mentioned", { kind: "unknown", why: "", mentions: [at("/r/a")] }, "/r/a/x", false],
    ["declared", run({ by: "declaration", writes: ["out/**"] }), "/r/out/x", true],
    ["not declared", run({ by: "declaration", writes: ["out/**"] }), "/r/src/x", false],
    ["of a command whose words were read", run({ by: "reading" }), "/r/src/x", false],
    ["of a command nobody knows", run({ by: "nobody" }), "/r/src/x", false],
  ])("covers a file %s: row %#", (_what, effect, path, answer) => {
    expect(announcedBy(effects(effect)).covers(path, path.slice(3))).toBe(answer);
  });

  it("knows where the files of a moved folder came from", () => {
    const { movedFrom } = announcedBy(effects({ kind: "move", from: at("/r/a"), to: at("/r/b") }));
    expect(movedFrom("/r/b/x/y")).toBe("/r/a/x/y");
    expect(movedFrom("/r/c/x")).toBeNull();
  });
});

describe("a glob that names an ignored folder", () => {
  it.each<[string, string, boolean]>([
    ["dist/**", "dist", true],
    ["dist", "dist", true],
    ["dist/js/*.js", "dist", true],
    ["src/**", "src/gen", true],
    ["./dist/", "dist", true],
    ["**", "dist", false],
    ["**/*.js", "dist", false],
    ["*", "dist", false],
    ["{dist,out}/**", "dist", false],
    ["src/**", "dist", false],
    ["src/a/**", "src/b", false],
    ["distant/**", "dist", false],
    ["!dist/**", "dist", false],
    ["", "dist", false],
  ])("%s for %s: %s", (glob, folder, answer) => {
    expect(namesBelow(glob, folder)).toBe(answer);
  });
});
