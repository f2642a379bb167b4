/**
 * A second list of where each session's chain ends, outside the workspace: who removes records together with their head,
 * or adds some, would have to know and reach this one too. Every record is announced before it is written and told once
 * it is, so that a killed writer leaves no doubt; and with the record before it, so that one which was slipped in between
 * stays unknown for good.
 */

import { closeSync, existsSync, mkdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import { CHAIN_START, type ListedEnds, NO_LIST } from "@intentgate/trace";
import {
  appendLines,
  expectAppendable,
  expectWritable,
  fileSize,
  openRegular,
  readText,
  replaceFile,
  writing,
} from "@intentgate/world";
import type { LedgerHead } from "./store.ts";

/** All of it only under the ledger's lock, but for `read` and `ready`. */
export interface HeadList {
  /** Before a record is written. `prev` is the hash that it names as the one before it. */
  announce(head: LedgerHead, prev: string): void;
  /** After it was written. */
  add(head: LedgerHead): void;
  /** Begins a list with what was there before it; nothing where there is one. */
  begin(heads: () => readonly LedgerHead[]): void;
  read(): ListedEnds;
  /** Throws where nothing could be added now. */
  ready(): void;
}

type Link = Pick<LedgerHead, "seq" | "hash">;

/** What was told of one session. */
interface Told {
  last: Link | null;
  announced: Link | null;
  /** The first record that was put on top of one which the list did not know. */
  stranger: number | null;
}

const TRIMMED_ABOVE_BYTES = 256 * 1024;
const FIRST_LINE_BYTES = 64;

export function createHeadList(folder: string, trimmedAbove = TRIMMED_ABOVE_BYTES): HeadList {
  const file = join(folder, "heads.jsonl");

  function append(lines: readonly object[]): void {
    makeFolders(folder);
    appendLines(
      file,
      lines.map((line) => JSON.stringify(line)),
      { mode: 0o600, alone: true },
    );
  }

  /** No session is ever dropped, so the first line says how much is needed: trimming to that again would be for nothing. */
  function trim(): void {
    const lines = [...readTold(file)].flatMap(([session, told]) => linesOf(session, told));
    const texts = lines.map((line) => JSON.stringify(line));
    const kept = texts.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    replaceFile(file, `${[JSON.stringify({ kept }), ...texts].join("\n")}\n`, { mode: 0o600 });
  }

  return {
    announce: ({ session, seq, hash }, prev) => append([{ session, seq, hash, prev }]),
    add({ session, seq, hash }) {
      append([{ session, seq, hash }]);
      const size = fileSize(file);
      if (size > trimmedAbove && size > 2 * keptBytes(file)) trim();
    },
    begin(heads) {
      if (existsSync(file)) return;
      append([{ kept: 0 }, ...heads().map(({ session, seq, hash }) => ({ session, seq, hash }))]);
    },
    read() {
      const all = [...readTold(file)];
      if (all.length === 0) return NO_LIST;
      return {
        heads: all.flatMap(([session, { last }]) => (last ? [{ session, ...last }] : [])),
        announced: all.flatMap(([session, { announced }]) => (announced ? [{ session, ...announced }] : [])),
        strangers: all.flatMap(([session, { stranger }]) => (stranger === null ? [] : [{ session, seq: stranger }])),
      };
    },
    ready() {
      if (existsSync(file)) return expectAppendable(file);
      makeFolders(folder);
      expectWritable(folder);
    },
  };
}

function makeFolders(folder: string): void {
  writing(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
}

/** What is known of each session; the one that was last told of comes last. */
function readTold(file: string): Map<string, Told> {
  const sessions = new Map<string, Told>();
  for (const line of (readText(file) ?? "").split("\n")) {
    const entry = line === "" ? null : readEntry(line);
    if (entry === null) continue;
    const told = sessions.get(entry.session) ?? { last: null, announced: null, stranger: null };
    sessions.delete(entry.session);
    sessions.set(entry.session, told);
    hear(told, entry);
  }
  return sessions;
}

function hear(told: Told, { seq, hash, prev }: Entry): void {
  if (hash === null) {
    told.stranger ??= seq;
    return;
  }
  if (prev === null) {
    told.last = { seq, hash };
    told.announced = null;
    return;
  }
  if (prev !== TRIMMED && !follows(seq, prev, told)) told.stranger ??= seq;
  told.announced = { seq, hash };
}

function follows(seq: number, prev: string, { last, announced }: Told): boolean {
  if (seq === 1) return prev === CHAIN_START;
  return [last, announced].some((known) => known?.seq === seq - 1 && known.hash === prev);
}

/** In place of the hash before, where what came before was trimmed away. */
const TRIMMED = "trimmed";

function linesOf(session: string, { last, announced, stranger }: Told): object[] {
  return [
    ...(last ? [{ session, ...last }] : []),
    ...(announced ? [{ session, ...announced, prev: TRIMMED }] : []),
    ...(stranger === null ? [] : [{ session, stranger }]),
  ];
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

/** Without a hash: a record that was put on top of an unknown one. Without `prev`: one that was written. */
interface Entry {
  session: string;
  seq: number;
  hash: string | null;
  prev: string | null;
}

/** A torn line, or one that says something else, tells nothing. */
function readEntry(line: string): Entry | null {
  const { session, seq, hash, prev = null, stranger } = jsonFields(line);
  if (typeof session !== "string" || (prev !== null && typeof prev !== "string")) return null;
  if (isNumber(stranger)) return { session, seq: stranger, hash: null, prev: null };
  return typeof hash === "string" && isNumber(seq) ? { session, seq, hash, prev } : null;
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
