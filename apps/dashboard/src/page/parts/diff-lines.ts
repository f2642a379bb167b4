/** A unified diff as rows: line numbers on both sides, and which words of a changed line differ. */
import { lineWords } from "../words/words.ts";

export type DiffRow =
  | { kind: "hunk"; text: string }
  | { kind: "note"; text: string }
  | { kind: "same" | "added" | "removed"; old: number | null; new: number | null; parts: DiffPart[] };

export interface DiffPart {
  text: string;
  changed: boolean;
}

type CodeRow = Extract<DiffRow, { parts: DiffPart[] }>;

const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** Lines outside a hunk are notes: a secret file that is not shown, a heading. The two `---`/`+++` lines say nothing new. */
export function diffRows(lines: readonly string[]): DiffRow[] {
  const rows: DiffRow[] = [];
  let old = 0;
  let next = 0;
  let inHunk = false;
  for (const [at, line] of lines.entries()) {
    const hunk = HUNK.exec(line);
    if (hunk) {
      inHunk = true;
      old = Number(hunk[1]);
      next = Number(hunk[3]);
      rows.push({ kind: "hunk", text: placeOf(next, hunk[4]) });
    } else if (!inHunk) {
      if (!isFileHead(lines, at)) rows.push({ kind: "note", text: line });
    } else if (line.startsWith("\\")) rows.push({ kind: "note", text: "No line break at the end of the file" });
    else rows.push(codeRow(line));
  }
  markWords(rows);
  return rows;

  function codeRow(line: string): CodeRow {
    const parts = [{ text: line.slice(1), changed: false }];
    if (line.startsWith("+")) return { kind: "added", old: null, new: next++, parts };
    if (line.startsWith("-")) return { kind: "removed", old: old++, new: null, parts };
    return { kind: "same", old: old++, new: next++, parts };
  }
}

export function diffCounts(rows: readonly DiffRow[]): { added: number; removed: number } {
  return {
    added: rows.filter((row) => row.kind === "added").length,
    removed: rows.filter((row) => row.kind === "removed").length,
  };
}

function isFileHead(lines: readonly string[], at: number): boolean {
  return at < 2 && (lines[at]?.startsWith("--- ") || lines[at]?.startsWith("+++ ")) === true;
}

function placeOf(start: number, count: string | undefined): string {
  const lines = count === undefined ? 1 : Number(count);
  if (lines === 0) return start === 0 ? "the whole file" : `after line ${start}`;
  return lineWords(start, start + lines - 1);
}

/** Removed lines followed by added ones are read as pairs, from the first on; of blocks that differ in length only near ones. */
function markWords(rows: DiffRow[]): void {
  let at = 0;
  while (at < rows.length) {
    const removed = run(rows, at, "removed");
    const added = run(rows, at + removed.length, "added");
    const least = removed.length === added.length ? 1 / 3 : 1 / 2;
    for (const [pair, before] of removed.entries()) {
      const after = added[pair];
      if (after) markPair(before, after, least);
    }
    at += Math.max(1, removed.length + added.length);
  }
}

function run(rows: readonly DiffRow[], from: number, kind: "added" | "removed"): CodeRow[] {
  const found: CodeRow[] = [];
  for (let at = from; at < rows.length; at++) {
    const row = rows[at];
    if (row?.kind !== kind) break;
    found.push(row);
  }
  return found;
}

function markPair(before: CodeRow, after: CodeRow, least: number): void {
  const left = before.parts[0]?.text ?? "";
  const right = after.parts[0]?.text ?? "";
  const shortest = Math.min(left.length, right.length);
  let start = 0;
  while (start < shortest && left[start] === right[start]) start++;
  let tail = 0;
  while (tail < shortest - start && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++;
  // Lines that share next to nothing are two different lines; marking all of both would say nothing.
  if (start + tail < shortest * least || start + tail === 0) return;
  before.parts = split(left, start, left.length - tail);
  after.parts = split(right, start, right.length - tail);
}

function split(text: string, start: number, end: number): DiffPart[] {
  const parts = [
    { text: text.slice(0, start), changed: false },
    { text: text.slice(start, end), changed: true },
    { text: text.slice(end), changed: false },
  ];
  return parts.filter((part) => part.text !== "");
}
