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
  /** It may be that nothing can be assigned to it any more. */
  readonly: boolean;
}

/** Numbers that the shell keeps itself; what is assigned to them is evaluated as arithmetic. */
export const counters: ReadonlySet<string> = new Set(
  "RANDOM SRANDOM SECONDS LINENO EPOCHSECONDS UID EUID PPID BASHPID COLUMNS LINES OPTIND SHLVL HISTCMD".split(" "),
);

/** Nothing can be assigned to them. */
export const fixedNumbers: ReadonlySet<string> = new Set("UID EUID PPID BASHPID".split(" "));

/** What the shell assigns by itself, with texts that others choose: `cd` sets PWD, every command sets `_`. */
export function isKeptByShell(name: string): boolean {
  return keptByShell.has(name) || /^(?:BASH|COMP_|READLINE_|HIST)/.test(name);
}

const keptByShell: ReadonlySet<string> = new Set(
  `_ PWD OLDPWD DIRSTACK REPLY OPTARG OPTERR OPTIND PIPESTATUS MAPFILE COPROC FUNCNAME GROUPS HOSTNAME HOSTTYPE MACHTYPE OSTYPE
  COMPREPLY EPOCHREALTIME CHILD_MAX TEXTDOMAIN`.split(/\s+/),
);

/** What is assigned to these is not what they hold. */
export function isSetByShell(name: string): boolean {
  return /^(?:_|RANDOM|SRANDOM|SECONDS|LINENO|EPOCH(?:SECONDS|REALTIME)|BASHPID|HISTCMD|FUNCNAME|GROUPS|PIPESTATUS|DIRSTACK)$/.test(
    name,
  );
}

/** It is known that it is not set. */
export const unsetVariable: Variable = {
  value: null,
  elements: null,
  integer: false,
  associative: false,
  exported: false,
  readonly: false,
};

export interface StoredFunction {
  node: FunctionNode;
  source: string;
}

/** What a variable was that a function's `local` hides. */
export interface Hidden {
  variable: Variable | undefined;
  /** Whether it is hidden at all: `if …; then local x; fi`. */
  surely: boolean;
}

export type Frame = ReadonlyMap<string, Hidden>;

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
  /** What each function that runs hides, put back when it returns; the innermost is the last. */
  frames: readonly Frame[];
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
  /** `set -u`: a name that is not set is an error. */
  needsSet: boolean;
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
  /** It runs when everything else has. */
  isLast: boolean;
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
    frames: [],
    inLoop: false,
    dialect: "bash",
    patterns: "usual",
    exportsAll: false,
    needsSet: false,
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
    frames: state.frames,
    inLoop: state.inLoop,
    dialect: state.dialect,
    patterns: state.patterns,
    exportsAll: state.exportsAll,
    needsSet: state.needsSet,
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
  if (mergeFrames(into, other)) changed = true;
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
  for (const option of ["exportsAll", "needsSet"] as const) {
    if (!other[option] || into[option]) continue;
    into[option] = true;
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

/** Where a function has hidden a name on one way only, what holds when it returns is one of both. */
function mergeFrames(into: ShellState, other: ShellState): boolean {
  if (into.frames === other.frames) return false;
  let changed = false;
  into.frames = into.frames.map((mine, at) => {
    const theirs = other.frames[at];
    if (theirs === undefined || theirs === mine) return mine;
    const merged = new Map<string, Hidden>();
    for (const name of new Set([...mine.keys(), ...theirs.keys()])) {
      const [one, two] = [mine.get(name), theirs.get(name)];
      const variable = one && two ? eitherVariable(one.variable, two.variable) : (one ?? two)?.variable;
      const surely = Boolean(one?.surely && two?.surely);
      merged.set(name, { variable, surely });
      if (one?.surely !== surely || one.variable !== variable) changed = true;
    }
    return merged;
  });
  return changed;
}

/** A name that `local` and its kind give to the innermost function. */
export function hide(state: ShellState, name: string): void {
  const top = state.frames.at(-1);
  const before = top?.get(name);
  if (!top || before?.surely) return;
  const current = state.variables.get(name);
  const variable = before ? eitherVariable(before.variable, current) : current;
  state.frames = [...state.frames.slice(0, -1), new Map(top).set(name, { variable, surely: true })];
  const fresh = current?.readonly ? { ...unsetVariable, readonly: true } : unsetVariable;
  // Nothing can hide what nothing can be assigned to.
  state.variables.set(name, before || current?.readonly ? mergeVariables(current, fresh) : fresh);
}

/** It may be that the innermost function hides this name. */
export function mayHide(state: ShellState, name: string): void {
  const top = state.frames.at(-1);
  if (!top || top.has(name)) return;
  const hidden = { variable: state.variables.get(name), surely: false };
  state.frames = [...state.frames.slice(0, -1), new Map(top).set(name, hidden)];
}

/** The innermost function has returned. */
export function unhide(state: ShellState): void {
  for (const [name, { variable, surely }] of state.frames.at(-1) ?? []) {
    const left = surely ? variable : eitherVariable(variable, state.variables.get(name));
    if (left) state.variables.set(name, left);
    else state.variables.delete(name);
  }
  state.frames = state.frames.slice(0, -1);
}

function eitherVariable(one: Variable | undefined, other: Variable | undefined): Variable | undefined {
  return one === other ? one : mergeVariables(one, other);
}

/** One of both, and it is not known which; undefined: what it was before this command. */
export function mergeVariables(mine: Variable | undefined, other: Variable | undefined): Variable {
  if (mine && other && sameVariable(mine, other)) return mine;
  const numeric = [mine, other].every((one) => one?.value?.numeric === true);
  const merged = {
    value: { ...notKnown, numeric, dynamic: Boolean(mine?.value?.dynamic || other?.value?.dynamic) },
    elements: null,
    integer: Boolean(mine?.integer || other?.integer),
    associative: Boolean(mine?.associative && other?.associative),
    exported: Boolean(mine?.exported || other?.exported),
    readonly: Boolean(mine?.readonly || other?.readonly),
  };
  return mine && sameVariable(mine, merged) ? mine : merged;
}

function sameVariable(one: Variable, other: Variable): boolean {
  if (one === other) return true;
  return (
    one.integer === other.integer &&
    one.associative === other.associative &&
    one.exported === other.exported &&
    one.readonly === other.readonly &&
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
