/** Where the source of a YAML node begins and ends, in the sense of an editor: without what only follows it. */
import { type CST, isMap, isScalar, isSeq, type Pair, type YAMLSeq } from "yaml";
import { spanOf } from "./parse-strict.ts";
import type { TextLines } from "./text-lines.ts";

export function isBlockCollection(node: unknown): boolean {
  return (isMap(node) || isSeq(node)) && !node.flow;
}

export function isBlank(node: unknown): boolean {
  const { start, end } = spanOf(node);
  return end <= start;
}

/** Right behind the colon of a pair; behind its key where it has none. */
export function afterColon(pair: Pair): { offset: number; hasColon: boolean } {
  const colon = pair.srcToken?.sep?.find((token) => token.type === "map-value-ind");
  if (colon) return { offset: colon.offset + 1, hasColon: true };
  return { offset: spanOf(pair.key).end, hasColon: false };
}

/** The offsets of the dashes of a block sequence. */
export function dashesOf(seq: YAMLSeq): number[] {
  const token = seq.srcToken as CST.BlockSequence | undefined;
  return (token?.items ?? []).flatMap((item) => {
    const dash = item.start.find((one) => one.type === "seq-item-ind");
    return dash ? [dash.offset] : [];
  });
}

/** The end of the last character that belongs to the node; a comment behind it does not. */
export function contentEnd(node: unknown, lines: TextLines): number {
  if (isMap(node) && !node.flow) {
    const last = node.items.at(-1);
    if (!last) return spanOf(node).end;
    return isBlank(last.value) ? afterColon(last).offset : contentEnd(last.value, lines);
  }
  if (isSeq(node) && !node.flow) {
    const last = node.items.at(-1);
    const dash = dashesOf(node).at(-1) ?? spanOf(node).start;
    return isBlank(last) ? dash + 1 : contentEnd(last, lines);
  }
  const block = blockScalar(node, lines);
  return block ? block.end : spanOf(node).end;
}

export interface BlockScalarExtent {
  header: { start: number; end: number };
  /** The start of the line below the header. */
  content: number;
  end: number;
}

export function blockScalar(node: unknown, lines: TextLines): BlockScalarExtent | null {
  if (!isScalar(node) || node.srcToken?.type !== "block-scalar") return null;
  const token = node.srcToken;
  const mark = token.props.find((prop) => prop.type === "block-scalar-header") as CST.SourceToken | undefined;
  const start = mark?.offset ?? token.offset;
  const header = { start, end: start + (mark?.source.length ?? 1) };
  const content = lines.afterLine(header.end);
  const source = lines.text.slice(content, content + token.source.length);
  // With `+` the blank lines below are part of the value.
  if (mark?.source.includes("+")) return { header, content, end: content + source.length };
  const trimmed = source.trimEnd().length;
  return { header, content, end: trimmed === 0 ? header.end : content + trimmed };
}
