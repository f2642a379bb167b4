/** Programs whose output is known from their arguments: what they print may be what the next program runs. */

import { onlyReads, type Program, type Word } from "../uses/program.ts";
import { printfOutput } from "../values/printf-format.ts";

/** A pattern prints what it matches, which only the running shell knows. */
function plainTexts(words: readonly Word[]): string[] | null {
  const texts = words.map(({ text, glob }) => (glob ? null : text));
  return texts.every((text) => text !== null) ? (texts as string[]) : null;
}

const echo: Program = {
  names: ["echo"],
  use(args) {
    const texts = plainTexts(args);
    if (!texts) return onlyReads([]);
    let newline = "\n";
    let first = 0;
    for (; first < texts.length; first += 1) {
      const text = texts[first] ?? "";
      if (text.length < 2 || text[0] !== "-" || [...text.slice(1)].some((letter) => !"neE".includes(letter))) break;
      if (text.includes("n")) newline = "";
    }
    const said = texts.slice(first).join(" ");
    // Whether `\n` and `-n` are printed as they stand differs between shells.
    return onlyReads([], said.includes("\\") ? null : said + newline);
  },
};

const printf: Program = {
  names: ["printf"],
  use(args) {
    const [format] = args;
    // `-v` assigns, and what it assigns to is evaluated.
    if (format?.text == null || format.text.startsWith("-")) {
      return format?.text === "--" && args[1]?.text != null ? onlyReads([], formatted(args.slice(1))) : undefined;
    }
    return onlyReads([], formatted(args));
  },
};

function formatted(words: readonly Word[]): string | null {
  const [format = "", ...values] = plainTexts(words) ?? [];
  return plainTexts(words) && printfOutput(format, values);
}

const silent: Program = { names: ["true", "false", ":"], use: () => onlyReads([]) };

const yes: Program = { names: ["yes"], use: () => onlyReads([]) };

/** `-v` and `-R` look at a name, and a name may hold a subscript that is evaluated. */
const test: Program = {
  names: ["test", "["],
  use(args) {
    const inner = args.at(-1)?.text === "]" ? args.slice(0, -1) : args;
    const looksAtName = inner.some(({ text }) => text === "-v" || text === "-R");
    const mayHoldSubscript = inner.some(({ text }) => text === null || text.includes("["));
    if (looksAtName && mayHoldSubscript) return undefined;
    return onlyReads([]);
  },
};

const expr: Program = { names: ["expr"], use: () => onlyReads([]) };

export const printing: readonly Program[] = [echo, printf, silent, yes, test, expr];
