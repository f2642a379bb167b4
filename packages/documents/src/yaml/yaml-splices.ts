/** Computes the smallest changes of the source that set, append or remove a value; a text says why it cannot be done. */
import { isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap, type YAMLSeq } from "yaml";
import { spanOf } from "./parse-strict.ts";
import { nodeAt, type PlainValue, pairAt, type ReadYaml, type YamlPath } from "./read-yaml.ts";
import { linesOf, type Splice, type TextLines } from "./text-lines.ts";
import { collectionLines, inline, pairLines, quoted, scalarText, wantsLines } from "./write-value.ts";
import { afterColon, blockScalar, contentEnd, dashesOf, isBlank, isBlockCollection } from "./yaml-extent.ts";

export type Splices = Splice[] | { cannot: string };

/** What holds a value: a key with its colon or a dash. */
interface Holder {
  after: number;
  hasColon: boolean;
  column: number;
  inBlock: boolean;
}

export function setSplices(doc: ReadYaml, path: YamlPath, value: PlainValue): Splices {
  const lines = linesOf(doc.text);
  const last = path.at(-1);
  if (doc.root === null) {
    if (path.length !== 1 || typeof last !== "string") return { cannot: "the file is empty" };
    return [lines.insertLines(doc.text.length, pairLines(last, value, 0))];
  }
  const parent = nodeAt(doc.root, path.slice(0, -1));
  if (isMap(parent) && typeof last === "string") {
    const pair = pairAt(parent, last);
    if (!pair) return addPair(parent, last, value, lines);
    return replaceValue(pair.value, holderOf(parent, pair, lines), value, lines);
  }
  if (isSeq(parent) && typeof last === "number" && parent.items[last]) {
    return replaceValue(parent.items[last], itemHolder(parent, last, lines), value, lines);
  }
  return { cannot: "what should hold the value is not there" };
}

export function appendSplices(doc: ReadYaml, path: YamlPath, items: PlainValue[]): Splices {
  const node = nodeAt(doc.root, path);
  if (node === null || (isScalar(node) && node.value === null)) return setSplices(doc, path, items);
  if (!isSeq(node)) return { cannot: "it is not a list" };
  const lines = linesOf(doc.text);
  if (!node.flow) return appendLines(node, collectionLines(items, dashColumn(node, lines)), lines);
  const { start, end } = spanOf(node);
  const last = node.items.at(-1);
  if (last === undefined) {
    const source = doc.text.slice(start, end);
    if (wantsLines(items) && source.slice(1, -1).trim() === "") return setSplices(doc, path, items);
    const written = items.map(inline).join(", ");
    if (!lines.startsLine(end - 1)) return [{ start: end - 1, end: end - 1, insert: written }];
    const column = lines.columnOf(end - 1) + 2;
    return [lines.insertLines(lines.lineStart(end - 1), [`${" ".repeat(column)}${written}`])];
  }
  const itemStart = spanOf(last).start;
  const ownLine = lines.startsLine(itemStart) && lines.lineStart(itemStart) > start;
  const between = ownLine ? `,${lines.eol}${" ".repeat(lines.columnOf(itemStart))}` : ", ";
  const at = spanOf(last).end;
  return [{ start: at, end: at, insert: items.map((item) => between + inline(item)).join("") }];
}

export function removeSplices(doc: ReadYaml, path: YamlPath, index: number): Splices {
  const seq = nodeAt(doc.root, path);
  const item = isSeq(seq) ? (seq.items[index] as Node | undefined) : undefined;
  if (!isSeq(seq) || !item) return { cannot: "there is no such item" };
  if (seq.items.length === 1) return setSplices(doc, path, []);
  const lines = linesOf(doc.text);
  if (!seq.flow) {
    const extent = itemLines(seq, index, lines);
    if (extent) return [lines.removeLines(extent.start, extent.end)];
    const dashes = dashesOf(seq);
    const [from, to] = [dashes[index], dashes[index + 1]];
    return from === undefined || to === undefined
      ? { cannot: "it shares its line" }
      : [{ start: from, end: to, insert: "" }];
  }
  const span = spanOf(item);
  if (index > 0) return [{ start: spanOf(seq.items[index - 1]).end, end: span.end, insert: "" }];
  return [{ start: span.start, end: spanOf(seq.items[1]).start, insert: "" }];
}

/** The whole lines of an item of a block sequence; null where it shares its first line with something else. */
export function itemLines(seq: YAMLSeq, index: number, lines: TextLines): { start: number; end: number } | null {
  const dash = dashesOf(seq)[index];
  if (dash === undefined || !lines.startsLine(dash)) return null;
  const item = seq.items[index];
  return { start: lines.lineStart(dash), end: lines.afterLine(isBlank(item) ? dash + 1 : contentEnd(item, lines)) };
}

export function dashColumn(seq: YAMLSeq, lines: TextLines): number {
  return lines.columnOf(dashesOf(seq)[0] ?? spanOf(seq).start);
}

export function appendLines(seq: YAMLSeq, added: readonly string[], lines: TextLines): Splice[] {
  return [lines.insertLines(lines.afterLine(contentEnd(seq, lines)), added)];
}

/** Puts whole lines below a key that holds nothing yet; null where that cannot be done on lines. */
export function fillLines(doc: ReadYaml, key: string, added: readonly string[]): Splice[] | null {
  const pair = doc.root && pairAt(doc.root, key);
  if (!doc.root || doc.root.flow || !pair) return null;
  const lines = linesOf(doc.text);
  return emptied(pair.value, holderOf(doc.root, pair, lines), added, lines);
}

function holderOf(map: YAMLMap, pair: Pair, lines: TextLines): Holder {
  const { offset, hasColon } = afterColon(pair);
  return { after: offset, hasColon, column: lines.columnOf(spanOf(pair.key).start), inBlock: !map.flow };
}

function itemHolder(seq: YAMLSeq, index: number, lines: TextLines): Holder {
  const dash = dashesOf(seq)[index] ?? spanOf(seq.items[index]).start;
  return { after: dash + 1, hasColon: true, column: lines.columnOf(dash), inBlock: !seq.flow };
}

function addPair(map: YAMLMap, key: string, value: PlainValue, lines: TextLines): Splices {
  if (!map.flow) {
    const column = lines.columnOf(spanOf(map).start);
    return [lines.insertLines(lines.afterLine(contentEnd(map, lines)), pairLines(key, value, column))];
  }
  const last = map.items.at(-1);
  const text = `${quoted(key)}: ${inline(value)}`;
  if (!last) return [{ start: spanOf(map).end - 1, end: spanOf(map).end - 1, insert: text }];
  const at = isBlank(last.value) ? afterColon(last).offset : spanOf(last.value).end;
  return [{ start: at, end: at, insert: `, ${text}` }];
}

function replaceValue(node: unknown, holder: Holder, value: PlainValue, lines: TextLines): Splices {
  const text = holder.inBlock ? scalarText(value) : inline(value);
  if (isBlockCollection(node)) return replaceBlock(node as YAMLMap | YAMLSeq, holder, value, lines);
  const block = blockScalar(node, lines);
  if (block) {
    const { header, content, end } = block;
    const inHeader = { ...header, insert: text };
    return end <= content ? [inHeader] : [inHeader, lines.removeLines(content, lines.afterLine(end))];
  }
  if (holder.inBlock && wantsLines(value)) {
    const onLines = emptied(node, holder, collectionLines(value, holder.column + 2), lines);
    if (onLines) return onLines;
  }
  if (!isBlank(node)) return [{ ...spanOf(node), insert: text }];
  return [{ start: holder.after, end: holder.after, insert: `${holder.hasColon ? "" : ":"} ${text}` }];
}

/** Takes a short value such as `[]` away and puts lines below its key. */
function emptied(node: unknown, holder: Holder, added: readonly string[], lines: TextLines): Splice[] | null {
  const below = lines.insertLines(lines.afterLine(holder.after), added);
  if (isBlank(node)) return [below];
  const { start, end } = spanOf(node);
  const isInLine = !lines.text.slice(holder.after, end).includes("\n");
  return isInLine && lines.text.slice(holder.after, start).trim() === ""
    ? [{ start: holder.after, end, insert: "" }, below]
    : null;
}

function replaceBlock(node: YAMLMap | YAMLSeq, holder: Holder, value: PlainValue, lines: TextLines): Splices {
  const { start } = spanOf(node);
  const end = contentEnd(node, lines);
  const isSameKind = value !== null && typeof value === "object" && Array.isArray(value) === isSeq(node);
  if (isSameKind && Object.keys(value).length > 0) {
    const written = collectionLines(value, lines.columnOf(start));
    return [{ start, end, insert: written.join(lines.eol).trimStart() }];
  }
  const text = scalarText(value);
  if (!lines.startsLine(start)) return [{ start, end, insert: text }];
  return [
    { start: holder.after, end: holder.after, insert: ` ${text}` },
    lines.removeLines(lines.lineStart(start), lines.afterLine(end)),
  ];
}
