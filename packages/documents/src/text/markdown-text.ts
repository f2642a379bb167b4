/** Names and paths inside Markdown: shown as they are, and no markup. Both can be read back. */
import { replaceInvisible } from "./invisible.ts";
import { visibleText } from "./visible-text.ts";

const MOST_CHARACTERS = 200;

/** For a heading or a cell: every mark of the language is escaped, a line end becomes a space. */
export function markdownText(name: string): string {
  const oneLine = visibleText(name.replace(/[\t\r\n]+/g, " ").trim());
  const clipped = [...oneLine].slice(0, MOST_CHARACTERS).join("");
  return clipped.replace(/[\\`*_{}[\]<>#|&~!()$]/g, "\\$&").trim();
}

/** For a code span in a table: what would end either is percent-encoded, `%` too, so that it can be read back. */
export function markdownCode(path: string): string {
  return replaceInvisible(path.replace(/\p{Cs}/gu, "\ufffd").replace(/[%`|\\]|^ | $/g, percent), percent);
}

/** `encodeURIComponent` would leave some of these as they are. */
function percent(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}
