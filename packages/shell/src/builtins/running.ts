/** Builtins that run something: `eval`, `source`, `exec`, `command`, `builtin`, `trap`. */

import { forkState } from "../state/shell-state.ts";
import { type Outcome, prints, quiet, readingFrom, succeeds, type Walker } from "../state/walker.ts";
import { fullText } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";
import { letters, only } from "./builtin.ts";
import { keepsTheShell } from "./trap-keeps.ts";

export const evaluate: Builtin = (walker, args, state, streams) => {
  const words = args[0]?.text === "--" ? args.slice(1) : args;
  const texts = words.map((word) => (word.glob && word.expanded ? null : fullText(word)));
  if (texts.includes(null)) {
    walker.unknown("eval runs a text that is known only when it runs");
    return prints;
  }
  const run = (): Outcome => walker.text(texts.join(" "), state, streams);
  return words.some(({ dynamic }) => dynamic) ? walker.suspect("eval runs what another program prints", run) : run();
};

export const source: Builtin = (walker, args, state, streams) => {
  const [file] = args[0]?.text === "--" ? args.slice(1) : args;
  if (!file) return quiet;
  if (file.text === "/dev/null") return succeeds;
  const { stdin } = streams;
  const fromInput = file.text === "/dev/stdin" && stdin.kind === "text";
  const text = typeof file.feed === "string" ? file.feed : fromInput ? stdin.text : null;
  if (text === null || file.dynamic) {
    walker.unknown("it runs a script file, and what is in it is not known");
    return prints;
  }
  const run = (): Outcome => {
    const { output } = walker.leavable(state, () =>
      walker.text(text, state, readingFrom({ kind: "unknown" }, streams)),
    );
    return { output, status: "either" };
  };
  const isPrinted = !fromInput || stdin.dynamic;
  return isPrinted ? walker.suspect("it runs what another program prints", run) : run();
};

export const exec: Builtin = (walker, args, state, streams) => {
  const asked = letters(args, "a");
  if (!asked || !only(asked.found, "acl")) {
    walker.unknown("this use of exec is not known");
    return prints;
  }
  walker.isCutShort = true;
  if (asked.operands.length === 0) {
    walker.movesStreams = true;
    return succeeds; // its redirections are recorded already
  }
  const { output } = walker.words(asked.operands, state, streams, "program");
  // Where there is no such program a shell may go on.
  return { output, status: "either" };
};

export const command: Builtin = (walker, args, state, streams) => {
  const asked = letters(args);
  if (!asked || !only(asked.found, "pvV")) {
    walker.unknown("this use of command is not known");
    return prints;
  }
  if (asked.found.has("v") || asked.found.has("V")) return prints;
  return walker.words(asked.operands, state, streams, "command");
};

export const builtin: Builtin = (walker, args, state, streams) =>
  walker.words(args[0]?.text === "--" ? args.slice(1) : args, state, streams, "builtin");

export const trap: Builtin = (walker, args, state) => {
  const asked = letters(args);
  if (!asked || !only(asked.found, "lpP")) {
    walker.unknown("this use of trap is not known");
    return prints;
  }
  const [action, ...signals] = asked.operands;
  if (asked.found.size > 0 || !action || signals.length === 0) return prints;
  const text = fullText(action);
  if (text === null) {
    walker.unknown("a trap runs a text that is known only when it runs");
    return succeeds;
  }
  if (text === "-" || text === "") return quiet;
  walker.isCutShort = true; // a trap may end the shell after any command
  // In a function zsh runs that one when the function returns.
  const isLast = state.frames.length === 0 && signals.every((one) => one.text === "EXIT" || one.text === "0");
  const set = { text, dynamic: action.dynamic, isLast, state: forkState(state) };
  walker.traps.push(set);
  state.traps = [...state.traps, set];
  return quiet;
};

/** At the end: each with everything that may have changed since it was set. */
export function runTraps(walker: Walker): void {
  for (const { text, dynamic, isLast, state } of walker.traps) {
    walker.mayRepeat = true;
    if (!isLast && !keepsTheShell(text, state)) walker.unknown("a trap changes the shell between any two commands");
    const run = (): Outcome =>
      walker.text(text, state, { stdin: { kind: "unknown" }, stdoutTaken: false, seen: false });
    if (dynamic) walker.suspect("a trap runs what another program prints", run);
    else run();
    walker.step();
  }
}
