/** Lists, pipelines and everything that holds commands: what runs, in which state, reading from where. */
import type { AndOr, CommandNode, CompoundList, ParsedScript, Pipeline, PipelineNode, Statement } from "unbash";
import { evaluateExpression } from "../expand/arithmetic.ts";
import { divertsOutput, mayFail, redirect } from "../expand/redirects.ts";
import { walkTest } from "../expand/test-expression.ts";
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
import { walkArithmeticFor, walkCase, walkFor, walkIf, walkWhile } from "./branches.ts";
import { runSimple } from "./run-simple.ts";

export function walkScript(walker: Walker, script: ParsedScript, state: ShellState, streams: Streams): Outcome {
  const [first] = script.errors ?? [];
  if (first) {
    walker.unknown(`the shell would not take it: ${first.message}`);
    return prints;
  }
  return walkStatements(walker, script.commands, state, streams);
}

export function walkList(walker: Walker, list: CompoundList, state: ShellState, streams: Streams): Outcome {
  return walkStatements(walker, list.commands, state, streams);
}

function walkStatements(
  walker: Walker,
  statements: readonly Statement[],
  state: ShellState,
  streams: Streams,
): Outcome {
  let output: string | null = "";
  let status: Outcome["status"] = "succeeds";
  let current = state;
  const outerChain = walker.chainStart;
  walker.chainStart = Number.POSITIVE_INFINITY;
  for (const { command, background } of statements) {
    walker.step();
    const own = background || status === "ends" ? perhaps(streams) : streams;
    const outcome = walkAndOr(walker, command, background ? forkState(current) : current, own);
    output = output === null || outcome.output === null || background ? null : output + outcome.output;
    if (status !== "ends") status = background ? "succeeds" : outcome.status;
    // What follows an `exit` is looked at, but changes nothing that later commands see.
    if (status === "ends" && current === state) current = forkState(state);
  }
  walker.chainStart = outerChain;
  return { output, status };
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
  if (mayFail(node.redirects)) return;
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
    last = walkCommand(walker, command, forkState(state), own);
    const isExact = last.output !== null && node.operators[index] === "|";
    stdin = isExact ? { kind: "text", text: last.output ?? "", dynamic: true } : { kind: "unknown" };
  }
  return { output: last.output, status: "either" };
}

export function walkCommand(walker: Walker, node: CommandNode, state: ShellState, streams: Streams): Outcome {
  walker.step();
  return walker.deeper(() => walkNode(walker, node, state, streams));
}

function walkNode(walker: Walker, node: CommandNode, state: ShellState, streams: Streams): Outcome {
  switch (node.type) {
    case "Command":
      return runSimple(walker, node, state, streams);
    case "Redirected": {
      const diverted = divertsOutput(node.redirects);
      const own = redirect(walker, node.redirects, state, streams);
      const before = mayFail(node.redirects) ? forkState(state) : null;
      const outcome = walkCommand(walker, node.command, state, own);
      // Where a redirection fails nothing of the command has run.
      if (before) mergeStates(state, before);
      if (diverted === "no") return outcome;
      return { output: diverted === "away" ? "" : null, status: outcome.status };
    }
    case "Subshell": {
      const { output, status } = walkList(walker, node.body, forkState(state), streams);
      return { output, status: status === "ends" ? "either" : status };
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
      if (node.body.type === "CompoundList") walkList(walker, node.body, forkState(state), perhaps(streams));
      else walkCommand(walker, node.body, forkState(state), unheard);
      return succeeds;
  }
}

const unheard: Streams = { stdin: { kind: "unknown" }, stdoutTaken: true, seen: false };

/** `sh` takes these words as names of programs: what looks like a comparison is a redirection there. */
function onlyInBash(walker: Walker, state: ShellState, what: string): void {
  if (state.dialect === "sh") walker.unknown(`sh reads ${what} otherwise than bash`);
}

/** Defining runs nothing; the body is walked at each call. */
function define(walker: Walker, node: CommandNode & { type: "Function" }, state: ShellState): Outcome {
  const name = node.name.value;
  if (node.name.text !== name) walker.unknown("a function whose name is quoted");
  if (name === "command_not_found_handle") walker.unknown("what happens when a program is missing");
  if (walker.source.slice(node.pos, node.pos + 8) === "function") onlyInBash(walker, state, "function");
  state.functions.set(name, { node, source: walker.source });
  return succeeds;
}
