/** What a running shell would remember between two commands, as far as it is known. */
import type { Function as FunctionNode } from "unbash";
import type { Folder } from "./place-path.ts";
import { notKnown, type Value } from "./value.ts";

export interface Variable {
  /** Null: it is known that it is not set. */
  value: Value | null;
  /** The elements of an array; null where it is none or they are not known. */
  elements: readonly Value[] | null;
  /** `declare -i`: what is assigned is evaluated as arithmetic. */
  integer: boolean;
  /** `declare -A`: a subscript is a text and no arithmetic. */
  associative: boolean;
  exported: boolean;
}

/** Numbers that the shell keeps itself; what is assigned to them is evaluated as arithmetic. */
export const counters: ReadonlySet<string> = new Set(
  "RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS UID EUID PPID BASHPID COLUMNS LINES OPTIND SHLVL HISTCMD".split(" "),
);

/** It is known that it is not set. */
export const unsetVariable: Variable = {
  value: null,
  elements: null,
  integer: false,
  associative: false,
  exported: false,
};

export interface StoredFunction {
  node: FunctionNode;
  source: string;
}

export interface ShellState {
  /** A name that is missing here comes from the environment: not known, and not ours. */
  variables: Map<string, Variable>;
  /** Null: `$1`, `$@` … are not known. */
  positional: readonly Value[] | null;
  /** Null: which body it has is not known. */
  functions: Map<string, StoredFunction | null>;
  /** `$0`. */
  ownName: Value;
  aliases: Set<string>;
  folder: Folder;
  previousFolder: Folder;
  pushedFolders: readonly Folder[];
  /** What a function's `local` hides, put back when it returns; null outside of functions. */
  hidden: Map<string, Variable | undefined> | null;
  /** Whether `break` ends something here. */
  inLoop: boolean;
  /** `sh` reads some scripts otherwise than bash. */
  dialect: "bash" | "sh";
  /** A variable set for these commands that changes what programs do: `PAGER=… git log`. */
  poison: string | null;
  /** What `trap` has set here. */
  traps: readonly Trap[];
}

/** What a trap runs may run after any later command: `state` is all the states that there were since. */
export interface Trap {
  text: string;
  dynamic: boolean;
  state: ShellState;
}

export function startState(folder: Folder): ShellState {
  return {
    variables: new Map(),
    positional: null,
    functions: new Map(),
    ownName: notKnown,
    aliases: new Set(),
    folder,
    previousFolder: null,
    pushedFolders: [],
    hidden: null,
    inLoop: false,
    dialect: "bash",
    poison: null,
    traps: [],
  };
}

export function forkState(state: ShellState): ShellState {
  return {
    ...state,
    variables: new Map(state.variables),
    functions: new Map(state.functions),
    aliases: new Set(state.aliases),
    hidden: state.hidden && new Map(state.hidden),
  };
}

/** A program started from here: it sees what was exported, everything else comes from the environment. */
export function childState(state: ShellState): ShellState {
  const child = { ...startState(state.folder), poison: state.poison };
  for (const [name, variable] of state.variables) if (variable.exported) child.variables.set(name, variable);
  return child;
}

/** One of both happened: what differs is not known any more. Answers whether `into` changed. */
export function mergeStates(into: ShellState, other: ShellState): boolean {
  let changed = false;
  for (const name of new Set([...into.variables.keys(), ...other.variables.keys()])) {
    const mine = into.variables.get(name);
    const merged = mergeVariables(mine, other.variables.get(name));
    if (merged === mine) continue;
    into.variables.set(name, merged);
    changed = true;
  }
  for (const [name, body] of other.functions) {
    if (into.functions.has(name) && into.functions.get(name)?.node === body?.node) continue;
    if (into.functions.get(name) === null && into.functions.has(name)) continue;
    into.functions.set(name, null);
    changed = true;
  }
  for (const name of other.aliases) into.aliases.add(name);
  if (into.traps !== other.traps) into.traps = [...new Set([...into.traps, ...other.traps])];
  if (into.folder !== other.folder && into.folder !== null) {
    into.folder = null;
    changed = true;
  }
  if (into.previousFolder !== other.previousFolder) into.previousFolder = null;
  if (into.pushedFolders !== other.pushedFolders) into.pushedFolders = [];
  if (into.positional !== other.positional && into.positional !== null) {
    into.positional = null;
    changed = true;
  }
  return changed;
}

function mergeVariables(mine: Variable | undefined, other: Variable | undefined): Variable {
  if (mine && other && sameVariable(mine, other)) return mine;
  const numeric = [mine, other].every((one) => one?.value?.numeric === true);
  const merged = {
    value: { ...notKnown, numeric, dynamic: Boolean(mine?.value?.dynamic || other?.value?.dynamic) },
    elements: null,
    integer: Boolean(mine?.integer || other?.integer),
    associative: Boolean(mine?.associative && other?.associative),
    exported: Boolean(mine?.exported || other?.exported),
  };
  return mine && sameVariable(mine, merged) ? mine : merged;
}

function sameVariable(one: Variable, other: Variable): boolean {
  if (one === other) return true;
  return (
    one.integer === other.integer &&
    one.associative === other.associative &&
    one.exported === other.exported &&
    sameValue(one.value, other.value) &&
    (one.elements === other.elements ||
      (one.elements !== null &&
        other.elements?.length === one.elements.length &&
        one.elements.every((element, index) => sameValue(element, other.elements?.[index] ?? null))))
  );
}

function sameValue(one: Value | null, other: Value | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.text === other.text && one.glob === other.glob && one.dynamic === other.dynamic && one.numeric === other.numeric
  );
}
