export { contentHash } from "./content-hash.ts";
export { type DraftInput, draftRecord } from "./draft-record.ts";
export {
  type MapEntry,
  type MappedFile,
  type MappedIntent,
  readIntentMap,
  updateIntentMap,
} from "./intent-map.ts";
export { isBinary } from "./is-binary.ts";
export type { KnownFile, KnownRecord, ReadRecord } from "./known-record.ts";
export { type LineChanges, lineChangesOf, lineRangesOf } from "./line-ranges.ts";
export { readRecord } from "./read-record.ts";
export type {
  EntityType,
  Integrity,
  MutationClass,
  TraceConversation,
  TraceDraft,
  TraceFile,
  TraceRange,
  TraceRecord,
} from "./record.ts";
export { CHAIN_START, type ChainLink, isSealIntact, sealRecord } from "./seal-record.ts";
export { splitLines } from "./split-lines.ts";
export { type UnifiedDiff, unifiedDiff } from "./unified-diff.ts";
export {
  type Anchor,
  type Finding,
  type FindingKind,
  findingKinds,
  formatFinding,
  type KnownHead,
  type LedgerCheck,
  verifyLedger,
} from "./verify-ledger.ts";
export { visibleText } from "./visible-text.ts";
