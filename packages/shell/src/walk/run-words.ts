/** Finds out what the first word of a command names: a function, a builtin, a shell, a program. */
import { builtins } from "../builtins/builtin-list.ts";
import { factsOf } from "../facts/facts-of.ts";
import { alsoPrograms } from "../facts/only-shells.ts";
import { withoutOwnOptions } from "../programs/git/own-options.ts";
import { type ShellState, type StoredFunction, unhide } from "../state/shell-state.ts";
import { type Outcome, prints, quiet, type RunBy, type Streams, type Walker } from "../state/walker.ts";
import { isMany, type Word, withoutName } from "../uses/program.ts";
import { isWellKnown, mayInfluence } from "../values/influential-variables.ts";
import { type Field, fieldValue, fullText, GAP, inherited, START } from "../values/value.ts";
import { openShell } from "./open-shell.ts";
import { runProgram } from "./run-program.ts";

/** What the standard folders hold is the program of that name; anything else may be anything. */
const standardFolders = ["/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/"];

export function runWords(
  walker: Walker,
  words: readonly Field[],
  state: ShellState,
  streams: Streams,
  by: RunBy,
): Outcome {
  walker.step();
  const [first] = words;
  if (!first) return quiet;
  walker.note(ranWords(words));
  const name = fullText(first);
  if (name === null || (first.glob && name !== "[")) {
    walker.unknown("which program runs is known only when it runs");
    return prints;
  }
  const args = words.slice(1);
  if (!first.expanded && !first.dynamic) return runNamed(walker, name, args, state, streams, by);
  return walker.suspect("which program runs depends on a value", () =>
    runNamed(walker, name, args, state, streams, by),
  );
}

function runNamed(
  walker: Walker,
  name: string,
  args: readonly Field[],
  state: ShellState,
  streams: Streams,
  by: RunBy,
): Outcome {
  if (by === "shell") {
    if (state.aliases.has(name)) walker.unknown(`${name} is an alias, and some shells expand it`);
    const stored = state.functions.get(name);
    if (stored) return callFunction(walker, stored, args, state, streams);
    if (stored === null) walker.unknown(`which function ${name} is depends on what ran before`);
  }
  const builtin = by === "program" ? undefined : builtins.get(name);
  if (builtin) return builtin(walker, namesOnly.has(name) ? args : args.map(withoutName), state, streams);
  if (by !== "builtin")
    return runDeclared(walker, name, args, state) ?? runExternal(walker, name, args, state, streams);
  walker.unknown(`which builtin ${name} is, is not known`);
  return prints;
}

/** To these a name that a pattern stands for is a name; the others evaluate it, or go by what it says. */
const namesOnly = new Set(": true false echo printf cd pushd test [ set exec command builtin jobs type".split(" "));

/** Settings of the environment that change how much a program prints and nothing else. */
const harmlessSettings = new Set("CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLUMNS LINES NODE_ENV".split(" "));

/** What a person declared holds for exactly these words, with nothing set around them that they did not see. */
function runDeclared(walker: Walker, name: string, args: readonly Field[], state: ShellState): Outcome | null {
  if (walker.declared === null || state.folder === null || state.poison !== null) return null;
  const words = [name];
  for (const { text, glob, dynamic, expanded } of args) {
    if (text === null || text.includes(GAP) || glob || dynamic || expanded) return null;
    words.push(text);
  }
  const set = [...state.variables].flatMap(([variable, { exported }]) =>
    exported && !harmlessSettings.has(variable) ? [variable] : [],
  );
  const declared = walker.declared(words, state.folder, set);
  if (!declared) return null;
  if (declared === "tells") return prints;
  walker.record({ does: "run_declared", command: words.join(" "), ...declared }, state);
  return prints;
}

function runExternal(
  walker: Walker,
  name: string,
  args: readonly Field[],
  state: ShellState,
  streams: Streams,
): Outcome {
  const base = programName(name);
  if (base === null) {
    walker.unknown(`${name} is a file that runs, and what it does is not known`);
    return prints;
  }
  if (state.poison !== null) walker.unknown(`${state.poison} changes what ${base} does`);
  const setting = state.poison === null ? influencing(base, state) : undefined;
  if (setting !== undefined) walker.unknown(`${setting} is set, and may change what ${base} does`);
  if (alsoPrograms.has(base)) return builtins.get(base)?.(walker, args, state, streams) ?? prints;
  if (factsOf(base).shell) return openShell(walker, base, args, state, streams);
  return runProgram(walker, base, args, state, streams);
}

/** A variable that this command has set for what it starts, and that the program may go by. */
function influencing(program: string, { variables }: ShellState): string | undefined {
  if (variables.isEmpty) return undefined;
  const { documented = false } = factsOf(program);
  for (const [name, { value, exported }] of variables) {
    // A name that programs know may stand in the environment already: then what is assigned to it is passed on.
    const reaches = exported || isWellKnown(name);
    if (value !== null && value !== inherited && reaches && mayInfluence(name, value.text, documented)) return name;
  }
  return undefined;
}

function programName(name: string): string | null {
  if (!name.includes("/")) return name;
  const folder = standardFolders.find((start) => name.startsWith(start));
  const base = folder === undefined ? "" : name.slice(folder.length);
  return base === "" || base.includes("/") ? null : base;
}

function callFunction(
  walker: Walker,
  { node, source }: StoredFunction,
  args: readonly Field[],
  state: ShellState,
  streams: Streams,
): Outcome {
  const outer = { positional: state.positional, inLoop: state.inLoop, source: walker.source };
  walker.mayRepeat = true;
  state.positional = args.map(fieldValue);
  if (args.some((one) => (one.text === null && one.expanded) || isMany(one))) state.positional = null;
  state.frames = [...state.frames, new Map()];
  state.inLoop = false;
  walker.source = source;
  const leave = (own: ShellState): void => {
    unhide(own);
    own.positional = outer.positional;
    own.inLoop = outer.inLoop;
  };
  try {
    const { result, dropped } = walker.holding(() =>
      walker.leavable(state, () => walker.body(node.body, state, streams)),
    );
    leave(state);
    if (dropped) {
      leave(dropped);
      walker.mayDrop(dropped);
    }
    return { output: result.output, status: result.status === "ends" || dropped ? "either" : result.status };
  } finally {
    walker.source = outer.source;
  }
}

/** Stands for words, and parts of words, that only the running shell knows. */
const UNCLEAR = "\uFFFC";

/** What a rule against commands is held against: one line for each way in which the same command could have been written down. */
function ranWords(words: readonly Field[]): string[] {
  const line = joined(words);
  const space = line.indexOf(" ");
  const slash = line.lastIndexOf("/", space < 0 ? undefined : space);
  const lines = slash < 0 ? [line] : [line, line.slice(slash + 1)];
  if (!line.startsWith("git ", slash + 1)) return lines;
  const own = withoutOwnOptions(words.slice(1));
  if (own.length < words.length - 1) lines.push(`git ${joined(own)}`);
  return lines;
}

function joined(words: readonly Word[]): string {
  let line = "";
  for (const { text } of words) line += line === "" ? (text ?? UNCLEAR) : ` ${text ?? UNCLEAR}`;
  return isMarked.test(line) ? line.replaceAll(GAP, UNCLEAR).replaceAll(START, ".") : line;
}

const isMarked = new RegExp(`[${GAP}${START}]`);
