import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchRuns } from "../../../../test/support/search-runs.ts";
import { splitCommand } from "./split-command.ts";

describe("a command without anything of a shell's", () => {
  it.each<[string, string[]]>([
    ["./a.sh", ["./a.sh"]],
    ["  a\tb  ", ["a", "b"]],
    ["a\n\n", ["a"]],
    ["a b\\ ", ["a", "b "]],
    ["a ''", ["a", ""]],
    ["'a b' c", ["a b", "c"]],
    [`a "b 'c'" 'd "e"'`, ["a", "b 'c'", 'd "e"']],
    ['a "\\"\\\\\\$\\`\\n"', ["a", '"\\$`\\n']],
    ["a b\\ c \\$x \\'", ["a", "b c", "$x", "'"]],
    ["a'b'\"c\"d", ["abcd"]],
    ["a '$(b)' '*' '|' \\; '~'", ["a", "$(b)", "*", "|", ";", "~"]],
    ["a b~ c#d e! --x=y", ["a", "b~", "c#d", "e!", "--x=y"]],
    ["./dir/X=1 y", ["./dir/X=1", "y"]],
    ["grüße 'ß'", ["grüße", "ß"]],
  ])("%j is its words", (command, words) => {
    expect(splitCommand(command)).toEqual({ kind: "words", words });
  });
});

describe("a command that needs a shell", () => {
  it.each<[string, string | null]>([
    ["./a.sh | b", "./a.sh"],
    ["./a.sh|b", "./a.sh"],
    ["a && b", "a"],
    ["a; b", "a"],
    ["a > f", "a"],
    ["a 2>&1", "a"],
    ["a\nb", "a"],
    ["a $X", "a"],
    ['a "$X"', "a"],
    ["a $(b)", "a"],
    ["a `b`", "a"],
    ['a "`b`"', "a"],
    ["a *.ts", "a"],
    ["a {b,c}", "a"],
    ["a ~/b", "a"],
    ["a # b", "a"],
    ["(a)", null],
    ["! a", null],
    ["~/a", null],
    ["$A b", null],
    ["./a$X b", null],
    ["X=1 a", null],
    ["X='1 2' a", null],
    ["X=", null],
    ["cd a", null],
    [". ./a", null],
    ["exec ./a", null],
    ["if a", null],
  ])("%j, whose program is %j", (command, first) => {
    expect(splitCommand(command)).toEqual({ kind: "shell", first });
  });
});

describe("a command that is none", () => {
  it.each(["", " \n", "a 'b", 'a "b', 'a "b\\"', "a \\", "''", "'' a", "a\u0000", "a \u001b[31m", "a\rb"])(
    "%j",
    (command) => {
      expect(splitCommand(command).kind).toBe("unsound");
    },
  );
});

describe.skipIf(process.platform === "win32")("the words of a command", () => {
  it("are those that a shell finds", () => {
    const piece = fc.constantFrom(
      "a",
      "b",
      " ",
      "  ",
      "'",
      '"',
      "\\",
      "\t",
      "=",
      "~",
      "#",
      "!",
      "$",
      "*",
      ";",
      "-",
      "é",
      "''",
      "]",
    );
    let compared = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = `x ${pieces.join("")}`;
        const split = splitCommand(text);
        if (split.kind !== "words") return;
        compared++;
        const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
        const shell = spawnSync("/bin/sh", ["-c", `printf '%s\\0' ${text}`], { cwd: "/", env: {}, ...asNobody });
        expect(shell.status).toBe(0);
        expect(shell.stdout.toString("utf8").split("\0").slice(0, -1)).toEqual(split.words);
      }),
      { numRuns: searchRuns(800) },
    );
    expect(compared).toBeGreaterThan(searchRuns(100));
  });

  it("are read in time bounded by its length", () => {
    expect(splitCommand(`a ${"\\ ".repeat(500_000)}`).kind).toBe("words");
    expect(splitCommand(`a ${"'".repeat(500_001)}`).kind).toBe("unsound");
    expect(splitCommand(`a ${"=".repeat(500_000)}`).kind).toBe("words");
  });
});
