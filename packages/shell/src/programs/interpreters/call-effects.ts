/** What calls with literal arguments do: tables of the few that are known, by language. */
import type { WriteManner } from "@intentgate/engine";
import type { Nested, Use, UseEffect, Word } from "../../uses/program.ts";
import { deleted, somewhere, useOf, written } from "../../uses/use-of.ts";
import type { Literal, LiteralCall } from "./literal-calls.ts";

/** Undefined: with these arguments it is not known. */
export type CallMeaning = (call: LiteralCall) => { effects?: UseEffect[]; nested?: Nested[] } | undefined;
export type Meanings = Readonly<Record<string, CallMeaning>>;

/** Undefined: one of the calls is not known. */
export function useOfCalls(calls: readonly LiteralCall[], meanings: Meanings): Use | undefined {
  const effects: UseEffect[] = [];
  const nested: Nested[] = [];
  for (const call of calls) {
    const meaning = Object.hasOwn(meanings, call.name) ? meanings[call.name]?.(call) : undefined;
    if (!meaning) return undefined;
    effects.push(...(meaning.effects ?? []));
    nested.push(...(meaning.nested ?? []));
  }
  return useOf(effects, nested);
}

/** All names mean the same. */
export function each(names: string, meaning: CallMeaning): Meanings {
  return Object.fromEntries(names.split(" ").map((name) => [name, meaning]));
}

function own({ args }: LiteralCall): Literal[] {
  return args.at(-1) ?? [];
}

function texts(literal: Literal | undefined): (string | null)[] {
  if (literal === undefined) return [];
  return literal !== null && typeof literal === "object" ? literal.list : [literal];
}

function onPath(path: string | null, effect: (path: string) => UseEffect[]): UseEffect[] {
  return path === null ? [somewhere()] : effect(path);
}

export const harmless: CallMeaning = () => ({});

export const deletesAll: CallMeaning = (call) => ({
  effects: own(call).flatMap((literal) => texts(literal).flatMap((path) => onPath(path, deleted))),
});

export const deletesFirst: CallMeaning = (call) => ({
  effects: texts(own(call)[0]).flatMap((path) => onPath(path, deleted)),
});

export function writesArgument(index: number, manner: WriteManner): CallMeaning {
  return (call) => ({
    effects: texts(own(call)[index]).flatMap((path) => onPath(path, (one) => written(one, manner))),
  });
}

export const moves: CallMeaning = (call) => {
  const [from, to] = own(call);
  if (typeof from !== "string" || typeof to !== "string") return { effects: [somewhere()] };
  return { effects: [{ does: "move", from, to }] };
};

/** `open(path, mode)`: the second argument says whether it writes. */
export const opens: CallMeaning = (call) => {
  const [path, mode = call.named.get("mode") ?? "r"] = call.args[0] ?? [];
  if (typeof path !== "string" || typeof mode !== "string") return undefined;
  if (/^[rbtU]*$/.test(mode)) return { effects: [{ does: "read", path }] };
  return { effects: written(path, mode.startsWith("a") || mode.startsWith("r") ? "derived" : "create_or_replace") };
};

/** The object in front of the method is a path. */
export function onObject(meaning: CallMeaning): CallMeaning {
  return (call) => meaning({ ...call, args: [call.args[0] ?? []] });
}

/** One text goes to a shell; several are a command and its arguments. */
export const runsText: CallMeaning = (call) => {
  const literals = own(call);
  if (literals.length === 1 && (literals[0] === null || typeof literals[0] === "string")) {
    return { nested: [{ runs: "script", text: literals[0], folder: null }] };
  }
  return undefined;
};

export const runsWords: CallMeaning = (call) => {
  const [first] = own(call);
  if (
    first === undefined ||
    first === null ||
    call.named.has("executable") ||
    call.named.has("cwd") ||
    call.named.has("env")
  ) {
    return undefined;
  }
  const shell = call.named.get("shell") === "True";
  if (typeof first === "string") {
    if (!shell) return { nested: [{ runs: "words", words: [word(first)], moreArguments: false, folder: null }] };
    return { nested: [{ runs: "script", text: first, folder: null }] };
  }
  if (shell) return undefined;
  return { nested: [{ runs: "words", words: first.list.map(word), moreArguments: false, folder: null }] };
};

function word(text: string | null): Word {
  return { text, glob: false };
}
