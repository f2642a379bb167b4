/** The ledger: `agent_trace.jsonl`, one chained record a line; its size does not matter to a writer. */
import { appendFileSync, closeSync, lstatSync, readSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { type ChainLink, NO_LIST, readRecord, sealRecord, type TraceDraft, type TraceRecord } from "@intentgate/trace";
import {
  appendLines,
  expectAppendable,
  expectNoLink,
  expectWritable,
  fileSize,
  identity,
  makeFolder,
  openRegular,
  removeLeftovers,
  withFileLock,
  writing,
} from "@intentgate/world";
import { endOfChain, headFiles, readHead, resolveHeads, settleHead, writeHead } from "./chain-head.ts";
import type { HeadList } from "./head-list.ts";
import { createLastKnown } from "./last-known.ts";
import {
  ARCHIVE_NAME,
  archivedSegments,
  archivePath,
  LIVE_NAME,
  ledgerLines,
  ledgerLinesFromEnd,
} from "./ledger-segments.ts";
import { createRecentChanges } from "./recent-changes.ts";
import { sessionFileName } from "./session-file-name.ts";
import type { LedgerHead, LedgerStore, RotatedLedger } from "./store.ts";

export interface LedgerParts {
  folder: string;
  headList?: HeadList | undefined;
  /** The file that is written to is put into the archive once it is larger. */
  rotateAboveBytes?: (() => number) | undefined;
}

export function createLedgerStore(parts: LedgerParts): LedgerStore {
  const { folder } = parts;
  const ledger = join(folder, LIVE_NAME);
  const headFolder = join(folder, "heads");
  const locks = join(folder, "locks");
  const linesFromEnd = () => ledgerLinesFromEnd(folder);
  const recent = createRecentChanges(folder, { identity: () => identity(ledger), linesFromEnd });
  const lastKnown = createLastKnown(folder);
  const headFileOf = (session: string) => join(headFolder, `${sessionFileName(session)}.json`);

  /** The cache comes first: where it cannot be written, the ledger is not either, and nothing is half done. */
  function appendAlone(session: string, draft: TraceDraft): TraceRecord {
    if (parts.rotateAboveBytes) rotateIfFull(folder, headFolder, parts.rotateAboveBytes());
    const headFile = headFileOf(session);
    const before = lastOf(session, headFile);
    const { record, line } = sealRecord(draft, before, session);
    const { seq, hash, prev } = record.integrity;
    recent.add(draft);
    lastKnown.add(draft);
    parts.headList?.begin(heads);
    parts.headList?.announce({ session, seq, hash }, prev);
    writeHead(headFile, { session, last: { seq, hash }, before, offset: fileSize(ledger) });
    appendLines(ledger, [line], { alone: true });
    settleHead(headFile);
    parts.headList?.add({ session, seq, hash });
    return record;
  }

  function lastOf(session: string, headFile: string): ChainLink | null {
    const head = readHead(headFile);
    if (head === null) return null;
    if (head === "damaged") return newestOf(session);
    if (!head.settled) removeLeftovers(headFile); // its writer was killed
    return endOfChain(head, ledger);
  }

  async function alone<T>(work: () => T): Promise<T> {
    makeFolder(locks);
    makeFolder(headFolder);
    return withFileLock(join(locks, "ledger.lock"), work);
  }

  function headOf(file: string): { heads: LedgerHead[]; isSure: boolean } | null {
    const head = readHead(file);
    if (head === null || head === "damaged") return null;
    const end = endOfChain(head, ledger);
    return { heads: end ? [{ session: head.session, ...end }] : [], isSure: end === head.last };
  }

  function heads(): LedgerHead[] {
    return headFiles(headFolder).flatMap((file): LedgerHead[] => {
      const read = () => headOf(file);
      const first = read();
      // Its record may have been put into the archive since it was read; then it has been settled first.
      return first === null || first.isSure ? (first?.heads ?? []) : (read()?.heads ?? []);
    });
  }

  /** The slow way, for a head that a failing disk destroyed. */
  function newestOf(session: string): ChainLink | null {
    for (const line of linesFromEnd()) {
      const record = readRecord(line);
      if (!("problem" in record) && record.integrity?.session === session)
        return { seq: record.integrity.seq, hash: record.integrity.hash };
    }
    return null;
  }

  return {
    /** One lock for all sessions: a writer that is killed within its line must not be followed on the same line. */
    append: (session, draft) => alone(() => appendAlone(session, draft)),

    rotate: () => alone(() => rotateLedger(folder, headFolder)),

    ready(session) {
      for (const folder of [locks, headFolder]) {
        makeFolder(folder);
        expectWritable(folder);
      }
      recent.ready();
      parts.headList?.ready();
      if (lstatSync(headFileOf(session), { throwIfNoEntry: false })) expectAppendable(headFileOf(session));
      if (lstatSync(ledger, { throwIfNoEntry: false })) expectAppendable(ledger);
      else expectWritable(folder);
    },

    placedLines: () => ledgerLines(folder),

    newest(count) {
      const found: TraceRecord[] = [];
      if (count <= 0) return found;
      for (const line of linesFromEnd()) {
        const record = readRecord(line);
        if ("problem" in record || record.form !== "full" || record.integrity === null) continue;
        found.push(JSON.parse(line) as TraceRecord);
        if (found.length >= count) break;
      }
      return found.reverse();
    },

    recentChanges: (intentId, count) => (count > 0 ? recent.of(intentId, count) : []),

    lastKnown: (path) => lastKnown.of(path),

    heads,

    listedEnds: () => parts.headList?.read() ?? NO_LIST,
  };
}

/** Only under the ledger's lock. */
function rotateLedger(folder: string, headFolder: string): RotatedLedger | null {
  const live = join(folder, LIVE_NAME);
  if (fileSize(live) === 0) return null;
  endLastLine(live);
  resolveHeads(headFolder, live);
  expectNoLink(join(folder, ARCHIVE_NAME));
  makeFolder(join(folder, ARCHIVE_NAME));
  const target = archivePath(folder, (archivedSegments(folder).at(-1)?.number ?? 0) + 1);
  const bytes = fileSize(live);
  writing(target, () => renameSync(live, target));
  return { file: `${ARCHIVE_NAME}/${basename(target)}`, bytes };
}

/** A file that cannot be put away is still written to: its size is a matter of comfort, a record is not. */
function rotateIfFull(folder: string, headFolder: string, aboveBytes: number): void {
  if (fileSize(join(folder, LIVE_NAME)) <= aboveBytes) return;
  try {
    rotateLedger(folder, headFolder);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
}

/** The next file begins a new line, whatever a killed writer left here. */
function endLastLine(live: string): void {
  const file = openRegular(live);
  const last = Buffer.alloc(1);
  try {
    readSync(file, last, 0, 1, fileSize(live) - 1);
  } finally {
    closeSync(file);
  }
  if (last[0] !== 10) writing(live, () => appendFileSync(live, "\n"));
}
