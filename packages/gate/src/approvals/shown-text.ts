/** Text of others as a person may safely read it before they answer: it hides nothing and draws no lines of its own. */
import { visibleText } from "@intentgate/trace";

const LONGEST = 4_000;
const END = 1_000;

/** On one line; what is too long ends early, and says so. */
export function clippedText(text: string, most: number): string {
  const shown = visibleText(text);
  if (shown.length <= most) return shown;
  return `${head(shown, most)}… (${shown.length - most} more characters)`;
}

/** Lines stay lines; of what is too long the end stays as well, as that is where things hide. */
export function printable(text: string): string {
  return bothEnds(text.split("\n").map(visibleText).join("\n"));
}

/** The same on one line. */
export function oneLinePrintable(text: string): string {
  return bothEnds(visibleText(text));
}

function bothEnds(shown: string): string {
  if (shown.length <= LONGEST) return shown;
  return `${head(shown, LONGEST - END)}… (${shown.length - LONGEST} more characters) …${tail(shown, END)}`;
}

/** No half of a surrogate pair is left at the cut. */
function head(text: string, most: number): string {
  return text.slice(0, most).replace(/[\ud800-\udbff]$/, "");
}

function tail(text: string, most: number): string {
  return text.slice(-most).replace(/^[\udc00-\udfff]/, "");
}

/** All texts inside a value, each on one line; what is no text stays as it is. */
export function visibleValue(value: unknown): unknown {
  if (typeof value === "string") return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [visibleText(key), visibleValue(one)]));
}

const FIRST_LINES = 14;
const LAST_LINES = 5;

/** Each line of a command, marked as such; of a long one the beginning and the end. */
export function commandLines(command: string): string[] {
  const lines = command.split("\n").map((line) => `│ ${visibleText(line)}`);
  const hidden = lines.length - FIRST_LINES - LAST_LINES;
  if (hidden <= 1) return lines;
  return [...lines.slice(0, FIRST_LINES), `… ${hidden} more lines`, ...lines.slice(-LAST_LINES)];
}
