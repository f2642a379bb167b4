/** Setting a variable, in every way a shell has for it. */
import type { Assignment, Word } from "unbash";
import { evaluateArithmetic } from "./arithmetic.ts";
import { isInfluential } from "./influential-variables.ts";
import { counters, type ShellState, unsetVariable, type Variable } from "./shell-state.ts";
import { isName, notKnown, type Value } from "./value.ts";
import type { Walker } from "./walker.ts";
import { wordFields, wordValue } from "./words.ts";

const MOST_ELEMENTS = 200;

export function variableOf(state: ShellState, name: string): Variable {
  return state.variables.get(name) ?? { ...unsetVariable, value: notKnown, integer: counters.has(name) };
}

export function assign(walker: Walker, state: ShellState, name: string, value: Value): void {
  const old = variableOf(state, name);
  const stored = old.integer ? evaluateArithmetic(walker, value, state) : value;
  if (isInfluential(name, stored.text)) walker.unknown(`setting ${name} changes what later programs do`);
  state.variables.set(name, { ...old, value: stored, elements: null });
}

/** `NAME=value command`: for that command alone, so that a name that matters poisons only what it runs. */
export function withPrefixes<T>(walker: Walker, nodes: readonly Assignment[], state: ShellState, run: () => T): T {
  if (nodes.length === 0) return run();
  const before = nodes.map(({ name }) => [name, state.variables.get(name)] as const);
  const { poison } = state;
  for (const node of nodes) {
    if (node.index) evaluateArithmetic(walker, wordValue(walker, node.index, state), state);
    const value = node.value.type === "ArrayValue" ? notKnown : wordValue(walker, node.value, state);
    if (node.value.type === "ArrayValue") for (const element of node.value.elements) wordFields(walker, element, state);
    const old = variableOf(state, node.name);
    const stored = old.integer ? evaluateArithmetic(walker, value, state) : node.append ? notKnown : value;
    if (isInfluential(node.name, stored.text)) state.poison = node.name;
    state.variables.set(node.name, { ...old, value: stored, elements: null, exported: true });
  }
  try {
    return run();
  } finally {
    state.poison = poison;
    for (const [name, variable] of before) {
      if (variable) state.variables.set(name, variable);
      else state.variables.delete(name);
    }
  }
}

/** A name as `read`, `printf -v` or `unset` take it: with a subscript it is evaluated. */
export function assignNamed(walker: Walker, state: ShellState, target: string | null, value: Value): void {
  if (target === null) {
    walker.unknown("which variable it sets is known only when it runs");
    return;
  }
  const bracket = target.indexOf("[");
  if (bracket >= 0) {
    evaluateArithmetic(walker, { ...notKnown, text: target.slice(bracket + 1).replace(/\]$/, "") }, state);
    assign(walker, state, target.slice(0, bracket), notKnown);
  } else if (isName(target)) assign(walker, state, target, value);
}

/** `name=value`, `name+=value`, `name[subscript]=value`, `name=(…)`. */
export function runAssignment(walker: Walker, node: Assignment, state: ShellState): void {
  if (node.index) subscript(walker, node.name, wordValue(walker, node.index, state), state);
  if (node.value.type === "ArrayValue") {
    const elements = node.value.elements.flatMap((element) => arrayElement(walker, node.name, element, state));
    const simple = !node.append && !node.index && elements.length <= MOST_ELEMENTS && !elements.includes(null);
    assign(walker, state, node.name, notKnown);
    if (simple) {
      const values = elements.filter((element) => element !== null);
      state.variables.set(node.name, {
        ...variableOf(state, node.name),
        value: values[0] ?? null,
        elements: values,
      });
    }
    return;
  }
  const value = wordValue(walker, node.value, state);
  const whole = node.append ? appended(state, node.name, value) : value;
  assign(walker, state, node.name, node.index ? notKnown : whole);
}

/** In an associative array it is a text like any other. */
function subscript(walker: Walker, name: string, value: Value, state: ShellState): void {
  if (!state.variables.get(name)?.associative) evaluateArithmetic(walker, value, state);
}

function arrayElement(walker: Walker, name: string, element: Word, state: ShellState): (Value | null)[] {
  const fields = wordFields(walker, element, state);
  if (element.text.startsWith("[") && element.text.includes("]=")) {
    for (const { text } of fields) {
      const inner = text === null ? null : text.slice(1, Math.max(1, text.lastIndexOf("]=")));
      subscript(walker, name, { ...notKnown, text: inner }, state);
    }
    return [null];
  }
  return fields.map(({ text, glob, dynamic }) => (text === null ? null : { text, glob, dynamic, numeric: false }));
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
