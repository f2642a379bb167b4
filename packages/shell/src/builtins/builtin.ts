/** The shape of a builtin's answer: it changes the shell's own state and records what it does to the world. */
import type { ShellState } from "../state/shell-state.ts";
import type { Outcome, Streams, Walker } from "../state/walker.ts";
import type { Field } from "../values/value.ts";

export type Builtin = (walker: Walker, args: readonly Field[], state: ShellState, streams: Streams) => Outcome;

/** `-abc`, `-a -b`: the letters, and where the operands begin. Letters in `taking` take the rest or the next word. */
export function letters(
  args: readonly Field[],
  taking = "",
): { found: Map<string, Field | null>; operands: Field[] } | null {
  const found = new Map<string, Field | null>();
  let at = 0;
  for (; at < args.length; at += 1) {
    const word = args[at] as Field;
    if (word.hiddenOption) return null;
    const { text } = word;
    if (text === "--") {
      at += 1;
      break;
    }
    if (text === null || !/^-./.test(text)) break;
    for (let index = 1; index < text.length; index += 1) {
      const letter = text[index] as string;
      if (!taking.includes(letter)) {
        found.set(letter, null);
        continue;
      }
      const rest = text.slice(index + 1);
      if (rest === "") at += 1;
      found.set(letter, rest === "" ? (args[at] ?? null) : { ...word, text: rest });
      break;
    }
  }
  return { found, operands: args.slice(at) };
}

/** Every letter is one of these. */
export function only(found: ReadonlyMap<string, unknown>, allowed: string): boolean {
  return [...found.keys()].every((letter) => allowed.includes(letter));
}

/** A number to bash. zsh and the Korn shells calculate it, and `a[$(command)]` in it runs the command. */
export function takesNumber(walker: Walker, word: Field | null | undefined): void {
  if (!word || word.numeric) return;
  if (word.glob || !/^[-+]?[0-9.]*$/.test(word.text ?? "?")) walker.unknown("zsh and ksh calculate such a number");
}
