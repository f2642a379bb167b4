/** Text that others wrote, made fit for one line of a prompt, a terminal or a Markdown file. */

/** Characters that show nothing or turn the reading direction: controls, format and private use characters, half pairs. */
const invisible = () => /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|\p{Variation_Selector}/gu;
/** What most texts are made of: in them that search, which is dear to write down even, finds nothing. */
const visibleAscii = /^[ -~]*$/;
const blanks = /[\t\n\v\f\r\u0085\u2028\u2029 ]+/g;

/** One line without invisible characters, at most `limit` characters long. */
export function plainLine(text: string, limit: number): string {
  // What lies far behind the limit cannot show; cutting first keeps huge texts cheap.
  const near = text.length > limit * 8 + 1_000 ? text.slice(0, limit * 8 + 1_000) : text;
  const spaced = near.replace(blanks, " ");
  const seen = visibleAscii.test(spaced) ? spaced : spaced.replace(invisible(), "");
  const line = seen.replace(/ {2,}/g, " ").trim();
  const characters = [...line];
  return characters.length <= limit ? line : `${characters.slice(0, Math.max(0, limit - 1)).join("")}…`;
}

/** In quotes, for the message of a problem. */
export function shown(text: string): string {
  return JSON.stringify(plainLine(text, 80));
}

/** The same number of columns as in the file, so that a marker below stays in place. */
export function sameWidth(line: string): string {
  const spaced = line.replace(/\t/g, " ");
  if (visibleAscii.test(spaced)) return spaced;
  return spaced.replace(invisible(), (hidden) => "\u00b7".repeat(hidden.length));
}

export function hasInvisible(text: string): boolean {
  return !visibleAscii.test(text) && text.search(invisible()) !== -1;
}
