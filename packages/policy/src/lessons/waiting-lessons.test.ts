import { describe, expect, it } from "vitest";
import { withoutPlaces } from "./waiting-lessons.ts";

describe("a lesson without the places of a machine", () => {
  it.each([
    ["cannot read /home/ann/work/shop/src/a.ts", "cannot read src/a.ts"],
    ['"/home/ann/work/shop/a b.ts" failed', '"a b.ts" failed'],
    ["see /home/ann/.npm/_logs/1.log", "see 1.log"],
    ["(/Users/ann/x/y.ts:3:1)", "(y.ts:3:1)"],
    ["at file:///root/x.js", "at x.js"],
    ["use ~/bin/tool", "use tool"],
    ["C:\\Users\\Ann\\a.ts is gone", "a.ts is gone"],
    ["cache=/var/folders/xy/T/a", "cache=a"],
    ["/home/ann/work/shopping/list.txt", "list.txt"],
  ])("%s", (text, wanted) => {
    expect(withoutPlaces(text, "/home/ann/work/shop")).toBe(wanted);
  });

  it.each([
    "GET /api/v1/users needs a token",
    "src/home/index.ts is generated",
    "either/or, and/tmp/or",
    "https://example.org/home/page",
    "a // comment",
  ])("keeps %s", (text) => {
    expect(withoutPlaces(text, "/home/ann/work/shop")).toBe(text);
  });
});
