/** What `printf` prints, where its format has no more to it than `%s`, `%d` of digits, `%b`, `%c`, `%%` and escapes. */
import { unescaped } from "./escapes.ts";

const LONGEST = 100_000;

export function printfOutput(format: string, values: readonly string[]): string | null {
  let said = "";
  let next = 0;
  do {
    const before = next;
    for (let at = 0; at < format.length; at += 1) {
      const sign = format[at];
      if (sign === "%") {
        at += 1;
        const kind = format[at] ?? "";
        if (kind === "%") said += "%";
        else {
          const value = values[next++];
          const filled = filledIn(kind, value ?? "", value === undefined);
          if (filled === null) return null;
          said += filled.text;
          if (filled.ends) return said;
        }
      } else if (sign === "\\") {
        let end = at + 2;
        while (end < at + 10 && /[0-9a-fA-F]/.test(format[end] ?? "")) end += 1;
        const found = shortestEscape(format.slice(at, end));
        if (!found) return null;
        said += found.text;
        at += found.length - 1;
      } else said += sign;
      if (said.length > LONGEST) return null;
    }
    if (next === before) break;
  } while (next < values.length);
  return said;
}

function filledIn(kind: string, value: string, isMissing: boolean): { text: string; ends: boolean } | null {
  if (kind === "s") return { text: value, ends: false };
  if (kind === "c") return value === "" ? null : { text: value.slice(0, 1), ends: false };
  if (kind === "b") return unescaped(value, "argument");
  if (kind !== "d" && kind !== "i") return null;
  if (isMissing) return { text: "0", ends: false };
  return /^(?:0|[1-9][0-9]{0,8})$/.test(value) ? { text: value, ends: false } : null;
}

/** An escape at the beginning of the text, and how long it is. */
function shortestEscape(text: string): { text: string; length: number } | null {
  const longest = /^\\(?:[0-7]{1,3}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|.)/s.exec(text)?.[0];
  const meant = longest === undefined ? null : unescaped(longest, "format");
  return meant && longest !== undefined ? { text: meant.text, length: longest.length } : null;
}
