/** What another call recorded belongs to that call, also where this one was running meanwhile. */
import type { FileBytes, FileChange } from "@intentgate/engine";
import { isContent, type TraceFile, type TraceRecord } from "@intentgate/trace";
import type { GovernedRoot } from "../roots/governed-root.ts";
import type { LedgerStore } from "../store/store.ts";

/** A record is drafted before its writer waits for the ledger, so the order of times is only nearly that of lines. */
const MOST_OUT_OF_ORDER_MS = 60_000;

/** Every record from around this time on, oldest first; looks back as far as it must. */
export function recordsSince(ledger: LedgerStore, at: string): TraceRecord[] {
  const from = Date.parse(at) - MOST_OUT_OF_ORDER_MS;
  for (let count = 64; ; count *= 4) {
    const records = ledger.newest(count);
    const oldest = records[0];
    if (records.length < count || !oldest || Date.parse(oldest.timestamp) < from) return records;
  }
}

/** True where what stands there now is what another call left and recorded, and no record goes on from there. */
export function isRecordedBy(
  others: readonly TraceRecord[],
  { relativePath, after }: FileChange,
  { secretKey }: Pick<GovernedRoot, "secretKey">,
): boolean {
  if (after.state === "unknown") return false;
  const key = after.state === "present" ? secretKey.read() : null;
  const isThis = (hash: string | undefined) =>
    after.state === "present" && hash !== undefined && isContent(hash, after.bytes, key);
  let isLeft = false;
  for (const file of others.flatMap(({ files }) => files)) {
    const isHere = file.relative_path === relativePath;
    if (after.state === "present" ? isHere && isThis(file.after_hash) : endsAt(file, relativePath)) isLeft = true;
    // Somebody changed it after that: there again, it was brought back.
    else if (after.state === "present" ? isHere && isThis(file.before_hash) : isHere && file.change === "created")
      isLeft = false;
  }
  return isLeft;
}

function endsAt(file: TraceRecord["files"][number], path: string): boolean {
  return file.renamed_from === path || (file.change === "deleted" && file.relative_path === path);
}

/** What stood there last before this change: where another call recorded the file meanwhile, what that one left. */
export function afterOthers(
  others: readonly TraceRecord[],
  change: FileChange,
  bytesOf: (hash: string) => FileBytes,
): FileChange {
  const theirs = others
    .flatMap(({ files }) => files)
    .filter(({ relative_path }) => relative_path === change.relativePath);
  const last = theirs.at(-1);
  return last ? { ...change, before: leftBy(last, bytesOf) } : change;
}

function leftBy({ change, after_hash }: TraceFile, bytesOf: (hash: string) => FileBytes): FileBytes {
  if (change === "deleted") return { state: "absent" };
  return after_hash === undefined ? { state: "unknown" } : bytesOf(after_hash);
}
