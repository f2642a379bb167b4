/** `decisions.jsonl`: every phase of every call, private to the user, redacted, and never larger than a few files. */

import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { visibleText } from "@intentgate/documents";
import { appendLines, cannotWrite, fileSize, linesFromEnd, makeFolder, tryFileLock } from "@intentgate/world";
import { decisionRow, readDecisionRow } from "./decision-row.ts";
import type { DecisionRow, DecisionsStore } from "./store.ts";

export interface DecisionsStoreParts {
  folder: string;
  clock: () => Date;
  rotateAboveBytes?: number;
}

const ROTATE_ABOVE_BYTES = 32 * 1024 * 1024;
const KEPT_FILES = 4;

export function createDecisionsStore(parts: DecisionsStoreParts): DecisionsStore {
  const limit = parts.rotateAboveBytes ?? ROTATE_ABOVE_BYTES;
  const locks = join(parts.folder, "locks");
  const current = join(parts.folder, "decisions.jsonl");
  const old = (number: number) => join(parts.folder, `decisions.${number}.jsonl`);

  /** Who does not get the lock goes on: the one who has it is rotating. A line written meanwhile lands in the old file. */
  function rotate(): void {
    makeFolder(locks);
    const release = tryFileLock(join(locks, "decisions.lock"));
    if (!release) return;
    try {
      if (fileSize(current) < limit) return;
      for (let number = KEPT_FILES - 1; number >= 1; number--)
        if (existsSync(old(number))) renameSync(old(number), old(number + 1));
      renameSync(current, old(1));
    } catch (error) {
      throw cannotWrite(error, current);
    } finally {
      release();
    }
  }

  function* rowsFromEnd(wanted: (line: string) => boolean): Generator<DecisionRow> {
    for (const file of [current, ...Array.from({ length: KEPT_FILES }, (_, at) => old(at + 1))])
      for (const line of linesFromEnd(file)) {
        const row = wanted(line) ? readDecisionRow(line) : null;
        if (row) yield row;
      }
  }

  return {
    append(entries) {
      if (entries.length === 0) return;
      if (fileSize(current) >= limit) rotate();
      const timestamp = parts.clock().toISOString();
      const lines = entries.map((entry) => visibleText(JSON.stringify(decisionRow(entry, timestamp))));
      appendLines(current, lines, { mode: 0o600 });
    },

    of(invocationId) {
      const spelled = JSON.stringify(invocationId);
      const rows = [...rowsFromEnd((line) => line.includes(spelled))];
      return rows.filter((row) => row.invocation_id === invocationId).reverse();
    },

    rows: () => ({ [Symbol.iterator]: () => rowsFromEnd(() => true) }),

    newest(count) {
      const rows: DecisionRow[] = [];
      if (count <= 0) return rows;
      for (const row of rowsFromEnd(() => true)) {
        rows.push(row);
        if (rows.length >= count) break;
      }
      return rows.reverse();
    },
  };
}
