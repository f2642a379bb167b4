import { formatProblem } from "@intentgate/documents";
import { describe, expect, it } from "vitest";
import { readIntentignore } from "./read-intentignore.ts";

const read = (text: string) => {
  const result = readIntentignore(text, ".intentignore");
  return result.ok
    ? result.value.map((rule) => `${rule.line} ${rule.intentId ?? "*"} ${rule.kind} ${rule.glob}`)
    : result.problems.map((it) => `! ${it.line}:${it.column} ${it.message}`);
};

describe(".intentignore", () => {
  const rows: [string, string, string[]][] = [
    ["excludes by default", "dist/**\n", ["1 * exclude dist/**"]],
    [
      "knows three kinds",
      "a exclude\nb require_approval\nc\tallow_destructive",
      ["1 * exclude a", "2 * require_approval b", "3 * allow_destructive c"],
    ],
    ["skips blanks and comments", "\uFEFF# head\r\n\r\n  \r\nx  # why\r\n", ["4 * exclude x"]],
    ["binds a rule to an intent", "INT-001:src/** require_approval # why", ["1 INT-001 require_approval src/**"]],
    ["takes blanks in a glob that has its kind behind it", "my folder/**  exclude", ["1 * exclude my folder/**"]],
    ["takes a hash inside a glob", "a#b\n", ["1 * exclude a#b"]],
    ["takes an escaped hash at the start", "\\#x exclude\nINT-1:\\#y", ["1 * exclude #x", "2 INT-1 exclude #y"]],
    [
      "takes brackets and braces",
      "app/[id]/** exclude\n{a,b}/(c)",
      ["1 * exclude app/[id]/**", "2 * exclude {a,b}/(c)"],
    ],
    ["is empty when the file is", "", []],
    ["refuses an unknown kind", "src/** exlude", ['! 1:8 unknown kind "exlude": did you mean exclude?']],
    ["refuses another case", "x\nsrc/** EXCLUDE", ['! 2:8 unknown kind "EXCLUDE": did you mean exclude?']],
    ["refuses two words without a kind", "my folder", ['! 1:4 unknown kind "folder"']],
    ["refuses a kind without a glob", "exclude # x", ["! 1:1 the line names a kind but no glob"]],
    ["refuses a bad id", "src/a:b exclude", ['! 1:1 "src/a" is not the id of an intent']],
    ["refuses an empty id", ":b", ['! 1:1 "" is not the id of an intent']],
    ["refuses an empty glob", "INT-1: exclude", ['! 1:7 the glob "" is empty']],
    ["refuses a blank before the glob", "INT-1: x exclude", ['! 1:7 the glob "x" starts with a blank']],
    [
      "refuses an absolute glob",
      "/etc/** exclude",
      ['! 1:1 the glob "/etc/**" is absolute; write it relative to the root'],
    ],
    ["refuses a drive", "C:/x", ['! 1:3 the glob "/x" is absolute; write it relative to the root']],
    ["refuses a parent folder", "a\n../x", ['! 2:1 the glob "../x" contains `..`; write it relative to the root']],
    ["refuses a negation", "!keep", ['! 1:1 the glob "!keep" is negated; this file only narrows']],
    [
      "refuses a backslash",
      "a\\b",
      ['! 1:1 the glob "a\\\\b" contains a backslash; folders are separated by `/`, and `[ ] ( )` need no escape'],
    ],
    ["refuses NUL", "a\0b", ['! 1:1 the glob "ab" contains a control character']],
    [
      "refuses a direction switch",
      "a\u202eb",
      ['! 1:1 the glob "ab" contains an invisible or direction-changing character'],
    ],
    ["refuses a lone carriage return", "a\rb exclude", ['! 1:1 the glob "a b" contains a control character']],
    [
      "says every problem",
      "/a\nb\n../c",
      [
        '! 1:1 the glob "/a" is absolute; write it relative to the root',
        '! 3:1 the glob "../c" contains `..`; write it relative to the root',
      ],
    ],
    ["refuses a huge file", "x".repeat(1_000_001), ["! 1:1 the file is larger than 1 MB"]],
  ];
  it.each(rows)("%s", (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("shows the line", () => {
    const result = readIntentignore("a\n  src/** exlude # x\r\n", ".intentignore");
    expect(result.ok ? "" : result.problems.map(formatProblem).join()).toContain(
      'BAD_IGNORE  .intentignore:2:10  unknown kind "exlude": did you mean exclude?\n    2 |   src/** exlude # x\n      |          ^^^^^^\n',
    );
  });
});
