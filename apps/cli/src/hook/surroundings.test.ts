import { describe, expect, it } from "vitest";
import { decidesAsHere, environmentFrom, environmentKey, startEnvironment } from "./surroundings.ts";

const own = { HOME: "/home/ann", PATH: "/usr/bin:/bin", XDG_STATE_HOME: "/state", TMPDIR: "/tmp" };

describe("another environment", () => {
  it.each<[string, Record<string, string | undefined>, boolean]>([
    ["the same", own, true],
    ["another terminal and language", { ...own, TERM: "dumb", LANG: "C" }, true],
    ["more folders without a git", { ...own, PATH: "/nowhere:/usr/bin:relative:/bin" }, true],
    ["an empty folder instead of none", { ...own, TMP: "" }, true],
    ["another home", { ...own, HOME: "/home/bob" }, false],
    ["no home", { ...own, HOME: undefined }, false],
    ["another state folder", { ...own, XDG_STATE_HOME: "/elsewhere" }, false],
    ["another temp folder", { ...own, TMPDIR: "/work/tmp" }, false],
    ["another temp folder by another name", { ...own, TEMP: "/work/tmp" }, false],
    ["no git", { ...own, PATH: "/nowhere" }, false],
    ["no path at all", { ...own, PATH: undefined }, false],
  ])("with %s", (_what, theirs, isSame) => expect(decidesAsHere(theirs, own)).toBe(isSame));
});

it("what changes with every call is left out, and order says nothing", () => {
  const [one, other] = [
    ["A=1", "PWD=/a", "B=x=y", "_=/bin/ls", "broken", "=none"],
    ["B=x=y", "A=1", "SHLVL=3"],
  ].map(environmentFrom);
  expect(environmentKey(one ?? {})).toBe(environmentKey(other ?? {}));
  expect({ ...one }).toEqual({ A: "1", B: "x=y" });
  expect(environmentKey(environmentFrom(["A=2", "B=x=y"]))).not.toBe(environmentKey(one ?? {}));
});

it("the gate is started with nothing that steers node, names a root or is secret", () => {
  const env = {
    ...own,
    NODE_OPTIONS: "--require=/x",
    API_KEY: "k",
    PWD: "/repo",
    OLDPWD: "/repo",
    LC_ALL: "C",
    LD_PRELOAD: "x",
  };
  expect(startEnvironment(env)).toEqual({ ...own, LC_ALL: "C" });
});
