/** `*` stands for anything, everything else for itself; linear, whatever the text. */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? "";
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
