/** What bash takes for plain text and for layout, by what stands around it. */

export type Around =
  /** Between commands; between the words of one; between the elements of an array; inside of `[[ ]]` and `(( ))`. */
  | "lines"
  | "blanks"
  | "elements"
  | "test"
  | "arithmetic"
  /** A word; between double quotes; in a here-document; behind `=~`; in `[…]`, `{…}`, `@(…)`, `x[…]`, `${x:-…}`. */
  | "bare"
  | "quotes"
  | "document"
  | "expression"
  | "brackets"
  | "braces"
  | "alternatives"
  | "index"
  | "operand"
  | "quoted operand";

const layout =
  /[ \t]+|\n|\\\n|#[^\n]*|;;&|;;|;&|;|&&|&|\|\||\|&|\||\(\(|\(|\)|\{|\}|!|(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|select|function|time|coproc|--|-p)(?![A-Za-z0-9_])/y;
const between: Readonly<Partial<Record<Around, RegExp>>> = {
  lines: layout,
  blanks: /[ \t]+|\\\n/y,
  elements: /[ \t]+|\n|\\\n|#[^\n]*/y,
  test: /[ \t]+|\n|\\\n|\[\[|\]\]|&&|\|\||=~|!=|==?|[()!<>]|-[a-zA-Z]{1,2}(?![A-Za-z0-9_])/y,
  // Names and numbers are nodes; `$((` and its kin open and close.
  arithmetic: /\$\(\(|\$\[|for(?![A-Za-z0-9_])|[ \t\n]+|[-+*/%<>=!&|^~?:,;()\][]/y,
};

/** Null: nothing but layout; otherwise where it stops being some. `touchesWord`: it begins right behind a word. */
export function isLayout(text: string, around: Around, touchesWord: boolean): number | null {
  const token = between[around];
  if (!token) return 0;
  let at = 0;
  while (at < text.length) {
    // What begins like a comment in the midst of a word is a part of the word.
    if (text[at] === "#" && !beginsWord(text, at, touchesWord)) return at;
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found || found[0] === "") return at;
    at += found[0].length;
  }
  return null;
}

/** Bash takes the end of a line that goes on away first: what stands before it counts. */
function beginsWord(text: string, at: number, touchesWord: boolean): boolean {
  let end = at;
  while (end >= 2 && text.startsWith("\\\n", end - 2)) end -= 2;
  return end === 0 ? !touchesWord : /[ \t\n;&|()]/.test(text[end - 1] ?? "");
}

/** What would begin something of its own there. */
const begins: Readonly<Partial<Record<Around, RegExp>>> = {
  bare: /['" \t\n;&|<>()]/,
  test: /['" \t\n;&|<>()]/,
  expression: /['"]/,
  braces: /['" \t\n;&|<>()]/,
  brackets: /['" \t\n;&|<>()]/,
  alternatives: /['"]/,
  index: /['"]/,
  operand: /['"]/,
  "quoted operand": /["]/,
  quotes: /"/,
};

/** Whether nothing in it is expanded, quotes or ends the word. */
export function isPlainText(text: string, around: Around): boolean {
  const sign = begins[around];
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at] ?? "";
    if (one === "\\") at += 1;
    else if (one === "`" || (one === "$" && isExpansion(text[at + 1] ?? "", around))) return false;
    else if (sign?.test(one)) return false;
    else if ((one === "<" || one === ">") && text[at + 1] === "(" && around.endsWith("operand")) return false;
  }
  return true;
}

function isExpansion(next: string, around: Around): boolean {
  if (/[A-Za-z0-9_@*#?$!({[-]/.test(next)) return true;
  return (next === "'" || next === '"') && begins[around]?.test("'") === true;
}

/** The text with its backslashes taken away as bash takes them away there. */
export function plainValue(text: string, around: Around): string {
  if (!text.includes("\\")) return text;
  const isQuoted = around === "quotes" || around === "quoted operand";
  if (around === "document") return text.replace(/\\([$`\\\n])/g, (_all, sign: string) => (sign === "\n" ? "" : sign));
  if (isQuoted) return text.replace(/\\([$`\\"\n])/g, (_all, sign: string) => (sign === "\n" ? "" : sign));
  return text.replace(/\\([\s\S])/g, (_all, sign: string) => (sign === "\n" ? "" : sign));
}
