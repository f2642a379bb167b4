/** Values as YAML text: words stay plain, every other string is written in double quotes as JSON would. */
import { replaceInvisible, unwelcomeAt } from "../text/invisible.ts";
import type { PlainValue } from "./read-yaml.ts";

const INLINE_LIMIT = 100;
/** Words that some YAML reader takes for something else than text. */
const notWords = new Set(["true", "false", "null", "yes", "no", "on", "off", "y", "n"]);
const word = /^[A-Za-z][A-Za-z0-9_.-]{0,127}$/;

/** What JSON leaves as it is but the strict reader refuses is an escape too. */
export function quoted(text: string): string {
  return replaceInvisible(JSON.stringify(text), (found) => {
    if (unwelcomeAt(found) === -1) return found;
    const code = found.codePointAt(0)!.toString(16);
    return found.length > 1 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

export function keyText(key: string): string {
  return word.test(key) && !notWords.has(key.toLowerCase()) ? key : quoted(key);
}

/** On one line, fit for any place. */
export function inline(value: PlainValue): string {
  if (typeof value === "string") return quoted(value);
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${quoted(key)}: ${inline(item)}`)
    .join(", ")}}`;
}

/** As the value of a key. */
export function scalarText(value: PlainValue): string {
  return typeof value === "string" ? keyText(value) : inline(value);
}

/** True where the value reads better on lines of its own. */
export function wantsLines(value: PlainValue): boolean {
  if (value === null || typeof value !== "object") return false;
  const items = Object.values(value);
  if (items.length === 0) return false;
  if (!Array.isArray(value)) return true;
  return items.some((item) => item !== null && typeof item === "object") || inline(value).length > INLINE_LIMIT;
}

export function pairLines(key: string, value: PlainValue, column: number): string[] {
  const start = `${" ".repeat(column)}${keyText(key)}:`;
  if (!wantsLines(value)) return [`${start} ${scalarText(value)}`];
  return [start, ...collectionLines(value, column + 2)];
}

/** The items of a filled list or map, one below the other. */
export function collectionLines(value: PlainValue, column: number): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(item, column));
  return Object.entries(value as object).flatMap(([key, item]) => pairLines(key, item as PlainValue, column));
}

function itemLines(item: PlainValue, column: number): string[] {
  const dash = `${" ".repeat(column)}- `;
  const isFilledMap = item !== null && typeof item === "object" && !Array.isArray(item) && Object.keys(item).length > 0;
  if (!isFilledMap) return [`${dash}${inline(item)}`];
  const [first = "", ...rest] = collectionLines(item, column + 2);
  return [`${dash}${first.trimStart()}`, ...rest];
}
