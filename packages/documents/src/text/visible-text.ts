/**
 * Text that others wrote, with everything invisible spelled out as JSON spells it: `\u202e`. JSON stays JSON, and means
 * the same.
 */
import { replaceInvisible } from "./invisible.ts";

const LONGEST = 4_000;
const END = 1_000;

/** On one line: line ends are spelled out too; a tab stays a tab. */
export function visibleText(text: string): string {
  return replaceInvisible(text, spelledOut, "\t");
}

/** Lines stay lines. */
export function visibleLines(text: string): string {
  return replaceInvisible(text, spelledOut, "\t\n");
}

function spelledOut(found: string): string {
  return found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** All texts inside a value, each on one line; what is no text stays as it is. */
export function visibleValue(value: unknown): unknown {
  if (typeof value === "string") return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleValue);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [visibleText(key), visibleValue(one)]));
}

/** On one line; what is too long ends early, and says so. */
export function clippedText(text: string, most: number): string {
  return clipped(visibleText(text), most);
}

/** Lines stay lines; of what is too long the end stays as well, as that is where things hide. */
export function printable(text: string): string {
  return bothEnds(visibleLines(text));
}

/** The same on one line. */
export function oneLinePrintable(text: string): string {
  return bothEnds(visibleText(text));
}

/** For what is visible already. */
export function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${head(text, most)}… (${text.length - most} more characters)`;
}

function bothEnds(text: string): string {
  if (text.length <= LONGEST) return text;
  const end = text.slice(-END).replace(/^[\udc00-\udfff]/, "");
  return `${clipped(text.slice(0, -END), LONGEST - END)} …${end}`;
}

/** No half of a surrogate pair is left at the cut, and no selector without its key. */
function head(text: string, most: number): string {
  return text.slice(0, most).replace(/(?:[\ud800-\udbff]|\ufe0f)$/, "");
}
