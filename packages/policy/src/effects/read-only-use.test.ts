import { describe, expect, it } from "vitest";
import { readOnlyUse } from "./read-only-use.ts";

const use = (command: string) => readOnlyUse(command.split(" "));

describe("what a reading command shows of its files", () => {
  it.each([
    "cat a",
    "cat a b",
    "cat -- -s",
    "cat -n a",
    "cat -A a",
    "cat -bu a",
    "cat -veEtT a",
    "cat --number a",
    "cat a --show-all",
  ])("%j: the whole content", (command) => {
    expect(use(command)).toMatchObject({ ok: true, shows: "content" });
  });

  it.each([
    "cat -s a",
    "cat -ns a",
    "cat a -s",
    "cat --squeeze-blank a",
    "head a",
    "head -n 100000 a",
    "tail -n +1 a",
    "grep -c x a",
    "grep -n . a",
    "rg -n . a",
    "ls a",
    "stat a",
    "stat -c %s a",
    "wc -c a",
    "file a",
    "du a",
    "diff a b",
    "cmp a b",
    "realpath a",
    "readlink a",
    "echo a",
    "pwd",
    "node --version",
  ])("%j: facts at most", (command) => {
    expect(use(command)).toMatchObject({ ok: true, shows: "facts" });
  });
});
