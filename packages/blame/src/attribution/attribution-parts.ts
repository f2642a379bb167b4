/** What the replay of a ledger needs. */
import type { EntityType, TracedLines } from "@intentgate/trace";
import type { Evidence } from "./evidence.ts";
import type { LedgerIndex } from "./ledger-index.ts";

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
