import { describe, expect, it } from "vitest";
import { decodeLineKeys, encodeLineKeys, isTellingKey, lineKeys } from "./line-key.ts";

const long = "const answer = compute(one, two)";
const keyOf = (line: string, path = "a.ts") => lineKeys([Buffer.from(line).toString("latin1")], path)[0] as number;

describe("the key of a line", () => {
  it.each([
    [long, `    ${long}`, "a.ts"],
    [long, `\t${long}  `, "a.go"],
    [long, `${long}\r`, "a.py"],
    [long, `${long} \t`, "a.unknown"],
    ["", "  \r", "a.ts"],
  ])("is the same for %j and %j in %s", (one, other, path) => {
    expect(keyOf(other, path)).toBe(keyOf(one, path));
  });

  it.each([
    ["a word more", long, `${long} extra`, "a.ts"],
    ["the order", long, "const answer = compute(two, one)", "a.ts"],
    ["a space between tokens", long, "const answer = compute(one,two)", "a.ts"],
    ["a semicolon", long, `${long};`, "a.ts"],
    ["quotes", "say('hello there')", 'say("hello there")', "a.ts"],
    ["capital letters", "const Answer = 1", "const answer = 1", "a.ts"],
    ["characters beyond ASCII", "const größe = 12", "const grosse = 12", "a.ts"],
    ["indentation in Python", "grant(user)", "    grant(user)", "a.py"],
    ["indentation in YAML", "admin: true", "  admin: true", "a.yaml"],
    ["indentation in a language nobody knows", "admin: true", "  admin: true", "a"],
  ])("differs by %s", (_, one, other, path) => {
    expect(keyOf(other, path)).not.toBe(keyOf(one, path));
  });

  it.each([
    ["", false],
    ["}", false],
    ["  });", false],
    ["else {", false],
    ["return;", false],
    ["fi", false],
    ["i++ + ++j", false],
    ["// Use of this source is governed by a licence", false],
    [" * Use of this source is governed by a licence", false],
    ["# Use of this source is governed by a licence", false],
    ['import { readFile } from "node:fs/promises";', false],
    ["from pathlib import Path, PurePath", false],
    ['const { join } = require("node:path");', false],
    ['export * from "./everything.ts";', false],
    ['"use strict";', false],
    ["#include <stdio.h>", false],
    ["return null;", true],
    ["important(things);", true],
    [long, true],
  ])("of %j tells whether the line says enough: %j", (line, enough) => {
    expect(isTellingKey(keyOf(line))).toBe(enough);
  });

  it("comes back from eight characters a line", () => {
    const keys = [...lineKeys(["", "}", long, "\u00fcber"], "a.ts")];
    const text = encodeLineKeys(keys);
    expect(text).toHaveLength(keys.length * 8);
    expect([...decodeLineKeys(text)]).toEqual(keys);
  });

  it.each([["AAAA"], ["!!!"], [""], ["AAAAAAAAAAA"]])("reads %j without moving what is whole", (text) => {
    expect(decodeLineKeys(text).length).toBe(Math.floor(Buffer.from(text, "base64").length / 6));
  });
});
