export { type AgentTraceRecord, exportAgentTrace, type Standing, wroteItself } from "./bridges/export-agent-trace.ts";
export { gitAiNotes } from "./bridges/git-ai-note.ts";
export { type Anchor, type ListedEnds, NO_LIST } from "./chain/known-ends.ts";
export { type Finding, formatFinding, isAlarm } from "./chain/ledger-finding.ts";
export { type LedgerCheck, type PlacedLine, verifyLedger } from "./chain/verify-ledger.ts";
export { contentHash, isContent, keyedHash } from "./contents/content-hash.ts";
export { isBinary } from "./contents/is-binary.ts";
export { splitLines } from "./contents/split-lines.ts";
export { readChangeSyntax } from "./drafts/change-syntax.ts";
export { type DraftInput, draftRecord } from "./drafts/draft-record.ts";
export { carriedLines } from "./lines/carried-lines.ts";
export { lineHunks } from "./lines/line-hunks.ts";
export { decodeLineKeys, encodeLineKeys, isTellingKey, lineKeys } from "./lines/line-key.ts";
export { byteLines, compareLines } from "./lines/line-ranges.ts";
export { unifiedDiff } from "./lines/unified-diff.ts";
export { orWrittenAnew } from "./lines/written-anew.ts";
export { type MapEntry, type MappedIntent, readIntentMap, updateIntentMap } from "./map/intent-map.ts";
export { mutationClassOf } from "./mutation/mutation-class.ts";
export { type Fields, isFields, type KnownFile, type KnownRecord, textOr } from "./records/known-record.ts";
export { readRecord } from "./records/read-record.ts";
export type {
  Candidate,
  Carried,
  EntityType,
  LineHunkNumbers,
  MutationClass,
  TraceConversation,
  TraceDraft,
  TracedLines,
  TraceFile,
  TraceRange,
  TraceRecord,
} from "./records/record.ts";
export { CHAIN_START, type ChainLink, isRecordIntact, isSealIntact, sealRecord } from "./records/seal-record.ts";
export { believeSegments, type LeftSegment } from "./shared/believe-segments.ts";
export { createSegmentCheck, isSoundSegment } from "./shared/check-segments.ts";
export { cutSegments, type LeftSession } from "./shared/cut-segments.ts";
export {
  type NamedSegment,
  readSegmentHeader,
  readSegmentName,
  type Segment,
  segmentName,
  segmentText,
} from "./shared/segment.ts";
export { languages } from "./syntax/language.ts";
export { createSyntax, type Syntax, type SyntaxParts } from "./syntax/syntax.ts";
