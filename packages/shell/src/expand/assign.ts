/** Sets a variable to a value. */
import type { ShellState } from "../state/shell-state.ts";
import type { Walker } from "../state/walker.ts";
import { isName, notKnown, type Value } from "../values/value.ts";
import { evaluateArithmetic } from "./arithmetic.ts";
import { type HowSure, noteZshNumber, store, sureness, variableOf } from "./variables.ts";

export function assign(walker: Walker, state: ShellState, name: string, value: Value, how: HowSure = "surely"): void {
  noteZshNumber(walker, name, value);
  const stored = variableOf(state, name).integer ? evaluateArithmetic(walker, value, state) : value;
  store(walker, state, name, stored, how);
}

/** A name as `read`, `printf -v` or `unset` take it: with a subscript it is evaluated. What is there may stay. */
export function assignNamed(walker: Walker, state: ShellState, target: string | null, value: Value): void {
  if (target === null) {
    walker.unknown("which variable it sets is known only when it runs");
    return;
  }
  const bracket = target.indexOf("[");
  if (bracket >= 0) {
    evaluateArithmetic(walker, { ...notKnown, text: target.slice(bracket + 1).replace(/\]$/, "") }, state);
    assign(walker, state, target.slice(0, bracket), notKnown);
  } else if (isName(target)) assign(walker, state, target, value, sureness(state, target));
}
