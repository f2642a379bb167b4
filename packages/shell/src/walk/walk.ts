/** Lists, pipelines and everything that holds commands: what runs, in which state, reading from where. */
import type {
  AndOr,
  Assignment,
  Command,
  CommandArgument,
  CommandNode,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Statement,
} from "unbash";
import { declaresMap, markAssociative } from "../builtins/declare.ts";
import { evaluateExpression } from "../expand/arithmetic.ts";
import { assign } from "../expand/assign.ts";
import { divertsOutput, mayFail, redirect } from "../expand/redirects.ts";
import { runAssignment, withPrefixes } from "../expand/run-assignment.ts";
import { walkTest } from "../expand/test-expression.ts";
import { wordFields, wordValue } from "../expand/words.ts";
import { forkState, mergeStates, type ShellState } from "../state/shell-state.ts";
import {
  type Outcome,
  perhaps,
  prints,
  quiet,
  type Stdin,
  type Streams,
  succeeds,
  type Walker,
} from "../state/walker.ts";
import { type Field, field, GAP, notKnown } from "../values/value.ts";
import { walkArithmeticFor, walkCase, walkFor, walkIf, walkWhile } from "./branches.ts";

export function walkScript(walker: Walker, script: ParsedScript, state: ShellState, streams: Streams): Outcome {
  const [first] = script.errors ?? [];
  if (first) {
    walker.unknown(`the shell would not take it: ${first.message}`);
    return prints;
  }
  return walker.apart(() => walkStatements(walker, script.commands, state, streams, walker.source));
}

export function walkList(walker: Walker, list: CompoundList, state: ShellState, streams: Streams): Outcome {
  walker.walked.add(list);
  return walkStatements(walker, list.commands, state, streams, null);
}

function walkStatements(
  walker: Walker,
  statements: readonly Statement[],
  state: ShellState,
  streams: Streams,
  /** Of a text that the shell reads line by line: an error ends a line and not the text. */
  lines: string | null,
): Outcome {
  let output: string | null = "";
  let status: Outcome["status"] = "succeeds";
  let current = state;
  let last: Outcome = quiet;
  const outerChain = walker.chainStart;
  walker.chainStart = Number.POSITIVE_INFINITY;
  /** What an error leaves of a line is what the next one starts from. */
  const endLine = (isLast: boolean): void => {
    const dropped = walker.takeDropped();
    if (dropped === null) return;
    if (status === "ends") {
      Object.assign(state, forkState(dropped));
      current = state;
    } else mergeStates(current, dropped);
    status = "either";
    // Where a backslash stands before the end of the line it may go on.
    if (!isLast) walker.mayDrop(dropped);
  };
  for (const [index, { command, background }] of statements.entries()) {
    walker.step();
    const gap = lines?.slice(statements[index - 1]?.end ?? 0, command.pos) ?? "";
    if (gap.includes("\n")) endLine(/(?:^|[^\\])\n/.test(gap));
    const own = background || status === "ends" ? perhaps(streams) : streams;
    const walk = (): Outcome => walkAndOr(walker, command, background ? forkState(current) : current, own);
    const outcome = background ? walker.apart(walk) : walk();
    last = outcome;
    output = output === null || outcome.output === null || background ? null : output + outcome.output;
    if (status !== "ends") status = background ? "succeeds" : outcome.status;
    // What follows an `exit` is looked at, but changes nothing that later commands see.
    if (status === "ends" && current === state) current = forkState(state);
  }
  if (lines !== null) endLine(true);
  walker.chainStart = outerChain;
  return { output, status, ...(statements.length === 1 && last.isNumber ? { isNumber: true } : {}) };
}

function walkAndOr(walker: Walker, node: PipelineNode | AndOr, state: ShellState, streams: Streams): Outcome {
  if (node.type !== "AndOr") {
    const from = walker.effects.length;
    const outcome = walkPipeline(walker, node, state, streams);
    noteFolders(walker, node, state, from);
    return outcome;
  }
  /** The states in which the chain may have failed; a `cd` is taken to work unless something says what happens if not. */
  let failed: ShellState[] = [];
  let unmoved: ShellState[] = [];
  let output: string | null = "";
  let status: Outcome["status"] = "succeeds";
  const outerChain = walker.chainStart;
  let chainStart = walker.effects.length;
  for (const [index, command] of node.commands.entries()) {
    const isAlternative = index > 0 && node.operators[index - 1] === "||";
    const certain: boolean = !isAlternative && status === "succeeds";
    const own: ShellState = isAlternative ? mergedOf([...failed, ...unmoved], state) : state;
    if (isAlternative) [failed, unmoved] = [[], []];
    const before = isFolderChange(command) ? forkState(own) : undefined;
    const from = walker.effects.length;
    walker.chainStart = isAlternative ? Number.POSITIVE_INFINITY : chainStart;
    const outcome = walkPipeline(walker, command, own, certain ? streams : perhaps(streams));
    walker.chainStart = outerChain;
    if (index === 0) noteFolders(walker, command, own, from);
    // Behind `a || b` it is not known which of both has run.
    if (isAlternative) chainStart = walker.effects.length;
    output = joinOutputs(output, outcome.output, certain);
    if (isAlternative && outcome.status !== "ends") mergeStates(state, own);
    if (outcome.status === "either") failed.push(forkState(own));
    if (before) unmoved.push(before);
    status = certain ? outcome.status : "either";
  }
  if (status !== "ends") for (const other of failed) mergeStates(state, other);
  return { output, status };
}

/** What a plain `mkdir` makes that certainly runs; a later `cd` may rely on it. */
function noteFolders(walker: Walker, node: PipelineNode, state: ShellState, from: number): void {
  if (node.type !== "Command" || node.name?.value !== "mkdir" || state.functions.has("mkdir")) return;
  if (mayFail(walker, node.redirects)) return;
  const made = walker.effects
    .slice(from)
    .flatMap((effect) =>
      effect.does === "write" && effect.makesFolder ? [{ path: effect.path, how: effect.makesFolder }] : [],
    );
  if (made.length > 0) state.madeFolders = [...state.madeFolders, ...made];
}

/** One of these, or a copy of the given one where there are none. */
function mergedOf([first, ...others]: readonly ShellState[], otherwise: ShellState): ShellState {
  const merged = forkState(first ?? otherwise);
  for (const other of others) mergeStates(merged, other);
  return merged;
}

function isFolderChange(node: PipelineNode): boolean {
  return node.type === "Command" && ["cd", "pushd", "popd"].includes(node.name?.value ?? "");
}

function joinOutputs(one: string | null, other: string | null, certain: boolean): string | null {
  if (one === null || other === null) return null;
  return certain || (one === "" && other === "") ? one + other : null;
}

function walkPipeline(walker: Walker, node: PipelineNode, state: ShellState, streams: Streams): Outcome {
  if (node.type !== "Pipeline") return walkCommand(walker, node, state, streams);
  const [only] = node.commands;
  if (node.commands.length === 1 && only) {
    const before = isFolderChange(only) ? forkState(state) : undefined;
    const { output, status } = walkCommand(walker, only, state, streams);
    // `! cd x` succeeds where it did not move.
    if (before) mergeStates(state, before);
    return { output, status: status === "ends" ? "ends" : "either" };
  }
  return walkPipes(walker, node, state, streams);
}

function walkPipes(walker: Walker, node: Pipeline, state: ShellState, streams: Streams): Outcome {
  let stdin: Stdin = streams.stdin;
  let last: Outcome = quiet;
  for (const [index, command] of node.commands.entries()) {
    const isLast = index === node.commands.length - 1;
    const own = { stdin, stdoutTaken: streams.stdoutTaken || !isLast, seen: streams.seen && isLast };
    const inner = forkState(state);
    last = walker.apart(() => walkCommand(walker, command, inner, own));
    // To zsh the last part of a pipe is this very shell.
    if (isLast && last.status !== "ends") mergeStates(state, inner);
    const isExact = last.output !== null && node.operators[index] === "|";
    stdin = isExact ? { kind: "text", text: last.output ?? "", dynamic: true } : { kind: "unknown" };
  }
  // What the others say beside their output goes to the same place.
  const isNumber = last.isNumber && node.commands.every((each) => !saysMore(each));
  return { output: last.output, status: "either", ...(isNumber ? { isNumber: true } : {}) };
}

export function walkCommand(walker: Walker, node: CommandNode, state: ShellState, streams: Streams): Outcome {
  walker.step();
  walker.walked.add(node);
  return walker.deeper(() => walkNode(walker, node, state, streams));
}

function walkNode(walker: Walker, node: CommandNode, state: ShellState, streams: Streams): Outcome {
  switch (node.type) {
    case "Command":
      return runSimple(walker, node, state, streams);
    case "Redirected": {
      const diverted = divertsOutput(node.redirects);
      const before = mayFail(walker, node.redirects) ? forkState(state) : null;
      const own = redirect(walker, node.redirects, state, streams);
      const outcome = walkCommand(walker, node.command, state, own);
      const status = before ? notRun(state, before, outcome) : outcome.status;
      return { output: diverted === "no" ? outcome.output : diverted === "away" ? "" : null, status };
    }
    case "Subshell": {
      const inner = forkState(state);
      const { result, dropped } = walker.holding(() => walkList(walker, node.body, inner, streams));
      return { output: result.output, status: result.status === "ends" || dropped ? "either" : result.status };
    }
    case "BraceGroup":
      return walkList(walker, node.body, state, streams);
    case "If":
      return walkIf(walker, node, state, streams);
    case "While":
      return walkWhile(walker, node, state, streams);
    case "For":
    case "Select":
      if (node.type === "Select") onlyInBash(walker, state, "select");
      return walkFor(walker, node, state, streams);
    case "ArithmeticFor":
      return walkArithmeticFor(walker, node, state, streams);
    case "Case":
      return walkCase(walker, node, state, streams);
    case "TestCommand":
      onlyInBash(walker, state, "[[");
      walkTest(walker, node.expression, state);
      return quiet;
    case "ArithmeticCommand":
      onlyInBash(walker, state, "((");
      evaluateExpression(walker, node.body, state);
      return quiet;
    case "Function":
      return define(walker, node, state);
    case "Coproc":
      onlyInBash(walker, state, "coproc");
      walker.apart(() =>
        node.body.type === "CompoundList"
          ? walkList(walker, node.body, forkState(state), perhaps(streams))
          : walkCommand(walker, node.body, forkState(state), unheard),
      );
      for (const name of ["COPROC", node.name?.value ?? "COPROC"]) {
        assign(walker, state, name, notKnown);
        assign(walker, state, `${name}_PID`, notKnown);
      }
      return succeeds;
  }
}

/** Where a redirection fails nothing of the command has run. */
function notRun(state: ShellState, before: ShellState, { status }: Outcome): Outcome["status"] {
  if (status === "ends") Object.assign(state, before);
  else mergeStates(state, before);
  return "either";
}

const unheard: Streams = { stdin: { kind: "unknown" }, stdoutTaken: true, seen: false };

/** `sh` takes these words as names of programs: what looks like a comparison is a redirection there. */
function onlyInBash(walker: Walker, state: ShellState, what: string): void {
  if (state.dialect === "sh") walker.unknown(`sh reads ${what} otherwise than bash`);
}

/** By bash, or by zsh. */
const calledByShell =
  /^(?:command_not_found_handler?|TRAP[A-Z0-9]+|chpwd|precmd|preexec|periodic|zshexit|zshaddhistory|zsh_directory_name)$/;

/** Defining runs nothing; the body is walked at each call. */
function define(walker: Walker, node: CommandNode & { type: "Function" }, state: ShellState): Outcome {
  const name = node.name.value;
  if (node.name.text !== name) walker.unknown("a function whose name is quoted");
  if (calledByShell.test(name)) walker.unknown("a function that the shell calls by itself");
  if (walker.source.slice(node.pos, node.pos + 8) === "function") onlyInBash(walker, state, "function");
  state.functions.set(name, { node, source: walker.source });
  return succeeds;
}

/** A simple command: its words, its redirections, its assignments, then what the words name. */
function runSimple(walker: Walker, node: Command, state: ShellState, streams: Streams): Outcome {
  return walker.within(walker.source.slice(node.pos, node.end), () => {
    const outcome = run(walker, node, state, streams);
    for (const trap of state.traps) mergeStates(trap.state, state);
    const diverted = divertsOutput(node.redirects);
    if (diverted !== "no") return { output: diverted === "away" ? "" : null, status: outcome.status };
    return saysMore(node) ? { output: outcome.output, status: outcome.status } : outcome;
  });
}

/** Whether its errors may go where its output goes. */
function saysMore(node: CommandNode): boolean {
  if (node.type !== "Command") return true;
  return node.redirects.some(
    (one) => one.type === "Redirect" && one.operator !== "<" && one.target?.text !== "/dev/null",
  );
}

function run(walker: Walker, node: Command, state: ShellState, streams: Streams): Outcome {
  const before = mayFail(walker, node.redirects) ? forkState(state) : null;
  const words = node.name ? wordFields(walker, node.name, state) : [];
  for (const argument of node.args) {
    if (argument.type === "Assignment" && argument.value.type === "ArrayValue")
      beforeList(walker, state, words, argument.name);
    for (const one of argumentFields(walker, argument, state)) words.push(one);
  }
  if (state.patterns === "unclear" && words.some(({ glob }) => glob)) {
    walker.unknown("a pattern may vanish here, or stand for itself");
  }
  const own = redirect(walker, node.redirects, state, streams);
  const outcome = runWith(walker, node, words, state, own);
  return before ? { ...outcome, status: notRun(state, before, outcome) } : outcome;
}

/** `declare x=(…)`: it is assigned before the rest of the words is looked at. */
function beforeList(walker: Walker, state: ShellState, words: readonly Field[], name: string): void {
  const [first] = words;
  const hides = first?.text !== "export" && first?.text !== "readonly";
  if (state.frames.length > 0 && hides) walker.unknown("a list that hides another variable");
  if (first?.text === "local" && state.frames.length === 0) walker.unknown("a list that is given to nothing");
  if (first && declaresMap(walker, state, first, words.slice(1))) markAssociative(walker, state, name);
}

function runWith(walker: Walker, node: Command, words: Field[], state: ShellState, own: Streams): Outcome {
  const assignments = node.prefix.length === 0 ? [] : node.prefix.filter((part) => part.type === "Assignment");
  if (words.length === 0) {
    for (const assignment of assignments) runAssignment(walker, assignment, state);
    const readsFile = node.redirects.some((one) => one.type !== "Redirect" || one.operator === "<");
    if (readsFile) return { output: null, status: "either" }; // `$(< file)` prints the file
    // It says what the last substitution in it said.
    return /[`(]/.test(walker.source.slice(node.pos, node.end)) ? quiet : succeeds;
  }
  if (assignments.length === 0) return walker.words(words, state, own, "shell");
  const stays = specialBuiltins.has(words[0]?.text ?? ".");
  return withPrefixes(walker, assignments, state, stays, () => walker.words(words, state, own, "shell"));
}

/** What is set in front of them stays, to some shells. */
const specialBuiltins = new Set(
  ": . source break continue eval exec exit export readonly return set shift times trap unset command".split(" "),
);

function argumentFields(walker: Walker, argument: CommandArgument, state: ShellState): Field[] {
  if (argument.type === "Word") return wordFields(walker, argument, state);
  const { name, append, value } = argument;
  const target = `${name}${subscriptOf(walker, argument, state)}${append ? "+" : ""}`;
  if (value.type === "ArrayValue") {
    runAssignment(walker, argument, state);
    return [{ ...field(name), assigned: notKnown }];
  }
  const written = wordValue(walker, value, state);
  // Here braces make several arguments out of one.
  const assigned = value.parts?.some((part) => part.type === "BraceExpansion") ? notKnown : written;
  return [{ ...field(`${target}=${assigned.text ?? GAP}`), dynamic: assigned.dynamic, assigned }];
}

/** As it is evaluated: once it was expanded like any other word. */
function subscriptOf(walker: Walker, { index }: Assignment, state: ShellState): string {
  if (!index) return "";
  const { text, glob, numeric } = wordValue(walker, index, state);
  if (text !== null && !glob) return `[${text}]`;
  if (!numeric) walker.unknown("a subscript that is known only when it runs is evaluated as arithmetic");
  return "[0]";
}
