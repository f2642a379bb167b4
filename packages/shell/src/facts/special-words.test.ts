import { describe, expect, it } from "vitest";
import { specialWord } from "./special-words.ts";

describe("a word that means something without a dash in front", () => {
  it.each([
    ["nm", "@x", false],
    ["nm", "*", true],
    ["size", "?.o", true],
    ["strings", "[!a]*", true],
    ["nm", null, false],
    ["less", "+!id", false],
    ["more", "*", true],
    ["less", null, true],
    ["rsync", "*", true],
    ["rsync", "a*", true],
    ["clang-format", "*.c", true],
  ])("%s: %j", (name, text, glob) => {
    expect(specialWord(name, text, glob)).toBeDefined();
  });

  it.each([
    ["nm", "a*", true],
    ["nm", "./*", true],
    ["nm", "src/@x", false],
    ["less", "a+b", false],
    ["rsync", "src/*", true],
    ["rsync", "host:a", false],
    ["cat", "*", true],
    ["cat", null, false],
  ])("is none of %s: %j", (name, text, glob) => {
    expect(specialWord(name, text, glob)).toBeUndefined();
  });
});
