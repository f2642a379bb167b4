/** Names and paths inside Markdown: shown as they are, unable to become markup, and readable back. */
import { replaceInvisible, visibleText } from "@intentgate/documents";

const MAX_NAME_CHARACTERS = 200;

/** For a heading: every mark of the language is escaped, a line end becomes a space. */
export function headingText(name: string): string {
  const oneLine = visibleText(name.replace(/[\t\r\n]+/g, " ").trim());
  const clipped = [...oneLine].slice(0, MAX_NAME_CHARACTERS).join("");
  return clipped.replace(/[\\`*_{}[\]<>#|&~!()$]/g, "\\$&").trim();
}

export function plainHeading(text: string): string {
  return text.replace(/\\([\\`*_{}[\]<>#|&~!()$])/g, "$1").trim();
}

/** For a code span in a table: what would end either is percent-encoded, `%` too, so that it can be read back. */
export function codeCell(path: string): string {
  return replaceInvisible(path.replace(/\p{Cs}/gu, "\ufffd").replace(/[%`|\\]|^ | $/g, percent), percent);
}

/** `encodeURIComponent` would leave some of these as they are. */
function percent(character: string): string {
  return [...Buffer.from(character, "utf8")].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
}

export function codeText(cell: string): string {
  return cell.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"));
}
