/** `env`: shows the environment, or runs a command in another one. */

import { optionTable, splitArguments } from "../uses/options.ts";
import { onlyReads, type Program, type Use, type Word } from "../uses/program.ts";
import { useOf } from "../uses/use-of.ts";
import { isInfluential } from "../values/influential-variables.ts";

const table = optionTable(
  `i|ignore-environment u|unset: C|chdir: S|split-string: 0|null v|debug block-signal? default-signal? ignore-signal?
  list-signal-handling`,
);

function envUse(args: readonly Word[], depth = 0): Use | undefined {
  // A lone dash is `-i`.
  const dash = args[0]?.text === "-" ? 1 : 0;
  const split = splitArguments(table, args.slice(dash), { operandsEndOptions: true });
  if (!split || depth > 3) return undefined;
  const text = split.values("S");
  if (text.length > 1) return undefined;
  const folder = split.value("C");
  if (folder?.text === null || split.values("u").some((name) => name.text === null)) return undefined;
  if (text[0]) {
    const words = plainlySplit(text[0].text);
    const again = words && !folder ? envUse([...words, ...split.operands], depth + 1) : undefined;
    return again;
  }
  const read = withoutAssignments(split.operands);
  if (read === undefined) return undefined;
  const { command, sets } = read;
  if (command.length === 0) return onlyReads([]);
  return useOf([], [{ runs: "words", words: command, moreArguments: false, folder: folder?.text ?? null, sets }]);
}

/** Undefined: a variable is set that changes what programs do, or a word is not known that could set one. */
export function withoutAssignments(
  words: readonly Word[],
): { command: readonly Word[]; sets: ReadonlyMap<string, string> } | undefined {
  const sets = new Map<string, string>();
  for (const [at, { text }] of words.entries()) {
    if (text === null) return undefined;
    const equals = text.indexOf("=");
    if (equals <= 0) return { command: words.slice(at), sets };
    const [name, value] = [text.slice(0, equals), text.slice(equals + 1)];
    if (isInfluential(name, value)) return undefined;
    sets.set(name, value);
  }
  return { command: [], sets };
}

/** `-S` has quotes, escapes and variables of its own: only plain words are taken. */
function plainlySplit(text: string | null): Word[] | undefined {
  if (text === null || /["'\\$#]/.test(text)) return undefined;
  return text
    .split(/[ \t\n]/)
    .filter((word) => word !== "")
    .map((word) => ({ text: word, glob: false }));
}

export const env: Program = { names: ["env"], use: (args) => envUse(args) };
