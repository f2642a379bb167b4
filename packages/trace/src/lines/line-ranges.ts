/** Which lines of a file a change wrote, each range with the hash of exactly its bytes. */
import { contentHash } from "../contents/content-hash.ts";
import { isBinary } from "../contents/is-binary.ts";
import { splitLines } from "../contents/split-lines.ts";
import type { TraceRange } from "../records/record.ts";
import { type LineHunk, lineHunks } from "./line-hunks.ts";

export interface LineChanges {
  binary: boolean;
  ranges: TraceRange[];
  added: number;
  removed: number;
}

/** Two contents side by side, their lines one character a byte. */
export type ComparedLines = { before: string[]; after: string[]; hunks: LineHunk[] };

/** Null stands for a file that is not there. Binary bytes have no lines. */
export function compareLines(before: Uint8Array | null, after: Uint8Array | null): ComparedLines | "binary" {
  if ((before && isBinary(before)) || (after && isBinary(after))) return "binary";
  const beforeLines = byteLines(before);
  const afterLines = byteLines(after);
  return { before: beforeLines, after: afterLines, hunks: lineHunks(beforeLines, afterLines) };
}

export function changesIn(
  compared: ComparedLines | "binary",
  nameOf: (bytes: Uint8Array) => string = contentHash,
): LineChanges {
  if (compared === "binary") return { binary: true, ranges: [], added: 0, removed: 0 };
  const { hunks, after } = compared;
  return {
    binary: false,
    ranges: hunks.map((hunk) => rangeOf(hunk, after, nameOf)),
    added: hunks.reduce((sum, hunk) => sum + hunk.afterEnd - hunk.afterStart, 0),
    removed: hunks.reduce((sum, hunk) => sum + hunk.beforeEnd - hunk.beforeStart, 0),
  };
}

function rangeOf(hunk: LineHunk, afterLines: string[], nameOf: (bytes: Uint8Array) => string): TraceRange {
  const text = afterLines.slice(hunk.afterStart, hunk.afterEnd).join("");
  return {
    start_line: hunk.afterStart + 1,
    end_line: hunk.afterEnd,
    content_hash: nameOf(Buffer.from(text, "latin1")),
  };
}

/** One character a byte, so that comparing and hashing lines is comparing and hashing their bytes. */
export function byteLines(bytes: Uint8Array | null): string[] {
  if (!bytes) return [];
  return splitLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));
}
