/** A simple command: its words, its redirections, its assignments, then what the words name. */
import type { Command, CommandArgument } from "unbash";
import { markAssociative } from "../builtins/variables.ts";
import { divertsOutput, mayFail, redirect } from "../expand/redirects.ts";
import { runAssignment, withPrefixes } from "../expand/run-assignment.ts";
import { wordFields, wordValue } from "../expand/words.ts";
import { forkState, mergeStates, type ShellState } from "../state/shell-state.ts";
import { type Outcome, type Streams, succeeds, type Walker } from "../state/walker.ts";
import { type Field, field, GAP, notKnown } from "../values/value.ts";

export function runSimple(walker: Walker, node: Command, state: ShellState, streams: Streams): Outcome {
  return walker.within(walker.source.slice(node.pos, node.end), () => {
    const outcome = run(walker, node, state, streams);
    for (const trap of state.traps) mergeStates(trap.state, state);
    const diverted = divertsOutput(node.redirects);
    if (diverted === "no") return outcome;
    return { output: diverted === "away" ? "" : null, status: outcome.status };
  });
}

function run(walker: Walker, node: Command, state: ShellState, streams: Streams): Outcome {
  const words = node.name ? wordFields(walker, node.name, state) : [];
  for (const argument of node.args) {
    const isMap = argument.type === "Assignment" && words.some(({ text }) => /^-[a-zA-Z]*A/.test(text ?? ""));
    if (isMap) markAssociative(state, argument.name);
    for (const one of argumentFields(walker, argument, state)) words.push(one);
  }
  if (state.patterns === "unclear" && words.some(({ glob }) => glob)) {
    walker.unknown("a pattern may vanish here, or stand for itself");
  }
  const own = redirect(walker, node.redirects, state, streams);
  const before = mayFail(node.redirects) && mayMove(words[0], state) ? forkState(state) : null;
  const outcome = runWith(walker, node, words, state, own);
  // Where a redirection fails nothing of the command has run.
  if (before) mergeStates(state, before);
  return outcome;
}

const moving = new Set(["cd", "pushd", "popd", "eval", "source", ".", "command", "builtin"]);

/** Whether it may leave this shell in another folder. */
function mayMove(name: Field | undefined, state: ShellState): boolean {
  return name !== undefined && (name.text === null || moving.has(name.text) || state.functions.has(name.text));
}

function runWith(walker: Walker, node: Command, words: Field[], state: ShellState, own: Streams): Outcome {
  const assignments = node.prefix.length === 0 ? [] : node.prefix.filter((part) => part.type === "Assignment");
  if (words.length === 0) {
    for (const assignment of assignments) runAssignment(walker, assignment, state);
    const readsFile = node.redirects.some((one) => one.type !== "Redirect" || one.operator === "<");
    return readsFile ? { output: null, status: "either" } : succeeds; // `$(< file)` prints the file
  }
  if (assignments.length === 0) return walker.words(words, state, own, "shell");
  return withPrefixes(walker, assignments, state, () => walker.words(words, state, own, "shell"));
}

function argumentFields(walker: Walker, argument: CommandArgument, state: ShellState): Field[] {
  if (argument.type === "Word") return wordFields(walker, argument, state);
  const { name, index, append, value } = argument;
  const target = `${name}${index ? `[${index.text}]` : ""}${append ? "+" : ""}`;
  if (value.type === "ArrayValue") {
    runAssignment(walker, argument, state);
    return [field(name)];
  }
  const written = wordValue(walker, value, state);
  // Here braces make several arguments out of one.
  const assigned = value.parts?.some((part) => part.type === "BraceExpansion") ? notKnown : written;
  return [{ ...field(`${target}=${assigned.text ?? GAP}`), dynamic: assigned.dynamic, assigned }];
}
