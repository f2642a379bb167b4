/** `${x#pattern}` and its kin for patterns of `*`, `?` and plain characters. */
import { matchesName } from "@intentgate/documents";

const LONGEST = 250;

/** Null: the pattern is more than that. */
export function removeMatch(text: string, pattern: string, operator: "#" | "##" | "%" | "%%"): string | null {
  if (/[[\]()\\|!@+]/.test(pattern) || text.length > LONGEST || pattern.length > 40) return null;
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length);
  if (operator.length === 2) lengths.reverse();
  for (const length of lengths) {
    const atStart = operator.startsWith("#");
    const part = atStart ? text.slice(0, length) : text.slice(text.length - length);
    if (matchesName([...pattern], [...part])) return atStart ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}
