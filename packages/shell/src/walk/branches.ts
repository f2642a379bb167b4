/** Branches and loops: every branch may run, a loop any number of times; what differs afterwards is not known. */
import type { ArithmeticExpression, ArithmeticFor, Case, For, If, Select, While } from "unbash";
import { evaluateExpression } from "../expand/arithmetic.ts";
import { assign } from "../expand/assign.ts";
import { variableOf } from "../expand/variables.ts";
import { refuseExtended, wordFields, wordValue } from "../expand/words.ts";
import { forkState, mergeStates, type ShellState } from "../state/shell-state.ts";
import { changesSomething, type Outcome, perhaps, prints, quiet, type Streams, type Walker } from "../state/walker.ts";
import { type Field, fieldValue, notKnown } from "../values/value.ts";

const MOST_ROUNDS = 64;
const MOST_MERGES = 5;
const MOST_LINES = 32;

export function walkIf(walker: Walker, node: If, state: ShellState, around: Streams): Outcome {
  const streams = perhaps(around);
  const before = forkState(state);
  const outputs: (string | null)[] = [walker.list(node.clause, state, streams).output];
  const [only, ...more] = node.clause.commands;
  const isMove = state.folder !== before.folder;
  // `if cd x`: the other branch is where `cd` has failed.
  const isLoneMove = isMove && more.length === 0 && only?.command.type === "Command";
  if (isMove && !isLoneMove) mergeStates(state, before);
  const otherwise = isLoneMove ? before : forkState(state);
  const states: ShellState[] = [];
  const branch = (list: If["then"], from: ShellState): void => {
    const own = forkState(from);
    const outcome = walker.list(list, own, streams);
    outputs.push(outcome.output);
    if (outcome.status !== "ends") states.push(own);
  };
  branch(node.then, state);
  for (const elif of node.elif) {
    outputs.push(walker.list(elif.clause, otherwise, streams).output);
    branch(elif.then, otherwise);
  }
  if (node.else) {
    branch(node.else, otherwise);
    become(state, states);
  } else become(state, [otherwise, ...states]);
  return outputs.every((output) => output === "") ? quiet : prints;
}

/** Exactly one of these branches has run. */
function become(state: ShellState, [first, ...others]: readonly ShellState[]): void {
  if (!first) return;
  Object.assign(state, first);
  for (const other of others) mergeStates(state, other);
}

export function walkCase(walker: Walker, node: Case, state: ShellState, around: Streams): Outcome {
  const streams = perhaps(around);
  wordValue(walker, node.word, state);
  const before = forkState(state);
  let isQuiet = true;
  for (const { pattern, body } of node.items) {
    for (const word of pattern) {
      refuseExtended(walker, word);
      wordValue(walker, word, state);
    }
    const own = forkState(before);
    // A body that falls through starts where the one before it ended.
    mergeStates(own, state);
    const outcome = walker.list(body, own, streams);
    if (outcome.output !== "") isQuiet = false;
    if (outcome.status !== "ends") mergeStates(state, own);
  }
  return isQuiet ? quiet : prints;
}

export function walkWhile(walker: Walker, node: While, state: ShellState, around: Streams): Outcome {
  const streams = perhaps(around);
  if (readsToHarm(walker, node, state, streams)) return prints;
  repeat(walker, state, (own) => {
    walker.list(node.clause, own, streams);
    walker.list(node.body, own, streams);
  });
  return prints;
}

/** `while read x; do …; done <<< text`: with every line in its turn, believed where it accuses. */
function readsToHarm(walker: Walker, node: While, state: ShellState, streams: Streams): boolean {
  const { stdin } = streams;
  const [only, ...more] = node.clause.commands;
  const isRead = only?.command.type === "Command" && only.command.name?.text === "read" && more.length === 0;
  if (stdin.kind !== "text" || !isRead || node.kind !== "while") return false;
  const lines = stdin.text.split("\n").filter((line) => line !== "");
  if (lines.length > MOST_LINES) return false;
  const own = forkState(state);
  const tried = walker.aside(() =>
    walker.leavable(own, () => {
      for (const line of lines) {
        walker.list(node.clause, own, { ...streams, stdin: { ...stdin, text: `${line}\n` } });
        walker.list(node.body, own, { ...streams, stdin: { kind: "unknown" } });
      }
    }),
  );
  if (!tried.effects.some(changesSomething) || tried.effects.some(({ does }) => does === "unknown")) return false;
  tried.keep();
  mergeStates(state, own);
  return true;
}

export function walkFor(walker: Walker, node: For | Select, state: ShellState, around: Streams): Outcome {
  const streams = perhaps(around);
  walker.mayRepeat = true;
  const words = node.wordlist?.flatMap((word) => wordFields(walker, word, state)) ?? positionalFields(state);
  const name = node.name.value;
  const isClear = words?.every(({ text, hiddenOption }) => text !== null && !hiddenOption) ?? false;
  // Where nothing can be assigned to the name it does not run at all.
  const isFree = !variableOf(state, name).readonly;
  if (node.type === "For" && words && isClear && isFree && words.length <= MOST_ROUNDS) {
    let output: string | null = "";
    const { inLoop } = state;
    walker.leavable(state, () => {
      for (const word of words) {
        assign(walker, state, name, fieldValue(word));
        state.inLoop = true;
        const round = walker.list(node.body, state, streams).output;
        output = output === null || round === null ? null : output + round;
      }
    });
    state.inLoop = inLoop;
    return { output, status: "either" };
  }
  const dynamic = words?.some((word) => word.dynamic) ?? false;
  repeat(walker, state, (own) => {
    assign(walker, own, name, { ...notKnown, dynamic });
    if (node.type === "Select") assign(walker, own, "REPLY", notKnown);
    walker.list(node.body, own, streams);
  });
  return prints;
}

function positionalFields(state: ShellState): Field[] | null {
  if (state.positional === null) return null;
  return state.positional.map(({ text, glob, dynamic, numeric }) => ({
    text,
    glob,
    dynamic,
    expanded: true,
    numeric,
    hiddenOption: false,
    doubted: dynamic ? null : text,
    feed: undefined,
    assigned: undefined,
  }));
}

export function walkArithmeticFor(walker: Walker, node: ArithmeticFor, state: ShellState, around: Streams): Outcome {
  const streams = perhaps(around);
  const evaluate = (expression: ArithmeticExpression | undefined, own: ShellState): void => {
    if (expression) evaluateExpression(walker, walker.source.slice(expression.pos, expression.end), own);
  };
  evaluate(node.initialize, state);
  repeat(walker, state, (own) => {
    evaluate(node.test, own);
    walker.list(node.body, own, streams);
    evaluate(node.update, own);
  });
  return prints;
}

/** Walks a body until another round would find nothing new in the state it starts from. */
function repeat(walker: Walker, state: ShellState, body: (own: ShellState) => void): void {
  walker.mayRepeat = true;
  for (let round = 0; round < MOST_MERGES; round += 1) {
    const own = forkState(state);
    own.inLoop = true;
    walker.leavable(own, () => body(own));
    if (!mergeStates(state, own)) return;
  }
  walker.unknown("a loop that changes too much to be followed");
}
