/** Cuts a one-line program of an interpreter into names, texts, numbers and signs; anything else is no answer. */

export interface LiteralToken {
  kind: "name" | "text" | "number" | "sign" | "end";
  text: string;
}

export interface TokenRules {
  /** Signs between double quotes that begin something computed. */
  computed: string;
  /** A backslash between single quotes means what it means between double ones. */
  escapesInSingle: boolean;
  /** What begins a comment; `#` or `//`. */
  comment: string;
}

const MAX_TEXT = 5_000;
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\", '"': '"', "'": "'" };
const nameSign = /[A-Za-z0-9_]/;

export function literalTokens(program: string, rules: TokenRules): LiteralToken[] | undefined {
  if (program.length > MAX_TEXT) return undefined;
  const tokens: LiteralToken[] = [];
  for (let at = 0; at < program.length; ) {
    const sign = program[at] ?? "";
    if (sign === " " || sign === "\t") at += 1;
    else if (sign === ";" || sign === "\n") {
      tokens.push({ kind: "end", text: sign });
      at += 1;
    } else if (sign === '"' || sign === "'") {
      const read = readText(program, at, rules);
      if (!read) return undefined;
      tokens.push({ kind: "text", text: read.text });
      at = read.next;
    } else if (/[0-9]/.test(sign)) {
      const start = at;
      while (/[0-9.]/.test(program[at] ?? "")) at += 1;
      if (nameSign.test(program[at] ?? "")) return undefined;
      tokens.push({ kind: "number", text: program.slice(start, at) });
    } else if (/[A-Za-z_$]/.test(sign)) {
      const start = at;
      at += 1;
      while (nameSign.test(program[at] ?? "")) at += 1;
      tokens.push({ kind: "name", text: program.slice(start, at) });
    } else if (program.startsWith(rules.comment, at)) {
      while (at < program.length && program[at] !== "\n") at += 1;
    } else if (program.startsWith("::", at)) {
      tokens.push({ kind: "sign", text: "." });
      at += 2;
    } else if ("().,[]{}:=+*-".includes(sign)) {
      tokens.push({ kind: "sign", text: sign });
      at += 1;
    } else return undefined;
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}

function readText(program: string, start: number, rules: TokenRules): { text: string; next: number } | undefined {
  const quote = program[start] ?? "";
  // Three quotes begin a longer text.
  if (program.startsWith(quote.repeat(3), start)) return undefined;
  let text = "";
  for (let at = start + 1; at < program.length; at += 1) {
    const sign = program[at] ?? "";
    if (sign === quote) return { text, next: at + 1 };
    if (sign === "\n") return undefined;
    if (quote === '"' && rules.computed.includes(sign)) return undefined;
    if (sign !== "\\") text += sign;
    else {
      at += 1;
      const meant = escapes[program[at] ?? ""];
      if (meant === undefined || (quote === "'" && !rules.escapesInSingle)) return undefined;
      text += meant;
    }
  }
  return undefined;
}
