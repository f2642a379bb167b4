/** Text of several lines made fit for a prompt or a terminal. */

/** Everything that shows nothing or turns the reading direction, except the line feed and the tab. */
const invisible = () => /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** What most texts are made of: in them that search, which is dear to write down even, finds nothing. */
const visibleAscii = /^[\n\t -~]*$/;

/** Spelled out where it would be invisible, and never longer than `limit` characters. */
export function plainText(text: string, limit: number): string {
  const near = text.length > limit ? text.slice(0, limit) : text;
  const lines = near.replaceAll("\r\n", "\n");
  const spelled = visibleAscii.test(lines) ? lines : lines.replace(invisible(), spelledOut);
  const left = text.length - near.length + Math.max(0, spelled.length - limit);
  if (left === 0) return spelled;
  const note = `\n… (${left} more characters)`;
  return `${spelled.slice(0, Math.max(0, limit - note.length))}${note}`.slice(0, limit);
}

function spelledOut(char: string): string {
  return `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
