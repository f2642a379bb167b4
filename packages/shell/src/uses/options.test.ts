import { describe, expect, it } from "vitest";
import { wordsOf } from "../../../../test/support/shell/uses-contract.ts";
import { optionTable, splitArguments } from "./options.ts";

const table = optionTable("-ab o|output: i|in-place? f|format= arg:: color? verbose version ...");
const partial = optionTable("-ab o|output: pretty");

function read(command: string, of = table, style = {}) {
  const split = splitArguments(of, wordsOf(command), style);
  if (!split) return undefined;
  const options = split.options.map(({ name, value }) => (value ? `${name}=${value.text}` : name));
  return [...options, ...split.operands.map(({ text }) => `(${text})`), ...(split.mayHideOption ? ["hides"] : [])];
}

describe("splitting arguments", () => {
  it.each([
    ["-ab x", ["a", "b", "(x)"]],
    ["-abo out x", ["a", "b", "o=out", "(x)"]],
    ["-oout", ["o=out"]],
    ["--output=out", ["o=out"]],
    ["--output out", ["o=out"]],
    ["--outp=out", ["o=out"]],
    ["--verb", ["verbose"]],
    ["-i x", ["i", "(x)"]],
    ["-i.bak x", ["i=.bak", "(x)"]],
    ["--in-place=.bak", ["i=.bak"]],
    ["--color x", ["color", "(x)"]],
    ["--arg n v x", ["arg=n", "arg=v", "(x)"]],
    ["--format=x", ["f=x"]],
    ["x -a", ["a", "(x)"]],
    ["-- -a", ["(-a)"]],
    ["-", ["(-)"]],
    ["-o -5", ["o=-5"]],
    ["$x -a", ["a", "(null)", "hides"]],
    ["-o $x", ["o=null", "hides"]],
    ["-- $x", ["(null)"]],
  ])("%s", (command, expected) => {
    expect(read(command)).toEqual(expected);
  });

  it.each([
    "-c",
    "-az",
    "--made-up",
    "--ver",
    "--a",
    "--verbose=x",
    "-o",
    "--output",
    "--arg n",
    "--arg=n v",
    "--format x",
    "-f x",
    "-o -a",
    "-o --verbose",
    "--output --verbose",
    "-*",
    "--=x",
  ])("does not know %s", (command) => {
    expect(read(command)).toBeUndefined();
  });

  it("takes the beginning of a long option for it only where all of them are declared", () => {
    expect(read("--pretty", partial)).toEqual(["pretty"]);
    expect(read("--pre", partial)).toBeUndefined();
    expect(read("--o=x", partial)).toBeUndefined();
  });

  it("ends the options at the first operand where it is asked to", () => {
    expect(read("-a x -b", table, { operandsEndOptions: true })).toEqual(["a", "(x)", "(-b)"]);
    expect(read("$x -z", table, { operandsEndOptions: true })).toEqual(["(null)", "(-z)", "hides"]);
  });
});
