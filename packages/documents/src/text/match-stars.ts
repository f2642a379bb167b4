/** Patterns with stars, without backtracking: two pointers and one way back, to the latest star. */

/** `*` stands for any characters, everything else for itself. */
export function matchesWildcard(pattern: string, text: string): boolean {
  return matchStars<string, string>(pattern, text, isStar, (wanted, character) => wanted === character);
}

/** The same over characters, and `?` stands for one. */
export function matchesName(pattern: readonly string[], name: readonly string[]): boolean {
  return matchStars(pattern, name, isStar, (wanted, character) => wanted === "?" || wanted === character);
}

/** `*.` before a host stands for whatever ends in the rest of it, and not for that itself. */
export function coversHost(pattern: string, host: string): boolean {
  if (!pattern.startsWith("*.")) return pattern === host;
  return host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1;
}

function isStar(symbol: string): boolean {
  return symbol === "*";
}

/** An earlier star never needs another try: at most one step for each pair. */
export function matchStars<W, T>(
  pattern: ArrayLike<W>,
  text: ArrayLike<T>,
  isStar: (symbol: W) => boolean,
  isSame: (symbol: W, item: T) => boolean,
): boolean {
  let at = 0;
  let wantedAt = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    if (wantedAt < pattern.length && isStar(pattern[wantedAt]!)) {
      star = wantedAt++;
      resume = at;
    } else if (wantedAt < pattern.length && isSame(pattern[wantedAt]!, text[at]!)) {
      wantedAt++;
      at++;
    } else if (star >= 0) {
      wantedAt = star + 1;
      at = ++resume;
    } else return false;
  }
  while (wantedAt < pattern.length && isStar(pattern[wantedAt]!)) wantedAt++;
  return wantedAt === pattern.length;
}
