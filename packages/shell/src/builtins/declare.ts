/** `declare`, `local`, `export`, `readonly`: names, what they hold and what they are from now on. */
import { evaluateArithmetic, expandPrompt } from "../expand/arithmetic.ts";
import { assign, assignNamed } from "../expand/assign.ts";
import { sureness, variableOf } from "../expand/variables.ts";
import { counters, hide, isKeptByShell, mayHide, type ShellState } from "../state/shell-state.ts";
import { prints, quiet, type Streams, succeeds, type Walker } from "../state/walker.ts";
import { isInfluential, isTiedInZsh } from "../values/influential-variables.ts";
import { type Field, fieldValue, GAP, isName, notKnown, someNumber, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";
import { letters, only } from "./builtin.ts";

export const declare: Builtin = (walker, args, state) => declared(walker, args, state, "hides");

/** In a function it is the variable outside that counts; to zsh it hides that one. */
export const readonlyNames: Builtin = (walker, args, state) => {
  for (const { text } of args) if (isName(nameIn(text))) mayHide(state, nameIn(text));
  return declared(walker, [{ ...plainOption, text: "-r" }, ...args], state, "stays");
};

const plainOption: Field = {
  ...{ text: null, glob: false, dynamic: false, expanded: false, numeric: false, hiddenOption: false },
  ...{ doubted: null, feed: undefined, assigned: undefined },
};

function declared(walker: Walker, args: readonly Field[], state: ShellState, inside: "hides" | "stays") {
  const asked = letters(args.map((one) => ({ ...one, text: one.text?.replace(/^\+(?=[a-zA-Z])/, "-") ?? null })));
  // -n makes one name mean another, -I gives it what the name outside holds
  if (!asked || !only(asked.found, "aAfFgilprtux")) {
    walker.unknown("this kind of declaration is not known");
    return prints;
  }
  const { found, operands } = asked;
  const isFixed = found.has("r");
  if (found.has("f") || found.has("F")) {
    if (isFixed && operands.length > 0) walker.unknown("a function that cannot be defined again");
    return prints;
  }
  if (found.has("p")) return prints;
  const isArray = found.has("a") || found.has("A");
  if (found.has("g")) refuseHidden(walker, state, operands);
  else if (inside === "hides") for (const { text } of operands) if (isName(nameIn(text))) hide(state, nameIn(text));
  const isMap = declaresMap(walker, state, { ...plainOption, text: "declare" }, args);
  let isSure = !isArray;
  for (const operand of operands) {
    const name = nameIn(operand.text);
    if (!isName(name) || variableOf(state, name).readonly) isSure = false;
    if (!isList(operand)) expandList(walker, state, operand, isArray);
    if (found.has("i") && (isList(operand) || (isArray && operand.text?.includes("=") !== false)))
      walker.unknown("the elements of a list of numbers are evaluated as arithmetic");
    const converts = found.has("u") || found.has("l");
    if (isMap && operand.text === name && !isList(operand)) markAssociative(walker, state, name);
    // A list cannot become a map later on.
    else if (isArray && !isMap && operand.text === name && isName(name))
      state.variables.set(name, { ...variableOf(state, name), value: notKnown, associative: false });
    declareOne(walker, state, operand, { integer: found.has("i"), converts, isExport: found.has("x"), isFixed });
  }
  return operands.length === 0 ? prints : isSure ? succeeds : quiet;
}

function nameIn(operand: string | null): string {
  return operand?.split(/[=+[]/)[0] ?? "";
}

/** `declare -g` in a function sets a variable that nobody sees while another one hides it. */
function refuseHidden(walker: Walker, state: ShellState, operands: readonly Field[]): void {
  for (const { text } of operands)
    if (state.frames.some((frame) => text === null || frame.has(nameIn(text))))
      walker.unknown("it sets a variable that another one hides");
}

/** `declare -A`, as the builtin of bash and with nothing beside it: what it names may be a map. */
export function declaresMap(walker: Walker, state: ShellState, first: Field, args: readonly Field[]): boolean {
  const isBuiltin = ["declare", "typeset", "local"].includes(first.text ?? "") && !first.expanded;
  if (!isBuiltin || state.dialect !== "bash" || walker.isKept || state.functions.has(first.text ?? "")) return false;
  const options = args.filter(({ text }) => text === null || /^[-+]/.test(text));
  return options.length > 0 && options.every(({ text }) => /^-[rx]*A[rx]*$/.test(text ?? ""));
}

/** Its subscripts are texts from now on, unless it was something else before, which it stays then. */
export function markAssociative(walker: Walker, state: ShellState, name: string): void {
  const old = state.variables.get(name);
  const isNew = old === undefined || (old.value === null && !old.readonly);
  const isOwn = isKeptByShell(name) || counters.has(name) || isInfluential(name, null) || isTiedInZsh(name);
  if (isName(name) && isNew && !isOwn && !walker.isKept)
    state.variables.set(name, { ...variableOf(state, name), associative: true });
}

/** `name=(…)` as an argument, which was assigned already. */
function isList({ text, assigned }: Pick<Field, "text" | "assigned">): boolean {
  return assigned !== undefined && text !== null && !text.includes("=");
}

/** `declare -a 'x=($(command))'`: a list inside quotes is read once more. */
function expandList(walker: Walker, state: ShellState, { text, assigned }: Field, isArray: boolean): void {
  const list = text?.slice(text.indexOf("=") + 1) ?? "";
  const mayBeList = list.startsWith("(") || (isArray && (list.startsWith(GAP) || assigned?.text === null));
  if (!mayBeList || !(isArray || walker.isKept || state.variables.has(nameIn(text)))) return;
  const glob = assigned?.glob ?? false;
  expandPrompt(walker, { ...notKnown, text: list.includes(GAP) ? null : list, glob }, state);
}

interface Kind {
  integer: boolean;
  converts: boolean;
  isExport: boolean;
  isFixed: boolean;
}

function declareOne(walker: Walker, state: ShellState, operand: Field, kind: Kind): void {
  if (operand.text === null) {
    walker.unknown("which variable it sets is known only when it runs");
    return;
  }
  const plain = nameIn(operand.text);
  if (!isName(plain)) return;
  const [, subscript, appends = "", equals = "", text = ""] = parts.exec(operand.text.slice(plain.length)) ?? [];
  if (operand.text.startsWith(`${plain}[`) && subscript === undefined)
    walker.unknown("where a subscript ends is not known");
  // Whatever comes there is evaluated from now on, and the shell itself puts texts there.
  if (kind.integer && isKeptByShell(plain)) walker.unknown(`the shell sets ${plain} by itself, and evaluates it then`);
  const how = sureness(state, plain);
  if (kind.integer || kind.isExport) {
    const old = variableOf(state, plain);
    const changed = { integer: old.integer || kind.integer, exported: old.exported || kind.isExport };
    state.variables.set(plain, { ...old, ...changed });
  }
  const target = subscript === undefined ? plain : `${plain}[${subscript}]`;
  if (equals !== "") {
    const written: Value = operand.assigned ?? {
      ...fieldValue(operand),
      text: text.includes(GAP) ? null : text,
      numeric: false,
    };
    const value = kind.converts || appends !== "" ? notKnown : written;
    const isAdded = appends !== "" && variableOf(state, plain).integer;
    // What is added to a number is evaluated all the same.
    if (isAdded) evaluateArithmetic(walker, written, state);
    if (isAdded) assign(walker, state, plain, someNumber, how);
    else if (subscript !== undefined) assignNamed(walker, state, target, value);
    else assign(walker, state, plain, value, how);
  } else if (subscript !== undefined) assignNamed(walker, state, target, notKnown);
  if (kind.isFixed) state.variables.set(plain, { ...variableOf(state, plain), readonly: true });
}

/** Behind the name: a subscript in which nothing can hide, and a value. */
const parts = /^(?:\[([^[\]=]*)\])?(\+?)(?:(=)(.*))?$/s;

export const exportNames: Builtin = (walker, args, state) => {
  const asked = letters(args);
  if (!asked || !only(asked.found, "np")) {
    walker.unknown("this use of export is not known"); // -f gives functions to other shells
    return prints;
  }
  let isSure = true;
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
    const name = nameIn(operand.text);
    if (!isName(name) || variableOf(state, name).readonly) isSure = false;
    const isExport = !asked.found.has("n");
    declareOne(walker, state, operand, { integer: false, converts: false, isExport, isFixed: false });
  }
  return asked.operands.length === 0 ? prints : isSure ? succeeds : quiet;
};

/** Hides the outer variable until the function returns. */
export const local: Builtin = (walker, args, state, streams: Streams) => {
  if (state.frames.length === 0) return quiet; // an error outside of functions
  return declare(walker, args, state, streams);
};
