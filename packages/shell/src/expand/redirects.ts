/** `>`, `<`, `<<` and all their relatives: what they write and read, and where a command's input comes from. */
import type { HereDoc, Redirect, Redirection } from "unbash";
import type { ShellState } from "../state/shell-state.ts";
import { readingFrom, type Stdin, type Streams, type Walker } from "../state/walker.ts";
import { isSink, SUBSTITUTED, streamOf } from "../uses/sinks.ts";
import { GAP, someNumber, type Value } from "../values/value.ts";
import { evaluateSubscript } from "./arithmetic.ts";
import { assign } from "./assign.ts";
import { hasBraces } from "./braces.ts";
import { partsValue, refuseExtended, wordFields, wordValue } from "./words.ts";

const writing = new Set([">", ">>", ">|", "<>", "&>", "&>>", ">&"]);

/** The streams of a command after its redirections, whose effects are recorded on the way. */
export function redirect(
  walker: Walker,
  redirections: readonly Redirection[],
  state: ShellState,
  streams: Streams,
): Streams {
  let own = streams;
  for (const redirection of redirections) own = applyOne(walker, redirection, state, own);
  return own;
}

function applyOne(walker: Walker, redirection: Redirection, state: ShellState, streams: Streams): Streams {
  walker.step();
  const { descriptor } = redirection;
  if (descriptor?.type === "FileDescriptorVariable") {
    const subscript = /\[(.*)\]$/s.exec(descriptor.name)?.[1];
    if (subscript !== undefined) evaluateSubscript(walker, subscript, state);
    assign(walker, state, descriptor.name, someNumber);
  }
  const number = descriptor?.type === "FileDescriptor" ? descriptor.value : undefined;
  const isInput = descriptor === undefined || number === 0;
  if (redirection.type === "HereDoc") {
    const text = hereDocument(walker, redirection, state);
    return isInput ? readingFrom(textInput(text, ""), streams) : streams;
  }
  if (redirection.type === "HereString") {
    const text = redirection.target ? wordValue(walker, redirection.target, state) : null;
    if (text === null) walker.unknown("a here-string without text");
    return isInput && text ? readingFrom(textInput(text, "\n"), streams) : streams;
  }
  return file(walker, redirection, state, streams, number, descriptor === undefined);
}

function textInput(value: Value, end: string): Stdin {
  if (value.text === null) return { kind: "unknown" };
  return { kind: "text", text: value.text + end, dynamic: value.dynamic };
}

function hereDocument(walker: Walker, document: HereDoc, state: ShellState): Value {
  const { body, operator } = document;
  const plain = { text: body.text, glob: false, dynamic: false, numeric: false };
  const isQuoted = document.delimiter?.quoted ?? false;
  const value = isQuoted || !body.parts ? plain : partsValue(walker, body.parts, state);
  if (operator === "<<" || value.text === null) return value;
  const lines = value.text.split("\n").map((line) => line.replace(/^\t+/, ""));
  return { ...value, text: lines.join("\n") };
}

function file(
  walker: Walker,
  node: Redirect,
  state: ShellState,
  streams: Streams,
  number: number | undefined,
  isDefault: boolean,
): Streams {
  const { descriptor, operator } = node;
  if (!node.target) {
    walker.unknown("a redirection without target");
    return streams;
  }
  const [only, ...others] = node.target.parts ?? [];
  if (only?.type === "ProcessSubstitution" && others.length === 0 && operator === "<") {
    const feed = wordFields(walker, node.target, state)[0]?.feed ?? null;
    const stdin: Stdin = feed === null ? { kind: "unknown" } : { kind: "text", text: feed, dynamic: true };
    return isDefault || number === 0 ? readingFrom(stdin, streams) : streams;
  }
  refuseExtended(walker, node.target);
  if (hasBraces(node.target.parts ?? [])) return ofBraces(walker, node, state, streams, number, isDefault);
  const { text } = wordValue(walker, node.target, state);
  const target = text?.includes(GAP) ? null : text;
  if (target === "!" && operator.startsWith(">")) walker.unknown("zsh writes to the word behind the exclamation mark");
  const duplicates = (operator === ">&" || operator === "<&") && target !== null && /^([0-9]+-?|-)$/.test(target);
  noteMoved(walker, descriptor, operator, target, duplicates);
  if (writing.has(operator) && !duplicates) {
    if (target === null || target === "")
      walker.record({ does: "write_somewhere", why: "the target of a redirection" }, state);
    else {
      // What stands there stays when something is added behind it.
      const manner = operator.endsWith(">>") ? "anchored" : "create_or_replace";
      walker.record({ does: "write", path: target, manner }, state);
    }
  } else if (operator === "<" && text !== null) walker.record({ does: "read", path: text }, state);
  return after(streams, operator, number, isDefault, target, duplicates);
}

/** Braces that make several names of one are an error; which of them counts is not worth knowing. */
function ofBraces(
  walker: Walker,
  node: Redirect,
  state: ShellState,
  streams: Streams,
  number: number | undefined,
  isDefault: boolean,
): Streams {
  for (const { text } of node.target ? wordFields(walker, node.target, state) : []) {
    noteMoved(walker, node.descriptor, node.operator, text, false);
    if (!writing.has(node.operator)) continue;
    if (text === null || text.includes(GAP))
      walker.record({ does: "write_somewhere", why: "the target of a redirection" }, state);
    else walker.record({ does: "write", path: text, manner: "create_or_replace" }, state);
  }
  return after(streams, node.operator, number, isDefault, null, false);
}

/**
 * Which streams lead elsewhere afterwards, to what is not emptied: a file that is read or added to, what another number
 * stands for, or nothing, so that the next file that is opened takes the number. What `>` empties is said already.
 */
function noteMoved(
  walker: Walker,
  descriptor: Redirect["descriptor"],
  operator: string,
  target: string | null,
  duplicates: boolean,
): void {
  if (operator === ">" || operator === ">|" || operator === "&>") {
    if (target !== null && streamOf(target) !== undefined) walker.linksStreams = true;
    return;
  }
  if (target !== null && !duplicates && isSink(target)) return;
  if (target !== null && (duplicates ? /^[12]$/.test(target) : streamOf(target) !== undefined)) {
    walker.linksStreams = true;
    return;
  }
  // `2>&1-` leaves nothing under the second number.
  if (duplicates && target?.endsWith("-") && target !== "-") walker.moved.add(Number.parseInt(target, 10));
  if (descriptor?.type === "FileDescriptorVariable") walker.moved.add(SUBSTITUTED);
  else if (descriptor) walker.moved.add(descriptor.value);
  else if (operator.startsWith("<")) walker.moved.add(0);
  else for (const stream of [1, 2]) walker.moved.add(stream);
}

function after(
  streams: Streams,
  operator: string,
  number: number | undefined,
  isDefault: boolean,
  target: string | null,
  duplicates: boolean,
): Streams {
  const reads = operator === "<" || operator === "<&" || operator === "<>";
  if (reads && (isDefault || number === 0)) {
    const isEmpty = target === "/dev/null" || (duplicates && target === "-");
    const same = target === "/dev/stdin" || (duplicates && target === "0");
    return same ? streams : readingFrom({ kind: isEmpty ? "none" : "unknown" }, streams);
  }
  const takesOutput = operator.startsWith("&") || (!reads && isDefault) || number === 1;
  return takesOutput ? { stdin: streams.stdin, stdoutTaken: true, seen: false } : streams;
}

/** Whether a file that is opened may be missing or closed to us, so that the command is not run at all. */
export function mayFail(walker: Walker, redirections: readonly Redirection[]): boolean {
  if (redirections.length === 0) return false;
  if (redirections.some(closes)) walker.closesStreams = true;
  return redirections.some((one) => {
    if (one.descriptor?.type === "FileDescriptorVariable") return true;
    if (one.type !== "Redirect") return false;
    const text = one.target?.text ?? "";
    if (text === "/dev/null") return false;
    return !one.operator.endsWith("&") || !/^(?:[0-2]|-)$/.test(text) || (walker.closesStreams && text !== "-");
  });
}

/** `2>&-`, or a number that only the running shell knows: another stream may be gone afterwards. */
function closes(one: Redirection): boolean {
  return one.type === "Redirect" && one.operator.endsWith("&") && /-$|[$`]/.test(one.target?.text ?? "-");
}

/** Whether what the command prints goes elsewhere than where its caller listens. */
export function divertsOutput(redirections: readonly Redirection[]): "no" | "away" | "unclear" {
  let answer: "no" | "away" | "unclear" = "no";
  for (const one of redirections) {
    if (one.type !== "Redirect" || one.operator === "<" || one.operator === "<&") continue;
    const number = one.descriptor?.type === "FileDescriptor" ? one.descriptor.value : undefined;
    const isOutput =
      one.operator.startsWith("&") || number === 1 || (one.descriptor === undefined && one.operator !== "<>");
    const target = one.target?.text ?? "";
    // What goes to another number comes out here all the same.
    if (!isOutput && one.operator.endsWith("&") && !/^(?:[02-9]|-)$/.test(target)) return "unclear";
    if (!isOutput) continue;
    const isPlain = target === "2" || (!/^[0-9]/.test(target) && !target.startsWith("/dev/") && !target.includes("$"));
    answer = isPlain || target === "/dev/null" ? "away" : "unclear";
  }
  return answer;
}
