import { describe, expect, it } from "vitest";
import { decodeLineKeys, encodeLineKeys, isWeightyKey, lineKey } from "./line-key.ts";

const long = "const answer = compute(one, two)";

describe("the key of a line", () => {
  it.each([
    [long, `    ${long}`],
    [long, `\t${long}  `],
    [long, `${long}\r`],
    [long, `${long};`],
    [long, "const answer=compute( one,two )"],
    ["say('hello there')", 'say("hello there")'],
  ])("is the same for %j and %j", (one, other) => {
    expect(lineKey(other)).toBe(lineKey(one));
  });

  it.each([
    ["a word more", long, `${long} extra`],
    ["another word", long, "const answer = compute(one, three)"],
    ["the order", long, "const answer = compute(two, one)"],
    ["a space inside quotes", 'say("hello there")', 'say("hellothere")'],
    ["two spaces inside quotes", 'say("hello there")', 'say("hello  there")'],
    ["a quote inside quotes", `say('hello "there"')`, `say("hello "there"")`],
    ["a space between words", "return value", "returnvalue"],
    ["a sign less", "if (!isAdmin)", "if (isAdmin)"],
    ["capital letters", "const Answer = 1", "const answer = 1"],
    ["a comma in the middle", "call(one, two)", "call(one two)"],
    ["what follows an apostrophe", "don't touch  this line", "don't touch this line"],
    ["characters beyond ASCII", "const größe = 12", "const grosse = 12"],
  ])("differs by %s", (_, one, other) => {
    expect(lineKey(Buffer.from(other).toString("latin1"))).not.toBe(lineKey(Buffer.from(one).toString("latin1")));
  });

  it.each([
    ["", false],
    ["}", false],
    ["  });", false],
    ["else {", false],
    ["return;", false],
    ["fi", false],
    ["i++ + ++j", false],
    ["return null;", true],
    [long, true],
    ['import "x";', true],
  ])("of %j tells whether the line says enough: %j", (line, enough) => {
    expect(isWeightyKey(lineKey(line))).toBe(enough);
  });

  it("comes back from eight characters a line", () => {
    const keys = ["", "}", long, "über"].map(lineKey);
    const text = encodeLineKeys(keys);
    expect(text).toHaveLength(keys.length * 8);
    expect([...decodeLineKeys(text)]).toEqual(keys);
  });

  it.each([["AAAA"], ["!!!"], [""], ["AAAAAAAAAAA"]])("reads %j without moving what is whole", (text) => {
    expect(decodeLineKeys(text).length).toBe(Math.floor(Buffer.from(text, "base64").length / 6));
  });
});
