/** What a running shell would remember between two commands, as far as it is known. */
import type { Function as FunctionNode } from "unbash";
import type { Folder } from "../values/place-path.ts";
import { SharedMap } from "../values/shared-map.ts";
import { notKnown, type Value } from "../values/value.ts";

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

/** What the shell assigns by itself, with texts that others choose: `cd` sets PWD, every command sets `_`. */
export function isKeptByShell(name: string): boolean {
  return keptByShell.has(name) || /^(?:BASH|COMP_|READLINE_|HIST)/.test(name);
}

const keptByShell: ReadonlySet<string> = new Set(
  `_ PWD OLDPWD DIRSTACK REPLY OPTARG OPTERR OPTIND PIPESTATUS MAPFILE COPROC FUNCNAME GROUPS HOSTNAME HOSTTYPE MACHTYPE OSTYPE
  COMPREPLY EPOCHREALTIME CHILD_MAX TEXTDOMAIN`.split(/\s+/),
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
  variables: SharedMap<Variable>;
  /** Null: `$1`, `$@` … are not known. */
  positional: readonly Value[] | null;
  /** Null: which body it has is not known. */
  functions: SharedMap<StoredFunction | null>;
  /** `$0`. */
  ownName: Value;
  aliases: SharedMap<true>;
  folder: Folder;
  previousFolder: Folder;
  pushedFolders: readonly Folder[];
  /** Folders that `mkdir` has made here, unless something is in its way. */
  madeFolders: readonly MadeFolder[];
  /** What a function's `local` hides, put back when it returns; null outside of functions. */
  hidden: Map<string, Variable | undefined> | null;
  /** Whether `break` ends something here. */
  inLoop: boolean;
  /** `sh` reads some scripts otherwise than bash. */
  dialect: "bash" | "sh";
  /**
   * What a pattern stands for after `shopt` and `set`: `wider` = more names than usual (globstar), `unclear` = it may vanish,
   * stop the command or stand for itself (nullglob, failglob, noglob).
   */
  patterns: "usual" | "wider" | "unclear";
  /** `set -a`: what is assigned is exported. */
  exportsAll: boolean;
  /** A variable set for these commands that changes what programs do: `PAGER=… git log`. */
  poison: string | null;
  /** What `trap` has set here. */
  traps: readonly Trap[];
}

export interface MadeFolder {
  path: string;
  how: "with parents" | "alone";
}

/** What a trap runs may run after any later command: `state` is all the states that there were since. */
export interface Trap {
  text: string;
  dynamic: boolean;
  state: ShellState;
}

export function startState(folder: Folder): ShellState {
  return {
    variables: new SharedMap(),
    positional: null,
    functions: new SharedMap(),
    ownName: notKnown,
    aliases: new SharedMap(),
    folder,
    previousFolder: null,
    pushedFolders: [],
    madeFolders: [],
    hidden: null,
    inLoop: false,
    dialect: "bash",
    patterns: "usual",
    exportsAll: false,
    poison: null,
    traps: [],
  };
}

/** Written out because it is done for every part of a pipeline and of a list. */
export function forkState(state: ShellState): ShellState {
  return {
    variables: state.variables.copy(),
    positional: state.positional,
    functions: state.functions.copy(),
    ownName: state.ownName,
    aliases: state.aliases.copy(),
    folder: state.folder,
    previousFolder: state.previousFolder,
    pushedFolders: state.pushedFolders,
    madeFolders: state.madeFolders,
    hidden: state.hidden && new Map(state.hidden),
    inLoop: state.inLoop,
    dialect: state.dialect,
    patterns: state.patterns,
    exportsAll: state.exportsAll,
    poison: state.poison,
    traps: state.traps,
  };
}

/** A program started from here: it sees what was exported, everything else comes from the environment. */
export function childState(state: ShellState): ShellState {
  const child = startState(state.folder);
  child.poison = state.poison;
  for (const [name, variable] of state.variables) if (variable.exported) child.variables.set(name, variable);
  return child;
}

/** One of both happened: what differs is not known any more. Answers whether `into` changed. */
export function mergeStates(into: ShellState, other: ShellState): boolean {
  let changed = false;
  if (mergeAllVariables(into.variables, other.variables)) changed = true;
  if (mergeFunctions(into.functions, other.functions)) changed = true;
  if (!into.aliases.sharesWith(other.aliases)) for (const name of other.aliases.keys()) into.aliases.set(name, true);
  if (into.traps !== other.traps) into.traps = [...new Set([...into.traps, ...other.traps])];
  if (into.folder !== other.folder && into.folder !== null) {
    into.folder = null;
    changed = true;
  }
  if (other.patterns !== into.patterns && other.patterns !== "usual" && into.patterns !== "unclear") {
    into.patterns = other.patterns;
    changed = true;
  }
  if (other.exportsAll && !into.exportsAll) {
    into.exportsAll = true;
    changed = true;
  }
  if (into.previousFolder !== other.previousFolder) into.previousFolder = null;
  if (into.pushedFolders !== other.pushedFolders) into.pushedFolders = [];
  if (into.madeFolders !== other.madeFolders) {
    into.madeFolders = into.madeFolders.filter((made) => other.madeFolders.includes(made));
  }
  if (into.positional !== other.positional && into.positional !== null) {
    into.positional = null;
    changed = true;
  }
  return changed;
}

function mergeAllVariables(into: SharedMap<Variable>, other: SharedMap<Variable>): boolean {
  if (into.sharesWith(other)) return false;
  let changed = false;
  for (const name of new Set([...into.keys(), ...other.keys()])) {
    const mine = into.get(name);
    const merged = mergeVariables(mine, other.get(name));
    if (merged === mine) continue;
    into.set(name, merged);
    changed = true;
  }
  return changed;
}

function mergeFunctions(into: ShellState["functions"], other: ShellState["functions"]): boolean {
  if (into.sharesWith(other)) return false;
  let changed = false;
  for (const [name, body] of other) {
    const mine = into.get(name);
    if (mine === null || (mine !== undefined && mine.node === body?.node)) continue;
    into.set(name, null);
    changed = true;
  }
  // A function that one of both does not have may be a program there, or nothing.
  for (const [name, body] of [...into]) {
    if (body === null || other.has(name)) continue;
    into.set(name, null);
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
