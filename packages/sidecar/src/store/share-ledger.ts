/** Writes what this machine has recorded and not shared yet into segments that can be committed. */
import { cutSegments, isSoundSegment, type LeftSession, segmentName, segmentText } from "@intentgate/trace";
import { SHARED_NAME, sharedLines, sharedSegments, writeShared } from "./shared-segments.ts";
import type { LedgerStore } from "./store.ts";

export interface SharedLedger {
  written: { file: string; session: string; from: number; to: number }[];
  /** Sessions of which something stays behind, because the ledger is not what was written. */
  left: LeftSession[];
}

/** `session`: null for all of them. */
export async function shareLedger(
  sidecar: string,
  ledger: Pick<LedgerStore, "placedLines">,
  session: string | null,
): Promise<SharedLedger> {
  const written: SharedLedger["written"] = [];
  // A name alone proves nothing: whoever can push could keep records from being shared.
  const shared = sharedSegments(sidecar).segments.filter(({ name }) =>
    isSoundSegment(name, sharedLines(sidecar, name)),
  );
  const cutting = cutSegments(ledger.placedLines(), { session, shared });
  for (;;) {
    const step = await cutting.next();
    if (step.done) return { written, left: step.value };
    const { segment, lines } = step.value;
    const name = segmentName(segment);
    const { session: of, from, to } = segment;
    if (writeShared(sidecar, name, segmentText(segment, lines)))
      written.push({ file: `${SHARED_NAME}/${name}`, session: of, from, to });
  }
}
