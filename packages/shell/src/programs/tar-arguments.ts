/** Brings tar's bundled first word (`tar xzf a.tar`) into the usual form. */
import type { OptionTable } from "../uses/options.ts";
import type { Word } from "../uses/program.ts";

/** Undefined: not understood. */
export function unbundled(args: readonly Word[], table: OptionTable): Word[] | undefined {
  const [first, ...rest] = args;
  if (!first) return [];
  if (first.text === null) return undefined;
  if (first.text.startsWith("-") || first.text === "") return [...args];
  const words: Word[] = [];
  for (const letter of first.text) {
    const option = table.options.get(letter);
    if (!option) return undefined;
    words.push({ text: `-${letter}`, glob: false });
    if (option.takes === 0) continue;
    const value = rest.shift();
    if (value?.text == null || value.text === "") return undefined;
    words[words.length - 1] = { text: `-${letter}${value.text}`, glob: false };
  }
  return [...words, ...rest];
}
