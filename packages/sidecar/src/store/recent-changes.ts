/** The newest changes of each intent, kept small beside the ledger so that its size does not matter. Derived. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { jsonFields, visibleText } from "@intentgate/documents";
import { readRecord, type TraceDraft } from "@intentgate/trace";
import { appendLines, expectWritable, fileSize, makeFolder, readTail, replaceFile } from "@intentgate/world";
import { sessionFileName } from "./session-file-name.ts";

export interface RecentChange {
  path: string;
  description: string;
}

const TRIMMED_ABOVE_BYTES = 64 * 1024;
/** Times the longest line they stay well below the size above, so that trimming is rare. */
const KEPT_LINES = 20;
const MAX_PATH_CHARACTERS = 1_000;
const MAX_DESCRIPTION_CHARACTERS = 500;
/** How far back the ledger is read when this folder was deleted. */
const REBUILT_FROM_RECORDS = 2_000;

/** The ledger as far as it is needed here. */
export interface EndOfLedger {
  /** Changes with everything that is written to it. */
  identity(): string;
  /** Newest first. */
  linesFromEnd(): Iterable<string>;
}

export function createRecentChanges(sidecar: string, ledger: EndOfLedger) {
  const cache = join(sidecar, "cache");
  const folder = join(cache, "recent");
  /** The folder was deleted: what the ledger's end tells is read once for each state of it. */
  let rebuilt: { ledger: string; byIntent: Map<string, RecentChange[]> } | undefined;
  const fromEnd = () => {
    const now = ledger.identity();
    if (rebuilt?.ledger !== now) rebuilt = { ledger: now, byIntent: fromLedger(ledger) };
    return rebuilt.byIntent;
  };
  const fileOf = (intentId: string) => join(folder, `${sessionFileName(intentId)}.jsonl`);

  return {
    /** Only under the ledger's lock: trimming replaces the file. */
    add(draft: Pick<TraceDraft, "intent_id" | "files" | "description">): void {
      if (!existsSync(folder)) {
        makeFolder(cache);
        makeFolder(folder);
        for (const [intentId, changes] of fromLedger(ledger))
          appendLines(fileOf(intentId), changes.slice(-KEPT_LINES).map(textOf), { alone: true });
      }
      const file = fileOf(draft.intent_id);
      appendLines(file, [textOf(recentChange(draft))], { alone: true });
      if (fileSize(file) > TRIMMED_ABOVE_BYTES) {
        replaceFile(file, `${readTail(file, KEPT_LINES).join("\n")}\n`);
      }
    },

    /** Throws where nothing could be added now. */
    ready(): void {
      makeFolder(cache);
      expectWritable(existsSync(folder) ? folder : cache);
    },

    of(intentId: string, count: number): RecentChange[] {
      if (!existsSync(folder)) return fromEnd().get(intentId)?.slice(-count) ?? [];
      return readTail(fileOf(intentId), count).flatMap(readChange);
    },
  };
}

export function recentChange(record: {
  files: readonly { relative_path: string }[];
  description: string;
}): RecentChange {
  const path = record.files[0]?.relative_path ?? "";
  return {
    path: path.slice(0, MAX_PATH_CHARACTERS),
    description: record.description.slice(0, MAX_DESCRIPTION_CHARACTERS),
  };
}

function fromLedger(ledger: EndOfLedger): Map<string, RecentChange[]> {
  const byIntent = new Map<string, RecentChange[]>();
  let read = 0;
  for (const line of ledger.linesFromEnd()) {
    if (++read > REBUILT_FROM_RECORDS) break;
    const record = readRecord(line);
    if ("problem" in record || record.intent_id === null) continue;
    const change = recentChange(record);
    const known = byIntent.get(record.intent_id);
    if (known) known.push(change);
    else byIntent.set(record.intent_id, [change]);
  }
  for (const changes of byIntent.values()) changes.reverse();
  return byIntent;
}

function textOf(change: RecentChange): string {
  return visibleText(JSON.stringify(change));
}

/** A line that cannot be read is a line the model is not told about; the ledger still has it. */
function readChange(line: string): RecentChange[] {
  const { path, description } = jsonFields(line);
  return typeof path === "string" && typeof description === "string" ? [{ path, description }] : [];
}
