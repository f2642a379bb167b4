/** Whether a perl program only substitutes and prints: `s/a/b/g; print if /c/`. */

const pairs: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]", "<": ">" };

export function isPlainEditing(program: string): boolean {
  let at = 0;
  const skip = (signs: string) => {
    while (at < program.length && signs.includes(program[at] ?? "")) at += 1;
  };
  const eat = (text: string) => {
    if (!program.startsWith(text, at) || /[A-Za-z0-9_]/.test(program[at + text.length] ?? "")) return false;
    at += text.length;
    return true;
  };

  /** Undefined: it does not end, or something in it is computed. */
  const part = (close: string): string | undefined => {
    const start = at;
    for (; at < program.length; at += 1) {
      if (program[at] === "\\") at += 1;
      else if (program[at] === close) {
        const text = program.slice(start, at);
        at += 1;
        return isPlain(text) ? text : undefined;
      }
    }
    return undefined;
  };

  const quoted = (parts: number): boolean => {
    const open = program[at] ?? "";
    if (open === "" || /[\sA-Za-z0-9_#']/.test(open)) return false;
    const close = pairs[open] ?? open;
    for (let each = 0; each < parts; each += 1) {
      if (each === 0 || close !== open) {
        if (program[at] !== open) return false;
        at += 1;
      }
      const text = part(close);
      // Nested brackets would end it elsewhere.
      if (text === undefined || (close !== open && text.includes(open))) return false;
    }
    const flags = at;
    while (/[a-z]/.test(program[at] ?? "")) at += 1;
    return [...program.slice(flags, at)].every((flag) => "gimsxrocd".includes(flag));
  };

  const condition = (): boolean => {
    skip(" \t");
    if (program[at] === "!") at += 1;
    if (program[at] === "m" && "{/|!,".includes(program[at + 1] ?? " ")) at += 1;
    else if (program[at] !== "/") return false;
    return quoted(1);
  };

  const statement = (): boolean => {
    if (eat("print")) {
      skip(" \t");
      eat("$_");
    } else if (program.startsWith("tr", at)) {
      at += 2;
      if (!quoted(2)) return false;
    } else if (program[at] === "s" || program[at] === "y") {
      at += 1;
      if (!quoted(2)) return false;
    } else return false;
    skip(" \t");
    if (eat("if") || eat("unless")) return condition();
    return true;
  };

  for (;;) {
    skip(" \t\n;");
    if (at >= program.length) return true;
    if (!statement()) return false;
    skip(" \t");
    if (at < program.length && !";\n".includes(program[at] ?? "")) return false;
  }
}

/** `$1` and `$` at the end are plain; `@{[…]}`, `${…}`, `(?{…})` run code. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "\\") at += 1;
    else if (sign === "@" || text.startsWith("(?{", at) || text.startsWith("(??", at)) return false;
    else if (sign === "$" && !/^[0-9&)|]?$/.test(text[at + 1] ?? "")) return false;
  }
  return true;
}
