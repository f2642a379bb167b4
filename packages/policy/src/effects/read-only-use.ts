/** Whether the words of a simple command are a use of a program that only reads. */
import type { Shown } from "@intentgate/engine";
import { exactCommands, indifferentPrograms, type ReadOnlyProgram, readOnlyPrograms } from "./read-only-programs.ts";

export type ReadOnlyUse = { ok: true; reads: string[]; shows: Shown } | { ok: false; why: string };

/** Bare names only: `./ls` may be anything. */
export function readOnlyUse(words: readonly string[]): ReadOnlyUse {
  const [name = "", ...rest] = words;
  if (indifferentPrograms.has(name)) return { ok: true, reads: [], shows: "facts" };
  if (exactCommands.some((exact) => exact.length === words.length && exact.every((word, at) => word === words[at]))) {
    return { ok: true, reads: [], shows: "facts" };
  }
  const program = readOnlyPrograms.find(
    (each) => each.name === name && (each.subcommand === undefined || each.subcommand === rest[0]),
  );
  if (!program) return { ok: false, why: `what ${JSON.stringify(name.slice(0, 80))} does is not known` };
  return judged(program, program.subcommand === undefined ? rest : rest.slice(1));
}

interface Split {
  operands: string[];
  /** Option name and value, in order. */
  given: { name: string; value: string | null }[];
}

function judged(program: ReadOnlyProgram, words: string[]): ReadOnlyUse {
  const split = splitOptions(program, words);
  if (!split.ok) return split;
  const { operands, given } = split;
  const strange = operands.find((operand) => program.operandCharacters?.test(operand) === false);
  if (strange !== undefined || (program.operands === "none" && operands.length > 0)) {
    return { ok: false, why: `${program.name} with this argument is not known to be read-only` };
  }
  const fromOptions = given.flatMap(({ name, value }) =>
    value !== null && program.readsFrom?.includes(name) ? [value] : [],
  );
  const hasPattern = given.some(({ name }) => program.patternFrom?.includes(name));
  const files = program.operands === "pattern_then_files" && !hasPattern ? operands.slice(1) : operands;
  const reads = program.operands === "files" || program.operands === "pattern_then_files" ? files : [];
  const isWhole = program.wholeWith !== undefined && given.every(({ name }) => program.wholeWith?.includes(name));
  return {
    ok: true,
    reads: [...fromOptions, ...reads].filter((file) => file !== "-" && file !== ""),
    shows: isWhole ? "content" : "facts",
  };
}

function splitOptions(program: ReadOnlyProgram, words: string[]): ({ ok: true } & Split) | { ok: false; why: string } {
  const split: Split = { operands: [], given: [] };
  const unknown = (option: string) => {
    const shown = JSON.stringify(option.slice(0, 80));
    return { ok: false as const, why: `${program.name}: the option ${shown} is not known to be read-only` };
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (word === "--") {
      split.operands.push(...words.slice(at + 1));
      break;
    }
    if (word.startsWith("--")) {
      const equals = word.indexOf("=");
      const name = word.slice(2, equals < 0 ? undefined : equals);
      const attached = equals < 0 ? null : word.slice(equals + 1);
      if (program.longValued?.includes(name)) {
        if (attached === null) at += 1;
        split.given.push({ name, value: attached ?? words[at] ?? null });
      } else if (program.long?.includes(name)) {
        split.given.push({ name, value: null });
      } else return unknown(word);
    } else if (word.startsWith("-") && word !== "-") {
      for (let letter = 1; letter < word.length; letter += 1) {
        const name = word[letter] ?? "";
        if (program.valued?.includes(name)) {
          const attached = word.slice(letter + 1);
          if (attached === "") at += 1;
          split.given.push({ name, value: attached === "" ? (words[at] ?? null) : attached });
          break;
        }
        if (!program.flags?.includes(name)) return unknown(word);
        split.given.push({ name, value: null });
      }
    } else split.operands.push(word);
  }
  return { ok: true, ...split };
}
