/** Whole-number arithmetic where every operand is known; null for everything that is more than that. */

const LARGEST = 2 ** 50;

export function calculate(text: string, numbers: ReadonlyMap<string, string>): string | null {
  if (text.length > 200) return null;
  const tokens = tokensOf(text, numbers);
  if (tokens === null) return null;
  const at = { index: 0 };
  const result = sum(tokens, at);
  return result === null || at.index !== tokens.length || Math.abs(result) > LARGEST ? null : String(result);
}

function tokensOf(text: string, numbers: ReadonlyMap<string, string>): string[] | null {
  const tokens: string[] = [];
  let rest = text;
  while (rest !== "") {
    const [token] = /^(?:\s+|[0-9]+|[A-Za-z_][A-Za-z0-9_]*|[-+*/%()])/.exec(rest) ?? [];
    if (token === undefined || /^0[0-9]/.test(token)) return null;
    rest = rest.slice(token.length);
    if (token.trim() === "") continue;
    const number = /^[A-Za-z_]/.test(token) ? numbers.get(token) : token;
    if (number === undefined) return null;
    const previous = tokens.at(-1);
    if ((token === previous && "+-*".includes(token)) || /^0[0-9]/.test(number)) return null; // ++ -- **, octal
    tokens.push(number);
  }
  return tokens;
}

interface At {
  index: number;
}

function sum(tokens: readonly string[], at: At): number | null {
  let result = product(tokens, at);
  while (result !== null && (tokens[at.index] === "+" || tokens[at.index] === "-")) {
    const sign = tokens[at.index++] === "+" ? 1 : -1;
    const right = product(tokens, at);
    result = right === null ? null : result + sign * right;
  }
  return result;
}

function product(tokens: readonly string[], at: At): number | null {
  let result = operand(tokens, at);
  while (result !== null && ["*", "/", "%"].includes(tokens[at.index] ?? "")) {
    const operator = tokens[at.index++];
    const right = operand(tokens, at);
    if (right === null || (right === 0 && operator !== "*")) return null;
    result = operator === "*" ? result * right : operator === "/" ? Math.trunc(result / right) : result % right;
  }
  return result;
}

function operand(tokens: readonly string[], at: At): number | null {
  const token = tokens[at.index++];
  if (token === undefined) return null;
  if (token === "-" || token === "+") {
    const inner = operand(tokens, at);
    return inner === null ? null : token === "-" ? -inner : inner;
  }
  if (token === "(") {
    const inner = sum(tokens, at);
    return tokens[at.index++] === ")" ? inner : null;
  }
  return /^-?[0-9]+$/.test(token) ? Number(token) : null;
}
