/** Assignments as they stand in a command: alone, or in front of a program. */
import type { Assignment, Word } from "unbash";
import { isSetByShell, mergeVariables, type ShellState } from "../state/shell-state.ts";
import type { Walker } from "../state/walker.ts";
import { isMany } from "../uses/program.ts";
import { isInfluential, isTiedInZsh } from "../values/influential-variables.ts";
import { fieldValue, notKnown, someNumber, type Value } from "../values/value.ts";
import { evaluateArithmetic } from "./arithmetic.ts";
import { assign } from "./assign.ts";
import { noteZshNumber, variableOf } from "./variables.ts";
import { refuseExtended, wordFields, wordValue } from "./words.ts";

const MOST_ELEMENTS = 200;

/** `NAME=value command`: for that command alone, so that a name that matters poisons only what it runs. */
export function withPrefixes<T>(
  walker: Walker,
  nodes: readonly Assignment[],
  state: ShellState,
  /** Whether what is set may stay behind it. */
  stays: boolean,
  run: () => T,
): T {
  const before = nodes.map(({ name }) => [name, state.variables.get(name)] as const);
  const { poison } = state;
  for (const node of nodes) {
    if (node.index) {
      evaluateArithmetic(walker, wordValue(walker, node.index, state), state);
      walker.mayDrop(state);
    }
    const value = node.value.type === "ArrayValue" ? notKnown : wordValue(walker, node.value, state);
    if (node.value.type === "ArrayValue") for (const element of node.value.elements) wordFields(walker, element, state);
    else refuseExtended(walker, node.value);
    const old = variableOf(state, node.name);
    const stored = old.integer ? evaluateArithmetic(walker, value, state) : node.append ? notKnown : value;
    if (isInfluential(node.name, stored.text)) state.poison = node.name;
    if (isTiedInZsh(node.name)) walker.unknown(`to zsh ${node.name} is a part of the shell itself`);
    noteZshNumber(walker, node.name, stored);
    if (old.readonly) walker.mayDrop(state);
    const { integer, associative, readonly } = old;
    const next = { value: stored, elements: null, integer, associative, exported: true, readonly };
    state.variables.set(node.name, readonly ? mergeVariables(old, next) : next);
  }
  const given = new Map(nodes.map(({ name }) => [name, state.variables.get(name)]));
  try {
    return run();
  } finally {
    state.poison = poison;
    for (const [name, variable] of before) {
      const left = state.variables.get(name);
      // What a function, `eval` or `.` did to it may stay, and what a special builtin is given does in `sh`.
      const isMine = left === given.get(name) && !stays;
      const after = isMine ? variable : mergeVariables(variable, left);
      if (after) state.variables.set(name, after);
      else state.variables.delete(name);
    }
  }
}

/** `name=value`, `name+=value`, `name[subscript]=value`, `name=(…)`. */
export function runAssignment(walker: Walker, node: Assignment, state: ShellState): void {
  if (node.index) {
    const index = wordValue(walker, node.index, state);
    subscript(walker, node.name, index, state);
    if (!/^[0-9]{1,15}$/.test(index.text ?? "") || node.value.type === "ArrayValue") walker.mayDrop(state);
  }
  if (node.value.type === "ArrayValue") {
    const elements = node.value.elements.flatMap((element) => arrayElement(walker, node.name, element, state));
    const { integer } = variableOf(state, node.name);
    if (integer) for (const element of elements) evaluateArithmetic(walker, element ?? notKnown, state);
    const simple =
      !integer && !node.append && !node.index && elements.length <= MOST_ELEMENTS && !elements.includes(null);
    assign(walker, state, node.name, integer ? someNumber : notKnown);
    const { readonly } = variableOf(state, node.name);
    if (simple && !readonly && !isSetByShell(node.name)) {
      const values = elements.filter((element) => element !== null);
      state.variables.set(node.name, {
        ...variableOf(state, node.name),
        value: values[0] ?? null,
        elements: values,
      });
    }
    return;
  }
  refuseExtended(walker, node.value);
  const value = wordValue(walker, node.value, state);
  const { integer } = variableOf(state, node.name);
  const whole = node.append ? appended(state, node.name, value) : value;
  // What is added to a number, or put into an array of numbers, is evaluated like the number itself.
  if (integer && (node.append || node.index)) evaluateArithmetic(walker, value, state);
  assign(walker, state, node.name, integer && (node.append || node.index) ? someNumber : node.index ? notKnown : whole);
}

/** In an associative array it is a text like any other. */
function subscript(walker: Walker, name: string, value: Value, state: ShellState): void {
  if (!state.variables.get(name)?.associative) evaluateArithmetic(walker, value, state);
}

function arrayElement(walker: Walker, name: string, element: Word, state: ShellState): (Value | null)[] {
  if (element.text.startsWith("[") && element.text.includes("]=")) {
    // It is neither split nor a pattern; what the subscript became is evaluated.
    const value = wordValue(walker, element, state);
    const [inner, ...more] = value.text?.slice(1).split("]=") ?? [];
    if (value.text !== null && more.length !== 1) walker.unknown("where a subscript ends is not known");
    else subscript(walker, name, { ...value, text: value.text === null ? null : (inner ?? "") }, state);
    walker.mayDrop(state);
    return [null];
  }
  const fields = wordFields(walker, element, state);
  return fields.map((one) => (one.text === null || isMany(one) ? null : { ...fieldValue(one), numeric: false }));
}

function appended(state: ShellState, name: string, value: Value): Value {
  const { value: old, elements, integer } = variableOf(state, name);
  if (old === null) return value;
  if (integer || elements !== null || old.text === null || value.text === null) {
    return { ...notKnown, numeric: old.numeric && value.numeric };
  }
  return {
    text: old.text + value.text,
    glob: old.glob || value.glob,
    dynamic: old.dynamic || value.dynamic,
    numeric: false,
  };
}
