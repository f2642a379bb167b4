/** Builtins that set variables, positional parameters and options of the shell itself. */
import { evaluateArithmetic, expandPrompt } from "../expand/arithmetic.ts";
import { assign, assignNamed } from "../expand/assign.ts";
import { variableOf } from "../expand/variables.ts";
import { isKeptByShell, type ShellState, unsetVariable } from "../state/shell-state.ts";
import { type Outcome, prints, quiet, type Stdin, succeeds, type Walker } from "../state/walker.ts";
import { isMany } from "../uses/program.ts";
import { isInfluential } from "../values/influential-variables.ts";
import { type Field, fieldValue, fullText, GAP, isName, notKnown, someNumber, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";
import { letters, only } from "./builtin.ts";

export const declare: Builtin = (walker, args, state) => {
  const asked = letters(args.map((one) => ({ ...one, text: one.text?.replace(/^\+(?=[a-zA-Z])/, "-") ?? null })));
  if (!asked || !only(asked.found, "aAfFgiIlprtux")) {
    walker.unknown("this kind of declaration is not known"); // -n makes one name mean another
    return prints;
  }
  if (asked.found.has("f") || asked.found.has("F") || asked.found.has("p")) return prints;
  const converts = asked.found.has("u") || asked.found.has("l");
  const isExport = asked.found.has("x");
  const isArray = asked.found.has("a") || asked.found.has("A");
  if (asked.found.has("A")) for (const { text } of asked.operands) markAssociative(state, text);
  for (const operand of asked.operands) {
    if (!isList(operand)) expandList(walker, state, operand, isArray);
    if (asked.found.has("i") && (isList(operand) || (isArray && operand.text?.includes("=") !== false)))
      walker.unknown("the elements of a list of numbers are evaluated as arithmetic");
    declareOne(walker, state, operand, { integer: asked.found.has("i"), converts, isExport });
  }
  return succeeds;
};

/** Its subscripts are texts from now on. */
export function markAssociative(state: ShellState, operand: string | null): void {
  const name = operand?.split(/[=+[]/)[0] ?? "";
  if (isName(name)) state.variables.set(name, { ...variableOf(state, name), associative: true });
}

/** `name=(…)` as an argument, which was assigned already. */
function isList({ text, assigned }: Pick<Field, "text" | "assigned">): boolean {
  return assigned !== undefined && text !== null && !text.includes("=");
}

/** `declare -a 'x=($(command))'`: a list inside quotes is read once more. */
function expandList(walker: Walker, state: ShellState, { text, assigned }: Field, isArray: boolean): void {
  const list = text?.slice(text.indexOf("=") + 1) ?? "";
  const name = text?.split(/[=+[]/)[0] ?? "";
  const mayBeList = list.startsWith("(") || (isArray && (list.startsWith(GAP) || assigned?.text === null));
  if (!mayBeList || !(isArray || state.variables.has(name))) return;
  const glob = assigned?.glob ?? false;
  expandPrompt(walker, { ...notKnown, text: list.includes(GAP) ? null : list, glob }, state);
}

interface Kind {
  integer: boolean;
  converts: boolean;
  isExport: boolean;
}

function declareOne(walker: Walker, state: ShellState, operand: Field, kind: Kind): void {
  if (operand.text === null) {
    walker.unknown("which variable it sets is known only when it runs");
    return;
  }
  const equals = operand.text.indexOf("=");
  const target = equals < 0 ? operand.text : operand.text.slice(0, equals);
  const appends = target.endsWith("+");
  const name = appends ? target.slice(0, -1) : target;
  const plain = name.split("[")[0] ?? "";
  if (!isName(plain)) return;
  // Whatever comes there is evaluated from now on, and the shell itself puts texts there.
  if (kind.integer && isKeptByShell(plain)) walker.unknown(`the shell sets ${plain} by itself, and evaluates it then`);
  if (kind.integer || kind.isExport) {
    const old = variableOf(state, plain);
    state.variables.set(plain, {
      ...old,
      integer: old.integer || kind.integer,
      exported: old.exported || kind.isExport,
    });
  }
  if (equals < 0) {
    if (name !== plain) assignNamed(walker, state, name, notKnown);
    return;
  }
  const text = operand.text.slice(equals + 1);
  const written: Value = operand.assigned ?? {
    ...fieldValue(operand),
    text: text.includes(GAP) ? null : text,
    numeric: false,
  };
  const value = kind.converts || appends ? notKnown : written;
  // What is added to a number is evaluated all the same.
  if (appends && variableOf(state, plain).integer) evaluateArithmetic(walker, written, state);
  if (appends && variableOf(state, plain).integer) assign(walker, state, plain, someNumber);
  else assignNamed(walker, state, name, value);
}

export const exportNames: Builtin = (walker, args, state) => {
  const asked = letters(args);
  if (!asked || !only(asked.found, "np")) {
    walker.unknown("this use of export is not known"); // -f gives functions to other shells
    return prints;
  }
  for (const operand of asked.operands) {
    const isPlainName = operand.text !== null && isName(operand.text);
    if (
      isPlainName &&
      !asked.found.has("n") &&
      isInfluential(operand.text ?? "", null) &&
      state.variables.has(operand.text ?? "")
    ) {
      walker.unknown(`setting ${operand.text} changes what later programs do`);
    }
    declareOne(walker, state, operand, { integer: false, converts: false, isExport: !asked.found.has("n") });
  }
  return asked.operands.length === 0 ? prints : succeeds;
};

/** Hides the outer variable until the function returns. */
export const local: Builtin = (walker, args, state, streams) => {
  if (state.hidden === null) return quiet; // an error outside of functions
  for (const { text, assigned } of args) {
    const name = text?.split(/[=+[]/)[0] ?? "";
    if (isList({ text, assigned })) walker.unknown("a list that hides another variable");
    if (state.hidden && isName(name) && !state.hidden.has(name)) {
      state.hidden.set(name, state.variables.get(name));
      if (!text?.includes("=")) state.variables.set(name, unsetVariable);
    }
  }
  return declare(walker, args, state, streams);
};

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
    else {
      if (isInfluential(text, null)) walker.unknown(`unsetting ${text} changes what later programs do`);
      if (!state.variables.has(text) && !asked.found.has("v")) state.functions.delete(text);
      state.variables.set(text, unsetVariable);
    }
  }
  return succeeds;
};

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
  if ("ent".includes(letter)) walker.isCutShort = true;
}

function positionalOf(fields: readonly Field[]): ShellState["positional"] {
  return fields.some((one) => (one.text === null && one.expanded) || isMany(one)) ? null : fields.map(fieldValue);
}

export const shift: Builtin = (_walker, [count], state) => {
  const by = count === undefined ? 1 : Number(fullText(count) ?? Number.NaN);
  state.positional = Number.isInteger(by) && by >= 0 ? (state.positional?.slice(by) ?? null) : null;
  return succeeds;
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
  const array = asked.found.get("a");
  if (array) assignNamed(walker, state, fullText(array), notKnown);
  const names = asked.operands.length === 0 && !array ? ["REPLY"] : asked.operands.map(fullText);
  const separators = state.variables.get("IFS");
  const isWhole = separators?.value?.text === "";
  const isSimple = [...asked.found.keys()].every((letter) => letter === "r") && (!separators || isWhole);
  const line = isSimple && names.length === 1 ? firstLine(stdin, isWhole) : notKnown;
  for (const name of names) assignNamed(walker, state, name, line);
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
