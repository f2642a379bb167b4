/** Text that others wrote, made fit for one line of a prompt, a terminal or a Markdown file. */
import { replaceInvisible } from "./invisible.ts";

const blanks = /[\t\n\v\f\r\u0085\u2028\u2029 ]+/g;

/** One line without invisible characters, at most `limit` characters long. */
export function plainLine(text: string, limit: number): string {
  // What lies far behind the limit cannot show; cutting first keeps huge texts cheap.
  const near = text.length > limit * 8 + 1_000 ? text.slice(0, limit * 8 + 1_000) : text;
  const seen = replaceInvisible(near.replace(blanks, " "), () => "");
  const line = seen.replace(/ {2,}/g, " ").trim();
  const characters = [...line];
  if (characters.length <= limit) return line;
  // Behind a key that was cut off, its selector would hide.
  return `${characters
    .slice(0, Math.max(0, limit - 1))
    .join("")
    .replace(/\ufe0f$/, "")}…`;
}

/** In quotes, for the message of a problem. */
export function shown(text: string): string {
  return JSON.stringify(plainLine(text, 80));
}

/** The same number of columns as in the file, so that a marker below stays in place. */
export function sameWidth(line: string): string {
  return replaceInvisible(line.replace(/\t/g, " "), (hidden) => "\u00b7".repeat(hidden.length));
}

/** Between tags of ours, which a model reads: it cannot close them. */
function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** On one line of at most `limit` characters. */
export function escapedLine(text: string, limit: number): string {
  return escapeXml(plainLine(text, limit));
}
