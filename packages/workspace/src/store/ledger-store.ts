/** The ledger: `agent_trace.jsonl`, one chained record a line; its size does not matter to a writer. */
import { createReadStream, existsSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { type ChainLink, readRecord, sealRecord, type TraceDraft, type TraceRecord } from "@intentgate/trace";
import { appendLines, expectAppendable } from "../files/append-line.ts";
import { withFileLock } from "../files/file-lock.ts";
import { cannotRead } from "../files/file-problem.ts";
import { fileSize } from "../files/file-size.ts";
import { removeLeftovers } from "../files/leftovers.ts";
import { expectWritable, makeFolder } from "../files/make-folder.ts";
import { openRegular } from "../files/read-regular.ts";
import { linesFromEnd } from "../files/read-tail.ts";
import { endOfChain, headFiles, readHead, settleHead, writeHead } from "./chain-head.ts";
import type { HeadList } from "./head-list.ts";
import { createRecentChanges } from "./recent-changes.ts";
import { sessionFileName } from "./session-file-name.ts";
import type { LedgerHead, LedgerStore } from "./store.ts";

export function createLedgerStore(parts: { folder: string; headList?: HeadList | undefined }): LedgerStore {
  const ledger = join(parts.folder, "agent_trace.jsonl");
  const headFolder = join(parts.folder, "heads");
  const locks = join(parts.folder, "locks");
  const recent = createRecentChanges(parts.folder, ledger);
  const headFileOf = (session: string) => join(headFolder, `${sessionFileName(session)}.json`);

  /** The cache comes first: where it cannot be written, the ledger is not either, and nothing is half done. */
  function appendAlone(session: string, draft: TraceDraft): TraceRecord {
    const headFile = headFileOf(session);
    const before = lastOf(session, headFile);
    const { record, line } = sealRecord(draft, before, session);
    const { seq, hash } = record.integrity;
    recent.add(draft);
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

  /** The slow way, for a head that a failing disk destroyed. */
  function newestOf(session: string): ChainLink | null {
    for (const line of linesFromEnd(ledger)) {
      const record = readRecord(line);
      if (!("problem" in record) && record.integrity?.session === session)
        return { seq: record.integrity.seq, hash: record.integrity.hash };
    }
    return null;
  }

  return {
    /** One lock for all sessions: a writer that is killed within its line must not be followed on the same line. */
    async append(session, draft) {
      makeFolder(locks);
      makeFolder(headFolder);
      return withFileLock(join(locks, "ledger.lock"), () => appendAlone(session, draft));
    },

    ready(session) {
      for (const folder of [locks, headFolder]) {
        makeFolder(folder);
        expectWritable(folder);
      }
      recent.ready();
      parts.headList?.ready();
      if (lstatSync(headFileOf(session), { throwIfNoEntry: false })) expectAppendable(headFileOf(session));
      if (lstatSync(ledger, { throwIfNoEntry: false })) expectAppendable(ledger);
      else expectWritable(parts.folder);
    },

    async *lines() {
      if (!existsSync(ledger)) return;
      yield* linesOf(ledger);
    },

    newest(count) {
      const found: TraceRecord[] = [];
      if (count <= 0) return found;
      for (const line of linesFromEnd(ledger)) {
        const record = readRecord(line);
        if ("problem" in record || record.form !== "full" || record.integrity === null) continue;
        found.push(JSON.parse(line) as TraceRecord);
        if (found.length >= count) break;
      }
      return found.reverse();
    },

    recentChanges: (intentId, count) => (count > 0 ? recent.of(intentId, count) : []),

    heads() {
      return headFiles(headFolder).flatMap((file): LedgerHead[] => {
        const head = readHead(file);
        if (head === null || head === "damaged") return [];
        const end = endOfChain(head, ledger);
        return end ? [{ session: head.session, ...end }] : [];
      });
    },

    listedHeads: () => parts.headList?.read() ?? [],
  };
}

async function* linesOf(file: string): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(file, {
      fd: openRegular(file),
      highWaterMark: 256 * 1024,
    }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        parts.push(chunk.subarray(start, end));
        yield Buffer.concat(parts).toString("utf8");
        parts = [];
        start = end + 1;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    }
  } catch (error) {
    throw cannotRead(error, file);
  }
  if (parts.length > 0) yield Buffer.concat(parts).toString("utf8");
}
