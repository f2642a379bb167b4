/** Rules that a person gave a host with its first words, and that stand in no file. */
import type { RuledCall } from "../host/rules.ts";
import { type Finding, unclear } from "./verdict.ts";

const where = "its command line";

/**
 * Each of these options may hold a rule about the command; which one, nobody reads. A line in the place of the command would
 * pass it by. `harmless`: values of the option that are about other tools.
 */
export function startedWith(
  { startedWith: words }: Pick<RuledCall, "startedWith">,
  options: RegExp,
  harmless?: RegExp,
): Finding[] {
  if (words === null) return [unclear(where, "nobody can tell how it was started")];
  return words.flatMap((word, at) => {
    const option = options.exec(word)?.[0];
    if (option === undefined) return [];
    const behind = word.slice(word.indexOf(option) + option.length);
    const values = [behind, ...valuesAfter(words, at)].join(" ");
    if (harmless?.test(values)) return [];
    return [unclear(where, `${option} may hold a rule about it`)];
  });
}

/** The words of each program: of the host first, then of those above it. */
export function processesIn(words: readonly string[]): string[][] {
  const all: string[][] = [];
  for (const [at, word] of words.entries()) {
    if (at === 0 || word === "") all.push([]);
    if (word !== "") all.at(-1)?.push(word);
  }
  return all;
}

function valuesAfter(words: readonly string[], at: number): readonly string[] {
  const next = words.slice(at + 1).findIndex((word) => word.startsWith("-"));
  return words.slice(at + 1, next < 0 ? undefined : at + 1 + next);
}
