/** Literals by their value: the same string in other quotes, the same JSX text in other lines. */

/** The value of a string literal, null where its text alone does not tell it. */
export function stringValue(literal: string): string | null {
  const body = literal.slice(1, -1);
  if (!body.includes("\\")) return body;
  let value = "";
  for (let at = 0; at < body.length; at++) {
    if (body[at] !== "\\") {
      value += body[at];
      continue;
    }
    const read = readEscape(body, at + 1);
    if (!read) return null;
    value += read.value;
    at = read.end;
  }
  return value;
}

const single = new Map(Object.entries({ n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v" }));

/** `end` is the last character of the escape. Octal escapes and line continuations are not worth knowing. */
function readEscape(body: string, at: number): { value: string; end: number } | null {
  const letter = body[at];
  if (letter === "0" && !/[0-9]/.test(body[at + 1] ?? "")) return { value: "\0", end: at };
  if (letter === undefined || /[0-9\r\n\u2028\u2029]/.test(letter)) return null;
  if (letter === "x") return readHex(body.slice(at + 1, at + 3), 2, at + 2);
  if (letter === "u" && body[at + 1] === "{") {
    const close = body.indexOf("}", at);
    return close < 0 ? null : readHex(body.slice(at + 2, close), 1, close);
  }
  if (letter === "u") return readHex(body.slice(at + 1, at + 5), 4, at + 4);
  return { value: single.get(letter) ?? letter, end: at };
}

function readHex(digits: string, atLeast: number, end: number): { value: string; end: number } | null {
  if (!/^[0-9a-fA-F]{1,8}$/.test(digits) || digits.length < atLeast) return null;
  const code = Number.parseInt(digits, 16);
  if (code > 0x10ffff) return null;
  return { value: atLeast === 1 ? String.fromCodePoint(code) : String.fromCharCode(code), end };
}

/** JSX text as compilers read it: lines trimmed where they meet, empty ones gone, the others joined by a space. */
export function jsxText(text: string): string {
  const lines = text.split(/\r?\n/);
  const kept = lines.map((line, at) => {
    const trimmed = at === 0 ? line : line.replace(/^[ \t]+/, "");
    return at === lines.length - 1 ? trimmed : trimEndSpaces(trimmed);
  });
  return kept.filter((line, at) => line !== "" || (lines.length === 1 && at === 0)).join(" ");
}

function trimEndSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end--;
  return line.slice(0, end);
}
