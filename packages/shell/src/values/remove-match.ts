/** `${x#pattern}` and its kin for patterns of `*`, `?` and plain characters. */

const LONGEST = 250;

/** Null: the pattern is more than that. */
export function removeMatch(text: string, pattern: string, operator: "#" | "##" | "%" | "%%"): string | null {
  if (/[[\]()\\|!@+]/.test(pattern) || text.length > LONGEST || pattern.length > 40) return null;
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length);
  if (operator.length === 2) lengths.reverse();
  for (const length of lengths) {
    const atStart = operator.startsWith("#");
    const part = atStart ? text.slice(0, length) : text.slice(text.length - length);
    if (matches(part, pattern)) return atStart ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}

/** Each step keeps the set of places in the pattern that may come next: no backtracking. */
function matches(text: string, pattern: string): boolean {
  let places = skipStars(new Set([0]), pattern);
  for (const character of text) {
    const next = new Set<number>();
    for (const place of places) {
      const wanted = pattern[place];
      if (wanted === "*") next.add(place);
      else if (wanted === "?" || wanted === character) next.add(place + 1);
    }
    places = skipStars(next, pattern);
    if (places.size === 0) return false;
  }
  return places.has(pattern.length);
}

function skipStars(places: Set<number>, pattern: string): Set<number> {
  for (const place of places) if (pattern[place] === "*") places.add(place + 1);
  return places;
}
