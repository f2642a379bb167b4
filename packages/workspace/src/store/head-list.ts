/**
 * A second list of where each session's chain ends, outside the workspace: who removes records together with their head
 * would have to know and reach this one too. It may lag by what a killed writer did not come to say, never lead.
 */
import { closeSync, existsSync, mkdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { appendLines, expectAppendable } from "../files/append-line.ts";
import { replaceFile } from "../files/atomic-write.ts";
import { cannotWrite } from "../files/file-problem.ts";
import { fileSize } from "../files/file-size.ts";
import { expectWritable } from "../files/make-folder.ts";
import { openRegular } from "../files/read-regular.ts";
import { linesFromEnd } from "../files/read-tail.ts";
import type { LedgerHead } from "./store.ts";

export interface HeadList {
  /** Only under the ledger's lock: trimming replaces the file. */
  add(head: LedgerHead): void;
  read(): LedgerHead[];
  /** Throws where nothing could be added now. */
  ready(): void;
}

const TRIMMED_ABOVE_BYTES = 256 * 1024;
const FIRST_LINE_BYTES = 64;

export function createHeadList(folder: string, trimmedAbove = TRIMMED_ABOVE_BYTES): HeadList {
  const file = join(folder, "heads.jsonl");

  function makeFolders(): void {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw cannotWrite(error, folder);
    }
  }

  /** The newest of each session; oldest session first. */
  function read(): LedgerHead[] {
    const newest = new Map<string, LedgerHead>();
    for (const line of linesFromEnd(file)) {
      const head = readHead(line);
      if (head && !newest.has(head.session)) newest.set(head.session, head);
    }
    return [...newest.values()].reverse();
  }

  /** No session is ever dropped, so the first line says how much is needed: trimming to that again would be for nothing. */
  function trim(): void {
    const lines = read().map((head) => JSON.stringify(head));
    const kept = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    replaceFile(file, `${[JSON.stringify({ kept }), ...lines].join("\n")}\n`, { mode: 0o600 });
  }

  return {
    add({ session, seq, hash }) {
      makeFolders();
      appendLines(file, [JSON.stringify({ session, seq, hash })], { mode: 0o600, alone: true });
      const size = fileSize(file);
      if (size > trimmedAbove && size > 2 * keptBytes(file)) trim();
    },
    read,
    ready() {
      makeFolders();
      if (existsSync(file)) expectAppendable(file);
      else expectWritable(folder);
    },
  };
}

function keptBytes(file: string): number {
  const opened = openRegular(file);
  try {
    const start = Buffer.alloc(FIRST_LINE_BYTES);
    const length = readSync(opened, start, 0, start.length, 0);
    return Number(/^\{"kept":(\d+)\}\n/.exec(start.toString("utf8", 0, length))?.[1] ?? 0);
  } finally {
    closeSync(opened);
  }
}

/** A torn line, or one that says something else, names no head. */
function readHead(line: string): LedgerHead | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const { session, seq, hash } = (value ?? {}) as Record<string, unknown>;
  if (typeof session !== "string" || typeof hash !== "string" || !Number.isSafeInteger(seq)) return null;
  return { session, seq: seq as number, hash };
}
