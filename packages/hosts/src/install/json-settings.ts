/**
 * Puts things into JSON text and takes them out again, and leaves every other byte alone. What is put in ends its
 * container and brings nothing behind it. A list or an object that we open begins without a space, and one that was
 * there is never filled without one: so taking out sees which of them were opened for us.
 */

import { type Checked, problem } from "@intentgate/documents";
import type { Claim, FileContent, InstallSettings, Mark } from "../host/install.ts";
import { type Json, type JsonNode, plainValue, readJsonTree } from "../settings/json-tree.ts";

type JsonContent = Extract<FileContent, { kind: "json" }>;
type Failed = { ok: false; problems: [ReturnType<typeof problem>] };

const MAX_CHARACTERS = 5_000_000;

export function addToJson(content: JsonContent, before: string | null, settings: InstallSettings): Checked<string> {
  const cleared = before === null ? { ok: true as const, value: null } : removeFromJson(content, before);
  if (!cleared.ok) return cleared;
  let text = cleared.value ?? content.skeleton ?? "";
  for (const claim of content.claims(settings)) {
    const put = putIn(text, claim, content);
    if (!put.ok) return put;
    text = put.value;
  }
  return { ok: true, value: cleared.value === null && content.skeleton === null ? `${text}\n` : text };
}

/** Null where nothing is left but what we had begun the file with. */
export function removeFromJson(content: JsonContent, before: string): Checked<string | null> {
  let text = before;
  for (const mark of [...content.marks].reverse()) {
    const taken = takeOut(text, mark);
    if (!taken.ok) return taken;
    text = taken.value;
  }
  const isEmptied = content.skeleton === null ? before.startsWith("{") && text === "\n" : text === content.skeleton;
  return { ok: true, value: isEmptied ? null : text };
}

/** What in the file keeps hooks from running. */
export function switchedOffIn(content: JsonContent, text: string): Checked<string[]> {
  const root = rootOf(text);
  if (!root.ok) return root;
  const found = content.off.flatMap(({ at, when, why }) => {
    const node = root.value === null ? null : follow(root.value, at).node;
    return node !== null && when(plainValue(node)) ? [`${at.join(".")}: ${why}`] : [];
  });
  return { ok: true, value: found };
}

/** Of the hooks only: how a server is started may differ from day to day. */
export function changedEntriesIn(content: JsonContent, text: string, settings: InstallSettings): Checked<string[]> {
  const root = rootOf(text);
  if (!root.ok) return root;
  const found = content.claims(settings).filter((claim) => {
    if (claim.at[0] !== "hooks" || !("element" in claim)) return false;
    const node = root.value === null ? null : follow(root.value, claim.at).node;
    const elements = node?.type === "array" ? node.children.map(plainValue) : [];
    return !elements.some((element) => spaced(element) === spaced(claim.element));
  });
  return { ok: true, value: found.map(({ at }) => at.join(".")) };
}

function putIn(text: string, claim: Claim, content: JsonContent): Checked<string> {
  const root = rootOf(text);
  if (!root.ok) return root;
  if (root.value === null) {
    const isOurs = content.skeleton === null;
    return isOurs ? { ok: true, value: `${text}${opened(claim, 0)}` } : cannot("the file is empty", text, 0);
  }
  const { node, missing, last } = follow(root.value, claim.at);
  const container = node ?? last;
  const wanted = missing > 0 || "key" in claim ? "object" : "array";
  const way = claim.at.slice(0, claim.at.length - missing).join(".") || "the file";
  if (container.type !== wanted) return cannot(`${way} is no ${wanted}`, text, container.start);
  if (missing === 0 && "key" in claim && memberOf(container, claim.key)) {
    return cannot(`${way}.${claim.key} is there already`, text, container.start);
  }
  return { ok: true, value: appended(text, container, itemOf(claim, missing)) };
}

function itemOf(claim: Claim, missing: number): string {
  const from = claim.at.length - missing;
  if (missing > 0) return `${JSON.stringify(claim.at[from])}: ${opened(claim, from + 1)}`;
  return "key" in claim ? `${JSON.stringify(claim.key)}: ${spaced(claim.value)}` : spaced(claim.element);
}

/** The containers that are missing, one in the other, without a space after any bracket. */
function opened(claim: Claim, from: number): string {
  const key = claim.at[from];
  if (key !== undefined) return `{${JSON.stringify(key)}: ${opened(claim, from + 1)}}`;
  return "key" in claim ? `{${itemOf(claim, 0)}}` : `[${itemOf(claim, 0)}]`;
}

function appended(text: string, container: JsonNode, item: string): string {
  const last = container.children.at(-1);
  const at = last?.end ?? container.start + 1;
  return `${text.slice(0, at)}${last === undefined ? "" : ","}${gap(text, container, last)}${item}${text.slice(at)}`;
}

/** Never empty. A list on one line goes on there; everything else begins a line, indented like its neighbour. */
function gap(text: string, container: JsonNode, last: JsonNode | undefined): string {
  const isOneLine = container.type === "array" && !text.slice(container.start, container.end).includes("\n");
  if (isOneLine) return " ";
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const beside = last === undefined ? null : indentBefore(text, last.start);
  if (beside !== null) return `${newline}${beside}`;
  let depth = 0;
  for (let up: JsonNode | null = container; up !== null; up = up.parent) if (up.type !== "property") depth += 1;
  return `${newline}${(text.includes("\n\t") ? "\t" : "  ").repeat(depth)}`;
}

/** The blanks from the start of the line; null where something else stands there. */
function indentBefore(text: string, at: number): string | null {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(start, at);
  return start > 0 && /^[ \t]*$/.test(before) ? before : null;
}

function takeOut(text: string, mark: Mark): Checked<string> {
  for (let now = text; ; ) {
    const root = rootOf(now);
    if (!root.ok) return root;
    const found = root.value === null ? null : lastOfOurs(root.value, mark);
    if (found === null) return { ok: true, value: now };
    now = withoutItem(now, found);
  }
}

function lastOfOurs(root: JsonNode, mark: Mark): JsonNode | null {
  const { node } = follow(root, mark.at);
  if ("key" in mark) return node?.type === "object" ? memberOf(node, mark.key) : null;
  if (node?.type !== "array") return null;
  for (const element of [...node.children].reverse()) {
    if (!("inner" in mark)) {
      if (mark.isOurs(plainValue(element))) return element;
      continue;
    }
    const list = follow(element, [mark.inner]).node;
    const inner = list?.type === "array" ? list.children : [];
    const found = inner.findLast((one) => mark.isOurs(plainValue(one)));
    if (found) return inner.length === 1 ? element : found;
  }
  return null;
}

interface Followed {
  /** What is at the place; null where the way ends before. */
  node: JsonNode | null;
  /** How many names of the way lead nowhere, and the last thing on it. */
  missing: number;
  last: JsonNode;
}

function follow(root: JsonNode, at: readonly string[]): Followed {
  let node = root;
  for (const [index, key] of at.entries()) {
    const value = node.type === "object" ? memberOf(node, key)?.children[0] : undefined;
    if (value === undefined) return { node: null, missing: at.length - index, last: node };
    node = value;
  }
  return { node, missing: 0, last: node };
}

function memberOf(object: JsonNode, key: string): JsonNode | null {
  return object.children.find((property) => property.value === key) ?? null;
}

/** Null where there is nothing to stand in. */
function rootOf(text: string): Checked<JsonNode | null> {
  if (text.length > MAX_CHARACTERS) return cannot("it is too large", text, 0);
  const tree = readJsonTree(text);
  if (!tree.ok) return cannot(tree.why, text, tree.at);
  if (tree.root === null && text.includes("/")) return cannot("it holds only comments", text, 0);
  if (tree.root !== null && tree.root.type !== "object") return cannot("it is not an object", text, tree.root.start);
  return { ok: true, value: tree.root };
}

function cannot(why: string, text: string, at: number): Failed {
  const before = text.slice(0, at);
  const place = { line: before.split("\n").length, column: at - before.lastIndexOf("\n") };
  const remedy = "Mend the file, or put the settings in by hand.";
  return { ok: false, problems: [problem("BAD_SETTINGS", `the settings cannot be edited: ${why}`, remedy, place)] };
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`);
  return `{${members.join(", ")}}`;
}

/** Cuts one member or element out of JSON text, and with it what was opened for nothing else. */
function withoutItem(text: string, item: JsonNode): string {
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
