/** `$x` and `${x…}`: the value where it is known, and everything that runs on the way to it. */

import { matchesName } from "@intentgate/documents";
import type { ParameterExpansionPart, ParameterOperation } from "unbash";
import type { ShellState } from "../state/shell-state.ts";
import type { Walker } from "../state/walker.ts";
import { BREAK, expansion, type Piece, type Run } from "../values/pieces.ts";
import { isName, known, notKnown, START, someNumber, type Value } from "../values/value.ts";
import { evaluateExpression, evaluateSubscript, expandInside, expandPrompt } from "./arithmetic.ts";
import { assign } from "./assign.ts";

/** Null: it is known that it is not set. */
function storedValue(walker: Walker, name: string, state: ShellState): Value | null {
  if (/^[0-9]+$/.test(name)) {
    if (name === "0") return state.ownName;
    if (state.needsSet) walker.mayDrop(state);
    if (state.positional === null) return notKnown;
    return state.positional[Number(name) - 1] ?? null;
  }
  if (name === "#") return state.positional === null ? someNumber : known(String(state.positional.length));
  if (name === "?" || name === "$" || name === "!") return someNumber;
  const variable = state.variables.get(name);
  if (state.needsSet && (!variable || variable.value === null || variable.value.text === null)) walker.mayDrop(state);
  if (variable) return variable.value;
  if (name === "HOME") return known("~");
  if (name === "PWD") return folderValue(state.folder);
  if (name === "OLDPWD") return folderValue(state.previousFolder);
  walker.step();
  return notKnown;
}

export function folderValue(folder: string | null): Value {
  if (folder === null) return notKnown;
  if (folder.startsWith("/") || folder.startsWith("~")) return known(folder);
  return known(folder === "" ? START : `${START}/${folder}`);
}

/** Null: they are not known. */
function listOf(name: string, state: ShellState): readonly Value[] | null {
  if (name === "@" || name === "*") return state.positional;
  const variable = state.variables.get(name);
  if (!variable) return null;
  if (variable.elements) return variable.elements;
  if (variable.value === null) return [];
  return null;
}

export function lookUp(walker: Walker, name: string, state: ShellState, quoted: boolean): Run {
  if (name === "@" || name === "*") return spread(listOf(name, state), name, quoted);
  return one(storedValue(walker, name, state), quoted);
}

function one(value: Value | null, quoted: boolean): Run {
  return [expansion(value ?? known(""), quoted)];
}

function spread(values: readonly Value[] | null, kind: string, quoted: boolean): Run {
  if (values === null) return [expansion(notKnown, quoted)];
  if (kind === "*" && quoted) {
    const texts = values.map(({ text }) => text);
    return [
      expansion(
        texts.includes(null) ? notKnown : { ...known(texts.join(" ")), dynamic: values.some((v) => v.dynamic) },
        true,
      ),
    ];
  }
  const run: (Piece | typeof BREAK)[] = [];
  for (const value of values) {
    if (run.length > 0) run.push(BREAK);
    run.push(expansion(value, quoted));
  }
  return run;
}

export function expandParameter(walker: Walker, part: ParameterExpansionPart, state: ShellState, quoted: boolean): Run {
  const { parameter, operation, prefix, index } = part;
  const isText =
    index !== undefined && state.variables.get(parameter)?.associative && index.text !== "@" && index.text !== "*";
  if (isText) {
    expandInside(walker, index.text, state);
    walker.mayDrop(state);
  }
  const subscript = isText ? null : index ? evaluateSubscript(walker, index.text, state) : undefined;
  if (prefix === "!") return [expansion(indirect(walker, part, state), quoted)];
  const list = parameter === "@" || parameter === "*" || subscript === "all";
  if (list) {
    const values = listOf(parameter, state);
    if (prefix === "#") return one(values === null ? someNumber : known(String(values.length)), quoted);
    if (!operation) return spread(values, index?.text ?? parameter, quoted);
    operate(walker, operation, notKnown, parameter, state);
    return [expansion(notKnown, quoted)];
  }
  const value =
    typeof subscript === "number" || subscript === null
      ? element(parameter, subscript, state)
      : storedValue(walker, parameter, state);
  if (prefix === "#")
    return one(
      value === null ? known("0") : value.text === null ? someNumber : known(String([...value.text].length)),
      quoted,
    );
  if (!operation) return one(value, quoted);
  const name = subscript === undefined ? parameter : "";
  return one(operate(walker, operation, value, name, state), quoted);
}

/** Bash counts from nought, zsh from one: the word is believed where it accuses only. */
function element(name: string, subscript: number | null, state: ShellState): Value | null {
  const elements = listOf(name, state);
  if (elements === null || subscript === null || subscript < 0) return notKnown;
  const value = elements[subscript];
  return value === undefined ? null : { ...value, dynamic: true };
}

/** `${!x}`: the name of another variable, whose subscript is evaluated. */
function indirect(walker: Walker, part: ParameterExpansionPart, state: ShellState): Value {
  const { parameter, operation } = part;
  if (operation) operate(walker, operation, notKnown, "", state);
  if (operation?.type === "Names" || part.index) return notKnown;
  const target = storedValue(walker, parameter, state);
  if (!isName(target?.text ?? "")) walker.mayDrop(state);
  if (target === null) return notKnown;
  if (target.text === null || target.glob) {
    walker.unknown("the name of a variable that is known only when it runs");
    return notKnown;
  }
  const bracket = target.text.indexOf("[");
  if (bracket < 0) return storedValue(walker, target.text, state) ?? notKnown;
  evaluateExpression(walker, target.text.slice(bracket + 1).replace(/\]$/, ""), state);
  return notKnown;
}

function operate(
  walker: Walker,
  operation: ParameterOperation,
  value: Value | null,
  name: string,
  state: ShellState,
): Value | null {
  switch (operation.type) {
    case "Default":
      return withDefault(walker, operation, value, name, state);
    case "Remove": {
      const pattern = walker.value(operation.operand, state);
      if (value === null) return null;
      const quotedPattern = operation.operand.text !== operation.operand.value;
      const plain = value.text !== null && !value.glob && pattern.text !== null && !quotedPattern;
      const text = plain ? removeMatch(value.text ?? "", pattern.text ?? "", operation.operator) : null;
      return text === null ? notKnown : { ...known(text), dynamic: value.dynamic };
    }
    case "Replace": {
      const from = walker.value(operation.pattern, state);
      const to = walker.value(operation.replacement, state);
      if (value === null) return null;
      if (value.text === null || value.glob || from.text === null || to.text === null) return notKnown;
      const isPlain = from.text !== "" && !/[*?[\\]/.test(from.text) && !to.text.includes("&");
      if (!isPlain || (operation.operator.length === 2 && operation.operator !== "//")) return notKnown;
      const { text } = value;
      const replaced =
        operation.operator === "//"
          ? text.replaceAll(from.text, () => to.text ?? "")
          : text.replace(from.text, () => to.text ?? "");
      return { ...known(replaced), dynamic: value.dynamic || from.dynamic || to.dynamic };
    }
    case "Slice": {
      const offset = evaluateExpression(walker, operation.offset.text, state);
      const length = operation.length && evaluateExpression(walker, operation.length.text, state);
      if (length && !(Number(length.text ?? -1) >= 0)) walker.mayDrop(state);
      if (value?.text == null || value.glob || offset.text === null || length?.text === null)
        return value === null ? null : notKnown;
      const [from, count] = [Number(offset.text), length ? Number(length.text) : value.text.length];
      if (from < 0 || count < 0) return notKnown;
      return { ...known(value.text.slice(from, from + count)), dynamic: value.dynamic };
    }
    case "CaseModification":
      if (operation.operand) walker.value(operation.operand, state);
      if (value?.text == null || operation.operand || value.glob) return value === null ? null : notKnown;
      return { ...known(changeCase(value.text, operation.operator)), dynamic: value.dynamic };
    case "Transform":
      if (operation.operand.value === "P" && value !== null) expandPrompt(walker, value, state);
      return notKnown;
    case "Names":
      return notKnown;
    case "Unknown":
      walker.unknown("an expansion that could not be read");
      return notKnown;
  }
}

function changeCase(text: string, operator: string): string {
  const change = (part: string): string => (operator.startsWith("^") ? part.toUpperCase() : part.toLowerCase());
  return operator.length === 2 ? change(text) : change(text.slice(0, 1)) + text.slice(1);
}

/** The default is walked in any case: whether the variable is set is seldom known. */
function withDefault(
  walker: Walker,
  operation: ParameterOperation & { type: "Default" },
  value: Value | null,
  name: string,
  state: ShellState,
): Value | null {
  const instead = walker.value(operation.operand, state);
  const { operator } = operation;
  const missing = value === null || (operator.startsWith(":") && value.text === "");
  const unclear = value !== null && value.text === null;
  if (operator.endsWith("+")) return unclear ? notKnown : missing ? value : instead;
  if (operator.endsWith("=") && !isName(name)) walker.mayDrop(state);
  if (operator.endsWith("?") && (missing || unclear)) walker.mayDrop(state);
  if (operator.endsWith("=") && name !== "" && (missing || unclear))
    assign(walker, state, name, missing ? instead : notKnown);
  if (operator.endsWith("?")) return missing ? notKnown : value;
  if (unclear) return { ...notKnown, numeric: value.numeric && instead.numeric };
  return missing ? instead : value;
}

const LONGEST = 250;

/** `${x#pattern}` and its kin for patterns of `*`, `?` and plain characters. Null: the pattern is more than that. */
export function removeMatch(text: string, pattern: string, operator: "#" | "##" | "%" | "%%"): string | null {
  if (/[[\]()\\|!@+]/.test(pattern) || text.length > LONGEST || pattern.length > 40) return null;
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length);
  if (operator.length === 2) lengths.reverse();
  for (const length of lengths) {
    const atStart = operator.startsWith("#");
    const part = atStart ? text.slice(0, length) : text.slice(text.length - length);
    if (matchesName([...pattern], [...part])) return atStart ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}
