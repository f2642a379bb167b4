/** Cuts an awk program into tokens; undefined where two implementations might cut it differently. */

export interface AwkToken {
  /** `odd_text`: a text with an escape that not all implementations read alike. */
  kind: "text" | "odd_text" | "expression" | "number" | "word" | "sign" | "line_end";
  /** Of a `text`: what it stands for. */
  text: string;
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\", '"': '"', "/": "/", r: "\r" };
const longSigns = [
  "**=",
  "|&",
  ">>",
  "<=",
  ">=",
  "==",
  "!=",
  "&&",
  "||",
  "++",
  "--",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "^=",
  "!~",
  "**",
];
const letter = /[A-Za-z_]/;
const letterOrDigit = /[A-Za-z0-9_]/;
/** After these words comes a value, so `/` begins an expression. */
const beforeValue = new Set(["print", "printf", "return", "else", "do", "case", "in", "exit", "delete"]);
/** After these it divides for one implementation and begins an expression for another. */
const startsEither = new Set(["getline", "length"]);
const headers = new Set(["if", "while", "for", "switch"]);

export function awkTokens(program: string): AwkToken[] | undefined {
  const tokens: AwkToken[] = [];
  /** For every open parenthesis: whether it belongs to the head of an `if`, `while`, `for`. */
  const open: boolean[] = [];
  let afterHead = false;
  let at = 0;

  const text = (): AwkToken | undefined => {
    let value = "";
    let kind: AwkToken["kind"] = "text";
    for (at += 1; at < program.length; at += 1) {
      const sign = program[at] ?? "";
      if (sign === '"') {
        at += 1;
        return { kind, text: value };
      }
      if (sign === "\n") return undefined;
      if (sign !== "\\") value += sign;
      else {
        at += 1;
        const escaped = program[at] ?? "\n";
        if (escaped === "\n") return undefined;
        const meant = escapes[escaped];
        if (meant === undefined) kind = "odd_text";
        value += meant ?? escaped;
      }
    }
    return undefined;
  };

  const expression = (): string | undefined => {
    const start = at;
    let bracket = false;
    for (at += 1; at < program.length; at += 1) {
      const sign = program[at];
      if (sign === "\n") return undefined;
      if (sign === "\\") at += 1;
      else if (sign === "[") bracket = true;
      else if (sign === "]") bracket = false;
      else if (sign === "/") {
        // Inside of brackets it ends the expression for some and not for others.
        if (bracket) return undefined;
        at += 1;
        return program.slice(start, at);
      }
    }
    return undefined;
  };

  const valueCameBefore = (): boolean => {
    const last = tokens.at(-1);
    if (!last || last.kind === "line_end") return false;
    if (last.kind === "word") return !beforeValue.has(last.text);
    if (last.kind !== "sign") return true;
    if (last.text === ")") return !afterHead;
    return last.text === "]" || last.text === "++" || last.text === "--";
  };

  while (at < program.length) {
    const sign = program[at] ?? "";
    const before = tokens.at(-1);
    if (sign === " " || sign === "\t") at += 1;
    else if (sign === "\\" && program[at + 1] === "\n") at += 2;
    else if (sign === "\\" && program.startsWith("\r\n", at + 1)) at += 3;
    else if (sign === "#") while (at < program.length && program[at] !== "\n") at += 1;
    else if (sign === "\n") {
      at += 1;
      tokens.push({ kind: "line_end", text: "\n" });
    } else if (sign === '"') {
      const value = text();
      if (value === undefined) return undefined;
      tokens.push(value);
    } else if (letter.test(sign)) {
      const start = at;
      while (letterOrDigit.test(program[at] ?? "")) at += 1;
      tokens.push({ kind: "word", text: program.slice(start, at) });
    } else if ((sign >= "0" && sign <= "9") || (sign === "." && /[0-9]/.test(program[at + 1] ?? ""))) {
      const start = at;
      while (/[0-9A-Za-z.]/.test(program[at] ?? "")) at += 1;
      tokens.push({ kind: "number", text: program.slice(start, at) });
    } else if (sign === "/" && before?.kind === "word" && startsEither.has(before.text)) return undefined;
    else if (sign === "/" && !valueCameBefore()) {
      const value = expression();
      if (value === undefined) return undefined;
      tokens.push({ kind: "expression", text: value });
    } else {
      const long = longSigns.find((each) => program.startsWith(each, at));
      const taken = long ?? sign;
      // `/=` after a value may be an expression that begins with `=`.
      if (!long && !"{}()[];,<>=!~?:+-*/%^$|&".includes(sign)) return undefined;
      if (taken === "(") open.push(before?.kind === "word" && headers.has(before.text));
      if (taken === ")") afterHead = open.pop() ?? false;
      at += taken.length;
      tokens.push({ kind: "sign", text: taken });
    }
  }
  return tokens;
}
