/** Text of several lines made fit for a prompt or a terminal. */
import { visibleLines } from "@intentgate/documents";

/** Spelled out where it would be invisible, and never longer than `limit` characters. */
export function plainText(text: string, limit: number): string {
  const near = text.length > limit ? text.slice(0, limit) : text;
  const spelled = visibleLines(near.replaceAll("\r\n", "\n"));
  const left = text.length - near.length + Math.max(0, spelled.length - limit);
  if (left === 0) return spelled;
  const note = `\n… (${left} more characters)`;
  return `${spelled.slice(0, Math.max(0, limit - note.length))}${note}`.slice(0, limit);
}
