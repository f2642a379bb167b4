/** What the replay of a ledger needs. */
import type { EntityType, TracedLines } from "@intentgate/trace";
import type { LedgerIndex } from "./ledger-index.ts";

/** What is known beside the ledger: the tree as it stands, and what git kept. Where it cannot be told, nothing is shown. */
export interface Evidence {
  /** Keys of the lines that stand in a file now; null where there is no such file. */
  keysNow(path: string): ReadonlySet<number> | null;
  /**
   * False only where it is shown that no such line stood in the file when the entry was recorded, and nothing shows that
   * it did not go there from the other file: that both had it at once, or neither for a time.
   */
  mayHaveStood(path: string, key: number, entry: number, other: string): boolean;
  /** Whether git says that the other file became this one; null where it never saw one of them. */
  wasRenamed(path: string, other: string): boolean | null;
  /** What git put in place of a content that it had kept, before somebody made `now` of it; oldest first. */
  checkedOut(path: string, hash: string, now: Uint8Array): readonly Uint8Array[];
  /** The branch that was checked out when the entry was recorded had this content of the file, some commits back. */
  wasOnBranch(path: string, hash: string, entry: number): boolean;
  /** True only where it is shown that git kept this content of the file before the entry was recorded. */
  wasKept(path: string, hash: string, entry: number): boolean;
}

/** What the ledger says of one changed file, beyond what the index holds. */
export interface EntryDetail extends TracedLines {
  entity: EntityType;
  beforeHash: string | null;
  afterHash: string | null;
  /** The path that it was moved or copied from by the call itself. */
  cameFrom: string | null;
  /** Git brought the content in: what is new in it was written by whoever wrote it first. */
  fromGit: boolean;
}

export interface AttributionParts {
  index: LedgerIndex;
  detail(entry: number): EntryDetail;
  /** Bytes by their content hash, where somebody kept them. */
  bytesOf(hash: string): Uint8Array | null;
  evidence: Evidence;
}
