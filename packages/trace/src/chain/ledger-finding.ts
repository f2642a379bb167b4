/** What can be wrong with a ledger, and how a person reads it. */
import { visibleText } from "@intentgate/documents";

export const findingKinds = [
  "edited", // the line is not what its hash was taken over
  "broken_chain", // it does not name the record before it
  "gap", // records are missing before it
  "out_of_order", // it stands after a later one, or was written a second time
  "duplicate", // the same record twice in a row
  "unchained", // a record without a place in any chain
  "unreadable", // no record at all
  "empty_line", // nothing at all, where nobody who writes records leaves nothing
  "torn", // the beginning of a record whose writing was cut off
  "unended", // a whole record at the very end, without the end of its line
  "tail_removed", // the head knows later records
  "tail_replaced", // the head knows another record at this place
  "session_removed", // the head knows a session that is not there
  "beyond_head", // the head does not know this record
  "no_head", // no head is kept for it, so its end cannot be checked
  "unvouched", // the list outside the workspace was never told of it, and no git ref knows it
  "bad_segment", // a shared segment does not say, or not truly, what it holds
  "segment_differs", // a shared segment holds another record than this ledger
] as const;
export type FindingKind = (typeof findingKinds)[number];

export interface Finding {
  kind: FindingKind;
  /** The file of the ledger that the line stands in; null where there is only one, or none is meant. */
  file: string | null;
  /** 1-based, within its file; null where the finding is about a line that is not there. */
  line: number | null;
  session: string | null;
  seq: number | null;
  message: string;
}

export type FindingPlace = Pick<Finding, "file" | "line">;

/**
 * What a writer leaves that was stopped, by a kill or a full disk, and that the next one mends: it is told, and by itself
 * it is nothing to worry about. A record that is missing there is found by its chain and its head.
 */
const left: ReadonlySet<FindingKind> = new Set<FindingKind>(["torn", "unended"]);

export function isAlarm({ kind }: Pick<Finding, "kind">): boolean {
  return !left.has(kind);
}

export function formatFinding(finding: Finding): string {
  const line = finding.line === null ? null : `line ${finding.line}`;
  const place = [finding.file && visibleText(finding.file), line].filter((part) => part !== null).join(" ") || "ledger";
  const record = finding.session === null ? "" : `  session ${visibleText(finding.session)} seq ${finding.seq}`;
  return `${finding.kind}  ${place}${record}  ${visibleText(finding.message)}`;
}
