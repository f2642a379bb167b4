/** A tool's result as the model reads it. */

/** Above what the native tools return by themselves: what they gave whole arrives whole. */
const LONGEST = 600_000;
const KEPT_OF_END = 20_000;

export function resultText(result: unknown): string {
  const text = typeof result === "string" ? result : (JSON.stringify(result) ?? "null");
  if (text.length <= LONGEST) return text;
  const cut = text.length - LONGEST;
  return `${text.slice(0, LONGEST - KEPT_OF_END)}\n… ${cut} characters left out …\n${text.slice(-KEPT_OF_END)}`;
}
