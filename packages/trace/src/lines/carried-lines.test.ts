import { describe, expect, it } from "vitest";
import { splitLines } from "../contents/split-lines.ts";
import type { Carried } from "../records/record.ts";
import { carriedLines } from "./carried-lines.ts";
import { lineHunks } from "./line-hunks.ts";

function compared(before: string, after: string, path = "a.ts") {
  const [old, fresh] = [splitLines(before), splitLines(after)];
  return { path, before: old, after: fresh, hunks: lineHunks(old, fresh) };
}

function carried(before: string, after: string, byPerson = false, path = "a.ts"): Carried[] {
  return carriedLines([compared(before, after, path)], byPerson)[0] ?? [];
}

const wrapped = "const total = add(\n  first,\n  second,\n);\n";

describe("lines that a change only formatted", () => {
  it.each([
    ["indented", "let first = one;\n", "    let first = one;\n", [[1, 1, 1]]],
    ["spaced", "let first=one\n", "let first = one;\n", [[1, 1, 1]]],
    [
      "wrapped",
      "const total = add(first, second);\n",
      wrapped,
      [
        [1, 1, 1],
        [2, 1, 1],
        [3, 1, 1],
        [4, 1, 1],
      ],
    ],
    ["joined", wrapped, "const total = add(first, second);\n", [[1, 1, 1, 0, 4]]],
    ["other quotes", "say('hello there');\n", 'say("hello there");\n', [[1, 1, 1]]],
  ] as [string, string, string, Carried[]][])("%s: they keep their origin", (_, before, after, expected) => {
    expect(carried(before, after)).toEqual(expected);
  });

  it("holds where a bracket on a line of its own fits in two places", () => {
    const before = `${wrapped}const other = add(third, fourth);\n`;
    const after = `const total = add(first, second);\n${wrapped.replace("total", "other").replace("first", "third").replace("second", "fourth")}`;
    const lines = new Set(carried(before, after).map(([start]) => start));
    expect([1, 2, 3, 4].every((line) => lines.has(line))).toBe(true);
  });

  it.each([
    ["a condition dropped", "if (isOwner && isAdmin) {\n", "if (isOwner) {\n"],
    ["a condition added", "if (isOwner) {\n", "if (isOwner && isAdmin) {\n"],
    ["a negation dropped", "return !isAllowed(user);\n", "return isAllowed(user);\n"],
    ["arguments swapped", "copy(source, target);\n", "copy(target, source);\n"],
    ["a number changed", "const limit = 10;\n", "const limit = 100;\n"],
    ["spaces inside quotes", 'say("hello there");\n', 'say("hello  there");\n'],
    ["wrapped and an argument dropped", "const total = add(first, second, third);\n", wrapped],
    ["joined and an argument added", wrapped, "const total = add(first, second, third);\n"],
    ["a comma between arguments dropped", "call(first, second);\n", "call(first second);\n"],
    ["something else entirely", "alpha beta gamma;\n", "delta epsilon zeta;\n"],
  ])("does not hold with %s", (_, before, after) => {
    expect(carried(before, after)).toEqual([]);
  });
});

describe("a file that a person formatted as a whole", () => {
  it("stays whose it was, however little it says", () => {
    const after = 'say(\n  "hello",\n  there,\n);\n';
    expect(carried("say('hello', there);\n", after, true).map(([start]) => start)).toEqual([1, 2, 3, 4]);
  });

  it("is theirs where a word of it is another", () => {
    expect(carried("say('hello', there);\n", 'say(\n  "hello",\n  here,\n);\n', true)).toEqual([]);
  });
});

describe("lines that a change moved", () => {
  const block = "const first = make(1);\nconst second = make(2);\n";
  const rest = "unrelated(alpha);\nunrelated(beta);\nunrelated(gamma);\nunrelated(delta);\n";

  it("keep their origin within a file", () => {
    expect(carried(`${block}${rest}`, `${rest}${block}`)).toHaveLength(1);
  });

  it("keep their origin between files of one change", () => {
    const files = [compared(`${block}${rest}`, rest), compared("", block)];
    expect(carriedLines(files, false)).toEqual([[], [[1, 2, 1, 0]]]);
  });

  it("keep it where they were formatted on the way", () => {
    const made = (value: string) => `const firstOfAllOrders = makeAnOrderOf(1, ${value}OfTheShop);\n`;
    const narrow = "const firstOfAllOrders = makeAnOrderOf(\n  1,\n  alphaOfTheShop,\n);\n";
    const files = [compared(`${made("alpha")}${rest}`, rest), compared("", narrow)];
    expect(carriedLines(files, true)[1]?.map(([start]) => start)).toEqual([1, 2, 3, 4]);
    const edited = [compared(`${made("beta")}${rest}`, rest), compared("", narrow)];
    expect(carriedLines(edited, true)[1]).toEqual([]);
  });

  it("have none where the same line was taken away in two places", () => {
    const files = [
      compared("make(first, one);\n", ""),
      compared("make(first, one);\n", ""),
      compared("", "make(first, one);\n"),
    ];
    expect(carriedLines(files, false)[2]).toEqual([]);
  });

  it("have none where they were copied and not taken away", () => {
    expect(carriedLines([compared(block, block), compared("", block)], false)[1]).toEqual([]);
  });

  const shown = "t.is(requestCount, calls.length, responses.length);\n";
  const long = "const order = makeAnOrderOf(firstOfAll, secondOfAll, thirdOfAll);\n";
  it.each([
    ["one line that says little", "count(orders);\n", `count(orders);\n${rest}`, `${rest}count(orders);\n`],
    ["a line that stands there twice", shown, `${shown}${rest}${shown}`, `${rest}${shown}${shown}`],
    [
      "lines that stand there twice",
      `${shown}${long}`,
      `${shown}${long}${rest}x;\n${shown}${long}`,
      `${rest}y;\n${shown}${long}z;\n`,
    ],
    [
      "the same line many times",
      "next();\n".repeat(3),
      `${"next();\n".repeat(3)}${rest}`,
      `${rest}${"next();\n".repeat(3)}`,
    ],
  ])("are not proved within a file by %s in a person's change", (_, _block, before, after) => {
    expect(carried(before, after, true)).toEqual([]);
  });

  it.each([
    ["one line that says much", long],
    [
      "a line that says little, with its neighbours",
      "count(orders);\nsendAway(parcelsOf(orders), bills);\nclose(theShop);\n",
    ],
  ])("are proved within a file by %s in a person's change", (_, block) => {
    expect(carried(`${block}${rest}`, `${rest}${block}`, true).map(([start]) => start)).toEqual([5]);
  });

  it.each([
    ["less than git asks for", "const order = makeAnOrder(first);\n", []],
    ["as much as git asks for", long, [[1, 1, 1, 0]]],
  ])("need in another file %s", (_, block, expected) => {
    expect(carriedLines([compared(`${block}${rest}`, rest), compared("", block)], true)[1]).toEqual(expected);
  });

  it("are not taken from the hunk beside theirs without proof", () => {
    const before = "call(one);\n}\nclose(all);\n";
    const after = "begin(it);\n}\ncall(one);\n";
    expect(carried(before, after, true)).toEqual([]);
  });

  it.each(["}\n", "\n", "else {\n", "break;\n"])("are not proved by %j in a person's change", (line) => {
    const files = [compared(`${line}${rest}`, rest), compared("", line)];
    expect(carriedLines(files, true)[1]).toEqual([]);
  });

  it("stay whose they were when an agent moved a single word", () => {
    const files = [compared(`argument,\n${rest}`, rest), compared("", "argument,\n")];
    expect(carriedLines(files, false)[1]).toEqual([[1, 1, 1, 0]]);
  });
});
