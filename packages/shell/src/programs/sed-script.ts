/** Reads a sed script far enough to know every file it writes and every command it runs. */

export interface SedScript {
  writes: string[];
  reads: string[];
  /** Commands given to a shell; null where the text comes from the input. */
  runs: (string | null)[];
  /** What replaces a whole line that is then run; a line may hold more than the expression takes. */
  runsLine: string[];
}

const plainCommands = new Set("=dDgGhHnNpPxzF");
/** May be followed by a number. */
const numberedCommands = new Set("qQlL");

/** Undefined: not understood. */
export function readSedScript(script: string): SedScript | undefined {
  const found: SedScript = { writes: [], reads: [], runs: [], runsLine: [] };
  let at = 0;
  const peek = () => script[at] ?? "";
  const skip = (signs: string) => {
    while (at < script.length && signs.includes(peek())) at += 1;
  };
  const digits = () => skip("0123456789");
  const restOfLine = () => {
    const end = script.indexOf("\n", at);
    const line = script.slice(at, end < 0 ? script.length : end);
    at = end < 0 ? script.length : end + 1;
    return line;
  };

  /** Up to the next `delimiter` that is not escaped. */
  const part = (delimiter: string, isExpression: boolean): string | undefined => {
    const start = at;
    for (; at < script.length; at += 1) {
      if (peek() === "\\") at += 1;
      else if (peek() === "\n" && isExpression) return undefined;
      else if (peek() === delimiter) {
        const text = script.slice(start, at);
        at += 1;
        // Whether a delimiter between brackets ends the expression differs between implementations.
        return isExpression && hasOpenBracket(text) ? undefined : text;
      }
    }
    return undefined;
  };

  const address = (): boolean | undefined => {
    if (peek() === "$") {
      at += 1;
      return true;
    }
    if (peek() >= "0" && peek() <= "9") {
      digits();
      if (peek() === "~") {
        at += 1;
        digits();
      }
      return true;
    }
    if (peek() !== "/" && peek() !== "\\") return false;
    if (peek() === "\\") at += 1;
    const delimiter = peek();
    at += 1;
    if (delimiter === "" || delimiter === "\n" || delimiter === "\\" || part(delimiter, true) === undefined)
      return undefined;
    skip("IM");
    return true;
  };

  const addresses = (): boolean => {
    const first = address();
    if (first === undefined) return false;
    skip(" \t");
    if (first && peek() === ",") {
      at += 1;
      skip(" \t");
      if (peek() === "+" || peek() === "~") {
        at += 1;
        digits();
      } else if (!address()) return false;
    }
    skip(" \t!");
    return true;
  };

  const substitution = (): boolean => {
    const delimiter = peek();
    at += 1;
    if (delimiter === "" || delimiter === "\n" || delimiter === "\\") return false;
    const from = part(delimiter, true);
    const to = part(delimiter, false);
    if (from === undefined || to === undefined) return false;
    for (;;) {
      const flag = peek();
      if (flag !== "" && "gpiImM0123456789".includes(flag)) at += 1;
      else if (flag === "e") {
        at += 1;
        if (/^\^?\.\*\$?$/.test(from) && !/[&\\\n]/.test(to)) found.runsLine.push(to);
        else found.runs.push(null);
      } else if (flag === "w") {
        at += 1;
        skip(" \t");
        found.writes.push(restOfLine());
        return true;
      } else return endOfCommand();
    }
  };

  const endOfCommand = (): boolean => {
    skip(" \t");
    if (peek() === "" || peek() === "}") return true;
    if (peek() === "#") return true;
    if (peek() !== ";" && peek() !== "\n") return false;
    at += 1;
    return true;
  };

  const label = (): boolean => {
    skip(" \t");
    const start = at;
    while (at < script.length && !"; \t\n".includes(peek())) at += 1;
    return !script.slice(start, at).includes("}") && endOfCommand();
  };

  /** The text of `a`, `i`, `c`: to the end of the line, and on where the line ends with a backslash. */
  const text = () => {
    for (; at < script.length && peek() !== "\n"; at += 1) if (peek() === "\\") at += 1;
    at += 1;
  };

  const command = (): boolean => {
    const name = peek();
    at += 1;
    if (name === "{" || name === "}") return name === "{" || endOfCommand();
    if (name === "#") {
      restOfLine();
      return true;
    }
    if (plainCommands.has(name)) return endOfCommand();
    if (numberedCommands.has(name)) {
      skip(" \t");
      digits();
      return endOfCommand();
    }
    if (name === ":" || name === "b" || name === "t" || name === "T") return label();
    if (name === "s") return substitution();
    if (name === "y") {
      const delimiter = peek();
      at += 1;
      if (delimiter === "" || delimiter === "\n" || delimiter === "\\") return false;
      return part(delimiter, true) !== undefined && part(delimiter, false) !== undefined && endOfCommand();
    }
    if (name === "a" || name === "i" || name === "c") {
      text();
      return true;
    }
    if ("rRwWe".includes(name) && name !== "") {
      skip(" \t");
      const line = restOfLine();
      // A backslash joins the command with the next line.
      if (name === "e") found.runs.push(line === "" || line.includes("\\") ? null : line);
      else if (line === "") return false;
      else (name === "r" || name === "R" ? found.reads : found.writes).push(line);
      return true;
    }
    return false;
  };

  for (;;) {
    skip(" \t\n;");
    if (at >= script.length) return found;
    if (!addresses() || !command()) return undefined;
  }
}

function hasOpenBracket(expression: string): boolean {
  let open = false;
  for (let at = 0; at < expression.length; at += 1) {
    const sign = expression[at];
    if (open) {
      const inClass = sign === "[" && ":.=".includes(expression[at + 1] ?? " ");
      const end = inClass ? expression.indexOf(`${expression[at + 1]}]`, at + 2) : -1;
      if (end > 0) at = end + 1;
      else if (sign === "]") open = false;
    } else if (sign === "\\") at += 1;
    else if (sign === "[") {
      open = true;
      if (expression[at + 1] === "^") at += 1;
      // A bracket right at the beginning is one of the signs.
      if (expression[at + 1] === "]") at += 1;
    }
  }
  return open;
}
