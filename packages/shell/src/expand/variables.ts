/** The variables of a shell as this command line leaves them. */
import {
  counters,
  fixedNumbers,
  isSetByShell,
  mergeVariables,
  type ShellState,
  unsetVariable,
  type Variable,
} from "../state/shell-state.ts";
import type { Walker } from "../state/walker.ts";
import { isInfluential, isTiedInZsh } from "../values/influential-variables.ts";
import { inherited, isInteger, notKnown, someNumber, type Value } from "../values/value.ts";

/** What a name is that nobody here has set. */
const fromOutside: Variable = { ...unsetVariable, value: inherited };
const counter: Variable = { ...fromOutside, integer: true };
const fixed: Variable = { ...counter, readonly: true };

export function variableOf(state: ShellState, name: string): Variable {
  return state.variables.get(name) ?? (fixedNumbers.has(name) ? fixed : counters.has(name) ? counter : fromOutside);
}

/** `perhaps`: it may fail, and then what was there stays. */
export type HowSure = "surely" | "perhaps";

/** Takes the value as it is: of a number it must be evaluated before. */
export function store(walker: Walker, state: ShellState, name: string, value: Value, how: HowSure = "surely"): void {
  if (isInfluential(name, value.text)) walker.unknown(`setting ${name} changes what later programs do`);
  if (isTiedInZsh(name)) walker.unknown(`to zsh ${name} is a part of the shell itself`);
  const old = variableOf(state, name);
  if (old.readonly) walker.mayDrop(state);
  if (name === "OLDPWD") state.previousFolder = null; // `cd -` goes by it
  const { integer, associative, exported, readonly } = old;
  const next: Variable = {
    value: isSetByShell(name) ? (counters.has(name) ? someNumber : notKnown) : value,
    elements: null,
    integer,
    associative,
    exported: exported || state.exportsAll,
    readonly,
  };
  const isSure = how === "surely" && !readonly;
  state.variables.set(name, isSure ? next : mergeVariables(state.variables.get(name), next));
}

/** Whether a builtin that sets it may leave what is there: it has a value already, or cannot be set. */
export function sureness(state: ShellState, name: string): HowSure {
  const { value, readonly } = variableOf(state, name);
  return readonly || (value !== null && value !== inherited) ? "perhaps" : "surely";
}

/** Numbers to zsh alone: what is assigned to them is evaluated there, and kept as it is elsewhere. */
const zshNumbers = new Set(
  "HISTSIZE SAVEHIST TMOUT FUNCNEST LISTMAX KEYTIMEOUT BAUD LOGCHECK MAILCHECK DIRSTACKSIZE GID EGID ERRNO REPORTTIME REPORTMEMORY TTYIDLE PERIOD TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT ARGC CURSOR MARK HISTNO ZLE_RPROMPT_INDENT".split(
    " ",
  ),
);

export function noteZshNumber(walker: Walker, name: string, { text, numeric }: Value): void {
  if (!zshNumbers.has(name) || numeric || (text !== null && isInteger(text))) return;
  walker.unknown(`zsh calculates what is assigned to ${name}`);
}
