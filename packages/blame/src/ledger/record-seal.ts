/**
 * Whether a record that is about to be shown is still what was written: by its own hash, and by what its successor, or
 * where it is the last one its head and the list outside the workspace, say of that hash. All else is for `trace verify`.
 */
import type { LedgerStore } from "@intentgate/sidecar";
import { isSealIntact } from "@intentgate/trace";
import type { LedgerReader } from "./ledger-reader.ts";

/** None: its form carries no seal, so nothing tells. */
export type Seal = "intact" | "broken" | "none";

type Ends = Pick<LedgerStore, "heads" | "listedEnds">;

export function createSeals(ends: Ends): (reader: LedgerReader, number: number) => Seal {
  let successors: { of: LedgerReader["index"]; records: number; next: Map<number, number> } | null = null;

  /** Of this machine's records; in the order they were written. */
  function successorOf(number: number, { index }: LedgerReader): number | undefined {
    if (successors?.of !== index || successors.records !== index.records) {
      const next = new Map<number, number>();
      const newest = new Map<number, number>();
      for (let at = 0; at < index.records; at++) {
        if (index.record.source.get(at) !== 0) continue;
        const session = index.record.session.get(at);
        const before = newest.get(session);
        if (before !== undefined) next.set(before, at);
        newest.set(session, at);
      }
      successors = { of: index, records: index.records, next };
    }
    return successors.next.get(number);
  }

  return (reader, number) => {
    const { integrity } = reader.record(number);
    if (integrity === null) return "none";
    if (!isSealIntact(reader.line(number))) return "broken";
    if (reader.sharedIn(number) !== null) return "intact";
    const { session, seq, hash } = integrity;
    const successor = successorOf(number, reader);
    const after = successor === undefined ? null : reader.record(successor).integrity;
    const named =
      after?.session === session && after.seq === seq + 1
        ? [after.prev]
        : [...ends.heads(), ...ends.listedEnds().heads].flatMap((head) =>
            head.session === session && head.seq === seq ? [head.hash] : [],
          );
    return named.every((one) => one === hash) ? "intact" : "broken";
  };
}
