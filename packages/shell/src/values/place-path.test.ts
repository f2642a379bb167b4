import { describe, expect, it } from "vitest";
import { placePath } from "./place-path.ts";

describe("a path as spelled, placed", () => {
  it.each([
    ["a", "", "a"],
    ["./a", "", "a"],
    ["a//b/./c", "", "a/b/c"],
    ["a/../b", "", "b"],
    ["../a", "", "../a"],
    ["../../a", "src", "../a"],
    ["a/", "", "a"],
    [".", "", "."],
    ["..", "src", "."],
    ["/a/../../b", "", "/b"],
    ["/", "src", "/"],
    ["a", "/tmp", "/tmp/a"],
    ["a", "~", "~/a"],
    ["~/a/../b", "src", "~/b"],
    ["~/../b", "", "~/../b"],
    ["~other/x", "src", "~other/x"],
    ["./**", "", "./**"],
    ["./**", "src", "src/**"],
    ["*.txt", "src", "src/*.txt"],
  ])("places %s in %j at %s", (path, folder, placed) => {
    expect(placePath(path, folder)).toBe(placed);
  });

  it.each([
    ["a", null],
    ["./**.bak", ""],
  ])("does not know %s in %j", (path, folder) => {
    expect(placePath(path, folder)).toBeNull();
  });
});
