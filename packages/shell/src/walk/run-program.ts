/** A program in its own process: what its file answers for this use, and what it runs in turn. */

import { factsOf } from "../facts/facts-of.ts";
import { specialWord } from "../facts/special-words.ts";
import type { PlacedEffect } from "../state/place-effect.ts";
import { childState, type ShellState, unsetVariable, type Variable } from "../state/shell-state.ts";
import {
  changesSomething,
  type Outcome,
  perhaps,
  prints,
  quiet,
  readingFrom,
  type Stdin,
  type Streams,
  type Walker,
  writtenStream,
} from "../state/walker.ts";
import {
  isMany,
  type Nested,
  type Program,
  type Surroundings,
  type Use,
  type UseEffect,
  withoutName,
} from "../uses/program.ts";
import { influentialSetting, isHarmlessSetting } from "../values/influential-variables.ts";
import { placeFolder, placePath } from "../values/place-path.ts";
import { asField, type Field, field, fullText, GAP, inherited, notKnown, type Value } from "../values/value.ts";

export function runProgram(
  walker: Walker,
  name: string,
  args: readonly Field[],
  state: ShellState,
  streams: Streams,
): Outcome {
  const program = walker.find(name);
  if (!program) {
    if (isNoName(name)) return quiet;
    const { language } = factsOf(name);
    walker.unknown(language ? `${language} is not read: what it does is not known` : `what ${name} does is not known`);
    return prints;
  }
  if (args.some(({ hiddenOption }) => hiddenOption)) walker.unknown(`an option of ${name} is known only when it runs`);
  const setting = factsOf(name).setsVariables ? influentialSetting(args) : undefined;
  if (setting) walker.unknown(`setting ${setting} changes what programs do`);
  if (name === "git" && args[0]?.text !== "config" && walker.effects.some(steersGit)) {
    walker.unknown("what git runs was changed before");
  }
  for (const { text, glob } of args) {
    const special = specialWord(name, fullText({ text, glob }), glob);
    if (special !== undefined) walker.unknown(special);
  }
  notePatterns(walker, args, state);
  const run: Run = { walker, name, program, state, streams };
  const isPrinted = args.some(({ dynamic, text }) => dynamic && text !== null);
  if (!isPrinted && !isDynamic(streams.stdin)) return useOnce(run, args, streams.stdin).outcome;
  const first = walker.aside(() => useOnce(run, args, streams.stdin));
  const relies = isPrinted || first.result.readsPipe;
  if (!relies || first.effects.some(changesSomething)) {
    first.keep();
    return first.result.outcome;
  }
  // Nothing was found with what another program is thought to print: it counts only if it holds without that.
  const doubted = args.map((one) => (one.dynamic ? { ...one, text: one.doubted } : one));
  useOnce(run, doubted, { kind: "unknown" });
  return first.result.outcome;
}

/** What is written there is read, or run, by the next git. */
function steersGit(effect: PlacedEffect): boolean {
  if (effect.does !== "write") return false;
  return (
    effect.steersGit === true ||
    /(^|\/)(\.git\/(config|hooks\/)|\.gitconfig$|\.config\/git\/)/.test(steeringPath(effect))
  );
}

/** The metadata that git itself writes is not meant. */
function steeringPath({ path, metadata }: PlacedEffect & { does: "write" }): string {
  return metadata ? "" : path;
}

/** `sort *` where a file is called `-oname`: whether there is one is seen when the files are looked at. */
function notePatterns(walker: Walker, args: readonly Field[], state: ShellState): void {
  for (const { text, glob } of args) {
    if (!glob || text === null || !/^[*?[]/.test(text)) continue;
    const pattern = placePath(text, state.folder);
    if (pattern !== null) walker.patterns.push(pattern);
  }
}

/** What they are given to run they run one time. */
const startsOnce = new Set(["git", "env", "nice", "nohup", "stdbuf", "timeout"]);

interface Run {
  walker: Walker;
  name: string;
  program: Program;
  state: ShellState;
  streams: Streams;
}

function useOnce(run: Run, args: readonly Field[], stdin: Stdin): { outcome: Outcome; readsPipe: boolean } {
  const { walker, name, program, state, streams } = run;
  const around = new Around(stdin, state);
  const use = program.use(args, around);
  const readsPipe = around.isRead && isDynamic(stdin);
  if (!use) {
    walker.unknown(`this use of ${name} is not known`);
    return { outcome: prints, readsPipe };
  }
  recordUse(run, use);
  if (args.some(({ glob }) => glob)) useWithNames(run, args, around, use);
  if (use.nested.length > 0) {
    if (!startsOnce.has(name)) walker.mayRepeat = true;
    // Whoever starts it may stop it, or start it not at all.
    const own = perhaps(readingFrom(factsOf(name).takesInput ? { kind: "none" } : stdin, streams));
    for (const nested of use.nested) open(walker, nested, name, state, own);
  }
  const output = use.output ?? outputOf(name, args, stdin);
  return { outcome: { output, status: "either", ...(use.isNumber ? { isNumber: true } : {}) }, readsPipe };
}

/** A pattern stands for one name or for many, and what they say is not known: what that changes counts as well. */
function useWithNames(run: Run, args: readonly Field[], around: Around, once: Use): void {
  const { walker, name, program } = run;
  const counts = args.some(isMany) ? [1, 2, 3] : [1];
  let changes = once.effects.some(leavesSomething);
  for (const count of counts) {
    const words = args.flatMap((one) => (isMany(one) ? Array<Field>(count).fill(one) : [one]));
    // Where it is too few or too many words for any use of the program, nothing is done.
    const use = count === 1 ? once : program.use(words, around);
    if (use && use !== once) recordUse(run, use);
    changes ||= use?.effects.some(leavesSomething) ?? false;
    const unnamed = program.use(words.map(withoutName), around);
    if (!unnamed) walker.unknown(`what ${name} does depends on the names that a pattern stands for`);
    else if (!changes && unnamed.effects.some(leavesSomething)) recordUse(run, unnamed);
  }
}

function leavesSomething(effect: UseEffect): boolean {
  return changesSomething(effect) && writtenStream(effect) === undefined;
}

/** What a program is told of where it runs; notes whether it looked at its input. */
class Around implements Surroundings {
  isRead = false;

  constructor(
    private readonly input: Stdin,
    private readonly state: ShellState,
  ) {}

  get stdin(): Stdin {
    this.isRead = true;
    return this.input;
  }

  variable(name: string): string | null | undefined {
    const variable = this.state.variables.get(name);
    return variable && (variable.value === null ? undefined : variable.value.text);
  }
}

function isDynamic(stdin: Stdin): boolean {
  return stdin.kind === "text" && stdin.dynamic;
}

/** What the program's file does not say: some print nothing unless asked to, some what they read. */
function outputOf(name: string, args: readonly Field[], stdin: Stdin): string | null {
  const { passesOn, silent } = factsOf(name);
  const isPassed = passesOn === "always" ? args.every(({ text }) => text !== null) : passesOn && args.length === 0;
  if (isPassed && stdin.kind === "text") return stdin.text;
  if (!silent) return null;
  const asksForMore = args.some(({ text }) => text === null || (text.startsWith("-") && /v|help|changes/.test(text)));
  return asksForMore ? null : "";
}

function recordUse({ walker, name, state, streams }: Run, { effects, nested }: Use): void {
  const isSeen = streams.seen && !walker.isCutShort;
  for (const effect of effects) walker.record(isSeen ? effect : unseen(effect), state);
  // It keeps the output of what it runs, unless that goes elsewhere already.
  const { keepsOutputIn } = factsOf(name);
  if (keepsOutputIn !== undefined && nested.length > 0 && !streams.stdoutTaken) {
    walker.record({ does: "write", path: keepsOutputIn, manner: "derived" }, state);
  }
}

/** What goes to the next program or to a file, or may never be printed, nobody has read. */
function unseen(effect: UseEffect): UseEffect {
  return effect.does === "read" ? { does: "read", path: effect.path } : effect;
}

function passedOn(value: Value): Variable {
  return { ...unsetVariable, value, exported: true };
}

function textOf(text: string): string | null {
  return text.includes(GAP) ? null : text;
}

function open(walker: Walker, nested: Nested, name: string, state: ShellState, streams: Streams): void {
  const child = childState(state);
  // Which values hold there is not known, but which names may be set.
  if (factsOf(name).setsVariables) {
    for (const [set, { value }] of [...child.variables]) {
      if (value === inherited || isHarmlessSetting(set, value?.text ?? null)) child.variables.delete(set);
      else child.variables.set(set, passedOn(notKnown));
    }
  }
  if (nested.runs === "words") {
    for (const [set, text] of nested.sets ?? [])
      child.variables.set(set, passedOn({ ...notKnown, text: textOf(text) }));
  }
  if (nested.folder !== null)
    child.folder = nested.folder.includes(GAP) ? null : placeFolder(nested.folder, state.folder, walker.left);
  if (nested.runs === "script") {
    const text = nested.text === null ? null : fullText(field(nested.text));
    child.dialect = "sh";
    if (text === null) walker.unknown(`${name} runs a script that is known only when it runs`);
    else if (!nested.doubtful) walker.text(text, child, streams);
    else walker.suspect(`what ${name} runs may be more than this`, () => walker.text(text, child, streams));
    return;
  }
  if (nested.unlessFolder !== undefined) {
    openForFile(walker, nested, nested.unlessFolder, name, state, streams);
    return;
  }
  const words = nested.words.map(asField);
  const shown = words.map(({ text }) => text ?? "…").join(" ");
  walker.within(shown, () => {
    if (!nested.moreArguments) return walker.words(words, child, streams, "program");
    const more = (count: number) =>
      walker.aside(() => walker.words([...words, ...Array<Field>(count).fill(field(null))], child, streams, "program"));
    const [one, two] = [more(1), more(2)];
    // `xargs mv` is known only with two arguments or more.
    if (!one.effects.some(isUnknown) || two.effects.some(isUnknown)) one.keep();
    two.keep();
  });
}

/** What it does to the start itself counts only where that is no folder. */
function openForFile(
  walker: Walker,
  nested: Nested & { runs: "words" },
  start: string,
  name: string,
  state: ShellState,
  streams: Streams,
): void {
  const { unlessFolder: _start, ...plain } = nested;
  const tried = walker.aside(() => open(walker, plain, name, state, streams));
  const unlessFolder = placePath(start, state.folder) ?? start;
  for (const effect of tried.effects)
    if (changesSomething(effect) && !isUnknown(effect)) effect.unlessFolder = unlessFolder;
  tried.keep();
}

function isUnknown({ does }: UseEffect): boolean {
  return does === "unknown";
}

/**
 * A name with a space inside that is none to the shell (`touch\u00a0file`) is one word, and no program is called so:
 * the shell answers "command not found".
 */
function isNoName(name: string): boolean {
  return /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/.test(name);
}
