/** Text that others wrote, made fit for one line of a prompt, a terminal or a Markdown file. */

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|\p{Variation_Selector}/gu;
const invisibleOnce = new RegExp(invisible.source, "u");

/** One line without invisible characters, at most `limit` characters long. */
export function plainLine(text: string, limit: number): string {
  // What lies far behind the limit cannot show; cutting first keeps huge texts cheap.
  const line = text
    .slice(0, limit * 8 + 1_000)
    .replace(/[\s\u0085]+/g, " ")
    .replace(invisible, "")
    .trim();
  const characters = [...line];
  return characters.length <= limit ? line : `${characters.slice(0, Math.max(0, limit - 1)).join("")}…`;
}

/** In quotes, for the message of a problem. */
export function shown(text: string): string {
  return JSON.stringify(plainLine(text, 80));
}

export function hasInvisible(text: string): boolean {
  return invisibleOnce.test(text);
}

/** The same number of columns as in the file, so that a marker below stays in place. */
export function sameWidth(line: string): string {
  return line.replace(/\t/g, " ").replace(invisible, (hidden) => "\u00b7".repeat(hidden.length));
}

/** For text between tags that a model reads: it cannot close them. */
export function escapedLine(text: string, limit: number): string {
  return plainLine(text, limit).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
