/**
 * Everything the shell evaluates as arithmetic: also a string that comes from a variable, and `a[$(command)]`
 * inside such a string runs the command.
 */
import { counters, forkState, mergeStates, type ShellState } from "../state/shell-state.ts";
import type { Walker } from "../state/walker.ts";
import { parseWord } from "../syntax/parse-command.ts";
import { calculate } from "../values/calculate.ts";
import { isInteger, isName, known, notKnown, someNumber, type Value } from "../values/value.ts";
import { store } from "./variables.ts";

const DEEPEST = 8;

/** An expression as it stands in the command: `$((…))`, `((…))`, `for ((…))`. */
export function evaluateExpression(walker: Walker, source: string, state: ShellState): Value {
  return evaluateArithmetic(walker, expandInside(walker, source, state), state);
}

/** A string that is evaluated as arithmetic once more, after everything else happened to it. */
export function evaluateArithmetic(walker: Walker, value: Value, state: ShellState, depth = 0): Value {
  if (value.text === null || value.glob) {
    if (!value.numeric) walker.unknown("a value that is not known is evaluated as arithmetic");
    walker.mayDrop(state); // `08`
    return someNumber;
  }
  if (isInteger(value.text)) {
    if (/^-?0[0-9]/.test(value.text)) walker.mayDrop(state);
    return { ...value, numeric: true };
  }
  walker.step();
  if (depth > DEEPEST) {
    walker.unknown("arithmetic that refers to itself");
    return someNumber;
  }
  const inside = needsExpansion(value.text) ? expandInside(walker, value.text, state) : value;
  const { text } = inside;
  if (text === null) {
    if (!inside.numeric) walker.unknown("a value that is not known is evaluated as arithmetic");
    walker.mayDrop(state);
    return someNumber;
  }
  const before = forkState(state);
  const numbers = new Map<string, string>();
  for (const { name, use } of namesIn(text)) {
    if (use !== "sets") {
      // Nobody here has set it. Names in capitals are the shell's own, or the environment's, which may hold anything.
      const isUnset = use === "element" && !walker.isKept && !state.variables.has(name) && !/^[A-Z_]/.test(name);
      const number = isUnset ? null : variableAsNumber(walker, name, state, depth + 1);
      if (number !== null) numbers.set(name, number);
    }
    if (use === "sets" || use === "both") {
      store(walker, state, name, someNumber);
      numbers.delete(name);
    }
  }
  const result = calculate(text, numbers);
  // Where it fails, or leaves a part out, some of it was not assigned.
  if (result === null && !onlySets(text, numbers)) {
    walker.mayDrop(before);
    mergeStates(state, before);
  }
  return result === null ? { ...someNumber, dynamic: value.dynamic } : { ...known(result), dynamic: value.dynamic };
}

/** `i=0, j=i+1`: nothing in it can fail. */
function onlySets(text: string, numbers: ReadonlyMap<string, string>): boolean {
  return text.split(",").every((part) => {
    const [, value] = /^\s*[A-Za-z_][A-Za-z0-9_]*\s*=(?!=)(.*)$/s.exec(part) ?? [];
    return value !== undefined && calculate(value, numbers) !== null;
  });
}

/** A variable's text is itself an expression. */
function variableAsNumber(walker: Walker, name: string, state: ShellState, depth: number): string | null {
  const variable = state.variables.get(name);
  if (!variable) {
    if (!counters.has(name)) walker.unknown(`the value of ${name} is evaluated as arithmetic and is not known`);
    return null;
  }
  for (const element of variable.elements ?? []) evaluateArithmetic(walker, element, state, depth);
  return variable.value === null ? "0" : evaluateArithmetic(walker, variable.value, state, depth).text;
}

/** A subscript: `@` and `*` mean all of them, anything else is arithmetic. */
export function evaluateSubscript(walker: Walker, source: string, state: ShellState): number | "all" | null {
  if (source === "@" || source === "*") return "all";
  const { text } = evaluateExpression(walker, source, state);
  return text === null ? null : Number(text);
}

/** Text as between double quotes: its substitutions run. */
export function expandInside(walker: Walker, source: string, state: ShellState): Value {
  if (!needsExpansion(source)) return { ...known(source), numeric: isInteger(source) };
  return expandQuoted(walker, source.replaceAll('"', ""), state);
}

function expandQuoted(walker: Walker, source: string, state: ShellState): Value {
  const word = parseWord(`"${source}"`);
  if (word === null) {
    walker.unknown("text that the shell expands could not be read");
    return notKnown;
  }
  const before = walker.source;
  walker.source = `: "${source}"`;
  const value = walker.value(word, state);
  walker.source = before;
  return value;
}

/** Every way a text can hold a command that runs when the text is expanded. */
export function expandPrompt(walker: Walker, value: Value, state: ShellState): void {
  if (value.text === null || value.glob) walker.unknown("a value that is not known is expanded like a prompt");
  else if (needsExpansion(value.text)) expandQuoted(walker, value.text.replaceAll('"', '\\"'), state);
}

function needsExpansion(text: string): boolean {
  return text.includes("$") || text.includes("`") || text.includes("\\");
}

interface NameUse {
  name: string;
  /** `element`: of an array, which a variable that nobody here has set is not. */
  use: "reads" | "sets" | "both" | "element";
}

/** The variables an expression uses, and what it does with them. */
function namesIn(text: string): NameUse[] {
  const found: NameUse[] = [];
  const names = /[A-Za-z0-9_#]+/g; // digits first: `0x1f` and `16#ff` are numbers
  for (let match = names.exec(text); match; match = names.exec(text)) {
    if (!isName(match[0])) continue;
    const before = text.slice(Math.max(0, match.index - 12), match.index).trimEnd();
    const after = text.slice(names.lastIndex, names.lastIndex + 12).trimStart();
    const steps = before.endsWith("++") || before.endsWith("--") || after.startsWith("++") || after.startsWith("--");
    const sets = /^=([^=]|$)/.test(after);
    const both = steps || /^([-+*/%&|^]|<<|>>)=/.test(after);
    const isElement = after.startsWith("[");
    found.push({ name: match[0], use: sets ? "sets" : both ? "both" : isElement ? "element" : "reads" });
  }
  return found;
}
