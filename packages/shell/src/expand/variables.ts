/** The variables of a shell as this command line leaves them. */
import { counters, type ShellState, unsetVariable, type Variable } from "../state/shell-state.ts";
import type { Walker } from "../state/walker.ts";
import { isInfluential } from "../values/influential-variables.ts";
import { inherited, type Value } from "../values/value.ts";

/** What a name is that nobody here has set. */
const fromOutside: Variable = { ...unsetVariable, value: inherited };
const counter: Variable = { ...fromOutside, integer: true };

export function variableOf(state: ShellState, name: string): Variable {
  return state.variables.get(name) ?? (counters.has(name) ? counter : fromOutside);
}

/** Takes the value as it is: of a number it must be evaluated before. */
export function store(walker: Walker, state: ShellState, name: string, value: Value): void {
  if (isInfluential(name, value.text)) walker.unknown(`setting ${name} changes what later programs do`);
  const { integer, associative, exported } = variableOf(state, name);
  state.variables.set(name, { value, elements: null, integer, associative, exported: exported || state.exportsAll });
}
