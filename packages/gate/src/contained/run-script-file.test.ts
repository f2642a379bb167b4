import { describe, expect, it } from "vitest";
import { runLine } from "./run-script-file.ts";

const id = "0123456789abcdef0123456789abcdef";
const remarkOf = (command: string) => runLine("/state/ig-run", id, "", command).split("  # ")[1];

describe("the remark behind a line that takes the place of a command", () => {
  it.each([
    ["npm test -- --watch=false", "npm test -- --watch=false"],
    ["tar c --größe=1 a/b.tar", "tar c --größe=1 a/b.tar"],
    ["echo a; make deploy", "echo a· make deploy"],
    ["echo a && make deploy & x | y", "echo a · make deploy · x · y"],
    ["echo $(make deploy) `make deploy`", "echo ·make deploy· ·make deploy·"],
    ["(make deploy) > out < in", "·make deploy· · out · in"],
    ["echo 'a' \"b\" \\c", "echo ·a· ·b· ·c"],
    ["echo *.ts ~/x !! ?a [b] {c,d} # e", "echo ·.ts ·/x · ·a ·b· ·c,d· · e"],
  ])("of %s says it without a sign that a shell would read", (command, remark) => {
    expect(remarkOf(command)).toBe(remark);
  });

  it.each(["a\nmake deploy", "a\r\nmake deploy", "a\u2028make deploy", "a\0make deploy"])(
    "stands on one line: %j",
    (command) => {
      expect(remarkOf(command)).not.toMatch(/[\n\r\u2028\0]/);
      expect(runLine("/state/ig-run", id, "", command).split("\n")).toHaveLength(1);
    },
  );
});
