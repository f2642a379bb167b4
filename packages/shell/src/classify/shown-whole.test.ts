/** A file counts as read only where all of it surely reaches the caller. */
import { describe, expect, it } from "vitest";
import { classifyShell } from "./classify-command.ts";

function shownBy(command: string): string[] {
  const { effects } = classifyShell(command, { cwd: "/work" });
  return effects.flatMap((effect) => (effect.does === "read" && effect.whole ? [effect.path] : []));
}

describe("what a command shows whole", () => {
  it.each([
    ["cat f", ["f"]],
    ["cat f; exit", ["f"]],
    ["cd src && cat f", ["src/f"]],
    ["true && cat f", ["f"]],
    ["(cat f)", ["f"]],
    ["g() { cat f; }; g", ["f"]],
    ["bash -c 'cat f'", ["f"]],
    ["cat f g 2>/dev/null", ["f", "g"]],
  ])("%s", (command, shown) => {
    expect(shownBy(command)).toEqual(shown);
  });

  it.each([
    "exit; cat f",
    "return; cat f",
    "exec >/dev/null; cat f",
    "exec 1>&-; cat f",
    "exec ls; cat f",
    "eval 'exit'; cat f",
    "test -f x || exit; cat f",
    "timeout 0.001 cat f",
    "nice cat f",
    "cat f &",
    "{ cat f; } >/dev/null",
    "( cat f ) > out",
    "cat f >&-",
    "cat f 1>/dev/null",
    "cat f | head -1",
    "g() { cat f; }",
    "false && cat f",
    "ls && cat f",
    "true || cat f",
    "if ls; then cat f; fi",
    "for x in $X; do cat f; done",
    "while read -r x; do cat f; done",
    "case $X in a) cat f;; esac",
    "set -e; ls x; cat f",
    "set -n; cat f",
    "bash -ec 'ls x; cat f'",
    "bash -nc 'cat f'",
    "trap exit DEBUG; cat f",
    "x=$(cat f)",
    "coproc cat f",
    "cat <(cat f)",
    "cat -s f",
  ])("nothing by %s", (command) => {
    expect(shownBy(command).filter((path) => path === "f")).toEqual([]);
  });
});
