/** The escapes that `printf` and `echo -e` know: what they print may be what a shell runs next. */

/** In a format `\NNN` is octal, in an argument of `%b` and to `echo -e` it is `\0NNN`; there `\c` ends all output. */
export type EscapeKind = "format" | "argument";

export interface Unescaped {
  text: string;
  /** `\c` was met: nothing more is printed. */
  ends: boolean;
}

const letters: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  E: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  '"': '"',
  "'": "'",
};

/** Null: an escape that is not known, or a character that depends on the character set. */
export function unescaped(text: string, kind: EscapeKind): Unescaped | null {
  if (!text.includes("\\")) return { text, ends: false };
  let said = "";
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== "\\") {
      said += text[at];
      continue;
    }
    const next = text[at + 1] ?? "";
    if (kind === "argument" && next === "c") return { text: said, ends: true };
    const letter = letters[next];
    if (letter !== undefined) {
      // `%b` knows no quotes.
      if (kind === "argument" && (next === '"' || next === "'")) return null;
      said += letter;
      at += 1;
      continue;
    }
    const number = numberAt(text, at + 1, kind);
    if (!number || number.code === 0 || number.code > 0x7f) return null;
    said += String.fromCharCode(number.code);
    at += number.length;
  }
  return { text: said, ends: false };
}

function numberAt(text: string, at: number, kind: EscapeKind): { code: number; length: number } | null {
  const rest = text.slice(at, at + 9);
  const octal = kind === "format" ? /^[0-7]{1,3}/.exec(rest) : /^0[0-7]{0,3}/.exec(rest);
  if (octal) return { code: Number.parseInt(octal[0], 8) % 256, length: octal[0].length };
  const hex = /^(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8}))/.exec(rest);
  const digits = hex?.[1] ?? hex?.[2] ?? hex?.[3];
  return hex && digits !== undefined ? { code: Number.parseInt(digits, 16), length: hex[0].length } : null;
}
