/** Cuts one member or element out of JSON text, and with it what was opened for nothing else. */
import type { JsonNode } from "../settings/json-tree.ts";

export function withoutItem(text: string, item: JsonNode): string {
  const container = item.parent;
  // The whole file was begun for it; blanks around it stay.
  if (container === null) return text.slice(0, item.start) + text.slice(item.end);
  const siblings = container.children;
  const isAlone = siblings.length === 1;
  if (isAlone && container.start + 1 === item.start && item.end + 1 === container.end) {
    return withoutItem(text, container.parent?.type === "property" ? container.parent : container);
  }
  const before = siblings[siblings.indexOf(item) - 1];
  if (before === undefined && !isAlone) return cutFirst(text, item);
  return cut(text, before?.end ?? container.start + 1, item);
}

/** From `from` to the end of the item; comments in between stay. */
function cut(text: string, from: number, item: JsonNode): string {
  const between = text.slice(from, item.start);
  const comma = commaIn(between);
  const isPlain = between.replace(",", "").trim() === "";
  const kept = isPlain ? "" : comma < 0 ? between : between.slice(0, comma) + between.slice(comma + 1);
  return text.slice(0, from) + kept + text.slice(item.end);
}

function cutFirst(text: string, item: JsonNode): string {
  const rest = text.slice(item.end);
  const comma = commaIn(rest);
  const behind = comma < 0 ? rest : rest.slice(0, comma) + rest.slice(comma + 1).replace(/^[ \t]+/, "");
  return text.slice(0, item.start) + behind;
}

/** Where the next comma stands that is no part of a comment; there is nothing but blanks and comments before it. */
function commaIn(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === ",") return at;
    if (text.startsWith("//", at)) at = endOf("\n", text, at);
    else if (text.startsWith("/*", at)) at = endOf("*/", text, at + 2);
  }
  return -1;
}

function endOf(by: string, text: string, from: number): number {
  const at = text.indexOf(by, from);
  return at < 0 ? text.length : at + by.length - 1;
}
