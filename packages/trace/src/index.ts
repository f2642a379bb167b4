export { AGENT_TRACE_VERSION, type AgentTraceRecord } from "./bridges/agent-trace.ts";
export { type ExportFacts, exportAgentTrace, wroteItself } from "./bridges/export-agent-trace.ts";
export { type GitAiNote, gitAiNotes } from "./bridges/git-ai-note.ts";
export { importAgentTrace, importedId, importedOriginal } from "./bridges/import-agent-trace.ts";
export { type PlacedFault, type ReadAgentTrace, readAgentTrace } from "./bridges/read-agent-trace.ts";
export { contentHash } from "./content-hash.ts";
export { type DraftInput, draftRecord } from "./draft-record.ts";
export { type MapEntry, type MappedFile, type MappedIntent, readIntentMap, updateIntentMap } from "./intent-map.ts";
export { isBinary } from "./is-binary.ts";
export { isContent, isKeyed, keyedHash } from "./keyed-hash.ts";
export { type Anchor, type EndsElsewhere, type KnownHead, type ListedEnds, NO_LIST } from "./known-ends.ts";
export { type Fields, isFields, type KnownFile, type KnownRecord, type ReadRecord, textOr } from "./known-record.ts";
export { type Finding, type FindingKind, findingKinds, formatFinding, isAlarm } from "./ledger-finding.ts";
export { lineHunks } from "./line-hunks.ts";
export { byteLines, compareLines, type LineChanges, lineChangesOf, lineRangesOf } from "./line-ranges.ts";
export { type Carried, carriedLines } from "./lines/carried-lines.ts";
export { decodeLineKeys, encodeLineKeys, isTellingKey, lineKey, lineKeys } from "./lines/line-key.ts";
export type { TracedLines } from "./lines/traced-lines.ts";
export { orWrittenAnew } from "./lines/written-anew.ts";
export { type ClassifiedChange, type Mutation, mutationClassOf } from "./mutation/mutation-class.ts";
export { type MutationSignal, mutationSignals } from "./mutation/signals.ts";
export { readRecord } from "./read-record.ts";
export type {
  Candidate,
  EntityType,
  Integrity,
  LineHunkNumbers,
  MutationClass,
  TraceConversation,
  TraceDraft,
  TraceFile,
  TraceRange,
  TraceRecord,
} from "./record.ts";
export { sampleDraft } from "./sample-draft.ts";
export { CHAIN_START, type ChainLink, isSealIntact, sealRecord } from "./seal-record.ts";
export { believeSegments, type LeftSegment } from "./shared/believe-segments.ts";
export { createSegmentCheck, isSoundSegment, type SegmentCheck } from "./shared/check-segments.ts";
export { type CutSegment, cutSegments, type LeftSession } from "./shared/cut-segments.ts";
export {
  type NamedSegment,
  readSegmentHeader,
  readSegmentName,
  type Segment,
  segmentName,
  segmentText,
} from "./shared/segment.ts";
export { splitLines } from "./split-lines.ts";
export { type ChangeSyntax, readChangeSyntax } from "./syntax/change-syntax.ts";
export { type Language, languageOf, languages } from "./syntax/language.ts";
export { createSyntax, type Syntax, type SyntaxLimits, type SyntaxParts } from "./syntax/syntax.ts";
export type { Parsed, SyntaxNode, SyntaxTree, Unparsed } from "./syntax/syntax-tree.ts";
export { type UnifiedDiff, unifiedDiff } from "./unified-diff.ts";
export { type LedgerCheck, type PlacedLine, verifyLedger } from "./verify-ledger.ts";
