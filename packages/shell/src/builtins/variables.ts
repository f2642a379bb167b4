/** Builtins that set variables, positional parameters and options of the shell itself. */
import { evaluateArithmetic } from "../expand/arithmetic.ts";
import { assign, assignNamed } from "../expand/assign.ts";
import { sureness, variableOf } from "../expand/variables.ts";
import { mergeVariables, type ShellState, unsetVariable } from "../state/shell-state.ts";
import { type Outcome, prints, quiet, type Stdin, succeeds, type Walker } from "../state/walker.ts";
import { isMany } from "../uses/program.ts";
import { isInfluential, isTiedInZsh } from "../values/influential-variables.ts";
import { type Field, fieldValue, fullText, isName, notKnown, someNumber, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";
import { letters, only, takesNumber } from "./builtin.ts";

export const unset: Builtin = (walker, args, state) => {
  const asked = letters(args);
  if (!asked || !only(asked.found, "vfn")) {
    walker.unknown("this use of unset is not known");
    return prints;
  }
  for (const { text } of asked.operands) {
    if (text === null) walker.unknown("which variable it unsets is known only when it runs");
    else if (asked.found.has("f")) state.functions.delete(text);
    else if (!isName(text)) assignNamed(walker, state, text, notKnown);
    else unsetOne(walker, state, text, !asked.found.has("v"));
  }
  return asked.operands.every(({ text }) => isName(text ?? "") && !variableOf(state, text ?? "").readonly)
    ? succeeds
    : quiet;
};

function unsetOne(walker: Walker, state: ShellState, name: string, orFunction: boolean): void {
  if (isInfluential(name, null)) walker.unknown(`unsetting ${name} changes what later programs do`);
  if (isTiedInZsh(name)) walker.unknown(`to zsh ${name} is a part of the shell itself`);
  if (name === "OLDPWD") state.previousFolder = null;
  // Where a variable has that name the function stays.
  if (orFunction && state.functions.has(name)) state.functions.set(name, null);
  const old = state.variables.get(name);
  let left = sureness(state, name) === "surely" ? unsetVariable : mergeVariables(old, unsetVariable);
  // What a function that called this one has hidden comes to light.
  for (const frame of state.frames) {
    const hidden = frame.get(name);
    if (hidden) left = mergeVariables(left, hidden.variable);
  }
  state.variables.set(name, left);
}

/** By their letters; those without one have a `-` of their own. Not here: history and its expansion, which rewrite what is read. */
const options = new Map(
  `a:allexport B:braceexpand e:errexit E:errtrace T:functrace h:hashall m:monitor C:noclobber n:noexec f:noglob b:notify
  u:nounset t:onecmd p:privileged v:verbose x:xtrace -:pipefail -:emacs -:vi -:ignoreeof -:interactive-comments -:nolog`
    .split(/\s+/)
    .map((option) => [option.slice(2), option.slice(0, 1)] as const),
);
const optionLetters = new Set(options.values());

export const set: Builtin = (walker, args, state) => {
  let at = 0;
  for (; at < args.length; at += 1) {
    const text = args[at]?.text ?? null;
    if (args[at]?.glob) walker.unknown("a name that a pattern stands for may be an option of the shell");
    if (text === null && args[at]?.hiddenOption) walker.unknown("an option of the shell that is not known");
    if (text === "--" || text === "-") {
      at += 1;
      state.positional = positionalOf(args.slice(at));
      return succeeds;
    }
    if (text === null || !/^[-+]./.test(text)) break;
    const isOn = text.startsWith("-");
    for (const letter of text.slice(1)) {
      if (letter !== "o") setOption(walker, state, letter, isOn);
      else if (args[at + 1]) {
        at += 1;
        setOption(walker, state, options.get(args[at]?.text ?? "") ?? "", isOn);
      }
    }
  }
  if (at < args.length) {
    state.positional = positionalOf(args.slice(at));
    walker.unknown("fish and cmd set a variable by this, and other shells their arguments");
  }
  return args.length === 0 ? prints : succeeds;
};

function setOption(walker: Walker, state: ShellState, letter: string, isOn: boolean): void {
  if (!optionLetters.has(letter)) walker.unknown("an option of the shell that is not known");
  if (letter === "B" && !isOn) walker.unknown("braces no longer make several words");
  if (!isOn) return;
  if (letter === "f") state.patterns = "unclear";
  if (letter === "a") state.exportsAll = true;
  if (letter === "u") state.needsSet = true;
  if ("ent".includes(letter)) walker.isCutShort = true;
}

function positionalOf(fields: readonly Field[]): ShellState["positional"] {
  return fields.some((one) => (one.text === null && one.expanded) || isMany(one)) ? null : fields.map(fieldValue);
}

export const shift: Builtin = (walker, [count, ...more], state) => {
  takesNumber(walker, count);
  const by = count === undefined ? 1 : Number(fullText(count) ?? Number.NaN);
  const isPlain = more.length === 0 && Number.isInteger(by) && by >= 0;
  if (!isPlain) walker.mayDrop(state);
  const have = state.positional?.length ?? 0;
  if (isPlain && state.positional && by <= have) {
    state.positional = state.positional.slice(by);
    return succeeds;
  }
  // There are not so many, and all of them stay.
  if (!isPlain || !state.positional) state.positional = null;
  return quiet;
};

export const letExpressions: Builtin = (walker, args, state) => {
  for (const one of args) evaluateArithmetic(walker, { ...fieldValue(one), text: fullText(one) }, state);
  return quiet;
};

export const readLine: Builtin = (walker, args, state, { stdin }) => {
  const asked = letters(args, "adinNptu");
  if (!asked || !only(asked.found, "adeinNprstu")) {
    walker.unknown("this use of read is not known");
    return prints;
  }
  for (const letter of "nNtu") takesNumber(walker, asked.found.get(letter));
  const array = asked.found.get("a");
  if (array) assignNamed(walker, state, fullText(array), notKnown);
  const names = asked.operands.length === 0 && !array ? ["REPLY"] : asked.operands.map(fullText);
  const separators = state.variables.get("IFS");
  const isWhole = separators?.value?.text === "";
  const isSimple = [...asked.found.keys()].every((letter) => letter === "r") && (!separators || isWhole);
  const line = isSimple && names.length === 1 ? firstLine(stdin, isWhole) : notKnown;
  const [target = null] = names;
  // What is there to be read is read, whether or not a line ends it.
  if (line.text !== null && isName(target ?? "")) assign(walker, state, target ?? "", line);
  else for (const name of names) assignNamed(walker, state, name, line);
  return quiet;
};

function firstLine(stdin: Stdin, isWhole: boolean): Value {
  if (stdin.kind !== "text" || stdin.text.includes("\\")) return notKnown;
  const line = stdin.text.split("\n")[0] ?? "";
  const text = isWhole ? line : line.replace(/^[ \t]+/, "").trimEnd();
  return { text, glob: false, dynamic: stdin.dynamic, numeric: false };
}

export const mapfile: Builtin = (walker, args, state, streams) => {
  const asked = letters(args, "dnOsucC");
  const callback = asked?.found.get("C");
  const text = callback ? fullText(callback) : null;
  // The number of the line and the line stand behind it.
  const run = (): Outcome => walker.text(`${text} "$INDEX" "$LINE"`, state, streams);
  if (!asked || !only(asked.found, "dnOstuCc")) walker.unknown("this use of mapfile may run commands");
  else if (text !== null) walker.suspect("mapfile runs this for its lines", run);
  else if (asked.found.has("C") || asked.found.has("c")) walker.unknown("this use of mapfile may run commands");
  assignNamed(walker, state, asked?.operands[0] ? fullText(asked.operands[0]) : "MAPFILE", notKnown);
  return quiet;
};

export const getopts: Builtin = (walker, [, name], state) => {
  if (name) assignNamed(walker, state, fullText(name), notKnown);
  assign(walker, state, "OPTARG", notKnown);
  assign(walker, state, "OPTIND", someNumber);
  return quiet;
};
