/**
 * Foreign Agent Trace records as a chain of their own: under a session that no host can have, with the contributors they
 * name, marked as imported, and each with its original so that nothing of it is lost.
 */

import { createHash } from "node:crypto";
import { jsonFields } from "@intentgate/documents";
import type { KnownFile } from "../records/known-record.ts";
import type { EntityType, TraceConversation, TraceDraft } from "../records/record.ts";
import { type ChainLink, sealFields } from "../records/seal-record.ts";
import type { CutSegment } from "../shared/cut-segments.ts";
import type { AgentTraceContributor, AgentTraceConversation, AgentTraceRecord } from "./agent-trace.ts";
import { checkAgentTrace } from "./check-agent-trace.ts";

const FORMAT = "agent-trace";
const MOST_RECORDS = 5_000;
const INTENT = /^urn:intent:([A-Za-z0-9][A-Za-z0-9._-]{0,127})$/;
/** Cheap to look for before a line is parsed. */
const MARK = `"imported":{"format":"${FORMAT}"`;

type ImportedDraft = Omit<TraceDraft, "files"> & {
  files: KnownFile[];
  imported: { format: typeof FORMAT; record: AgentTraceRecord };
};

/** The same records make the same bytes on every machine. */
export function importAgentTrace(records: readonly AgentTraceRecord[]): CutSegment[] {
  const sorted = [...records].sort((a, b) => (a.id < b.id ? -1 : 1));
  const named = createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 16);
  const session = `import:${FORMAT}:${named}`;
  const segments: CutSegment[] = [];
  let last: ChainLink | null = null;
  let chain = "";
  for (const [at, record] of sorted.entries()) {
    const sealed = seal(record, last, session);
    const { seq, hash } = sealed;
    last = { seq, hash };
    if (at === 0) chain = hash;
    if (at % MOST_RECORDS === 0) segments.push({ segment: { session, chain, from: seq, to: seq, hash }, lines: [] });
    const open = segments.at(-1) as CutSegment;
    open.lines.push(sealed.line);
    open.segment.to = seq;
    open.segment.hash = hash;
  }
  return segments;
}

function seal(record: AgentTraceRecord, last: ChainLink | null, session: string): ChainLink & { line: string } {
  const { record: sealed, line } = sealFields(draftOf(record), last, session);
  return { seq: sealed.integrity.seq, hash: sealed.integrity.hash, line };
}

/** The original of an imported line; null for any other, and for one that somebody spoiled. */
export function importedOriginal(line: string): AgentTraceRecord | null {
  if (!line.includes(MARK)) return null;
  const { imported } = jsonFields(line) as { imported?: { format?: unknown; record?: unknown } };
  const isSound = imported?.format === FORMAT && checkAgentTrace(imported.record).length === 0;
  return isSound ? (imported?.record as AgentTraceRecord) : null;
}

export function importedId(line: string): string | null {
  return importedOriginal(line)?.id.toLowerCase() ?? null;
}

function draftOf(record: AgentTraceRecord): ImportedDraft {
  const files = record.files.map(
    (file): KnownFile => ({
      relative_path: file.path,
      change: "unknown",
      conversations: file.conversations.flatMap(conversationsOf),
    }),
  );
  const named = files.length === 1 ? files[0]?.relative_path : `${files.length} files`;
  return {
    id: record.id,
    timestamp: record.timestamp,
    intent_id: intentOf(record) ?? "none",
    mutation_class: "INTENT_EVOLUTION",
    description: `imported from ${record.tool?.name ?? "another tool"}: ${named}`,
    vcs: { revision_id: record.vcs?.revision ?? "unknown" },
    files,
    decision: { id: "none", tool: `import:${FORMAT}`, approval: "imported", outcome: "UNKNOWN" },
    imported: { format: FORMAT, record },
  };
}

function intentOf(record: AgentTraceRecord): string | undefined {
  const links = record.files.flatMap((file) => file.conversations.flatMap((one) => one.related ?? []));
  return links.flatMap(({ url }) => INTENT.exec(url)?.[1] ?? [])[0];
}

/** A range may name a contributor of its own: each of them becomes a conversation. */
function conversationsOf(given: AgentTraceConversation): TraceConversation[] {
  const byContributor = new Map<
    string,
    { contributor: AgentTraceContributor; ranges: AgentTraceConversation["ranges"] }
  >();
  const usual: AgentTraceContributor = given.contributor ?? { type: "unknown" };
  for (const range of given.ranges) {
    const contributor = range.contributor ?? usual;
    const key = JSON.stringify([contributor.type, contributor.model_id ?? null]);
    const group = byContributor.get(key) ?? { contributor, ranges: [] };
    group.ranges.push(range);
    byContributor.set(key, group);
  }
  if (byContributor.size === 0) byContributor.set("", { contributor: usual, ranges: [] });
  return [...byContributor.values()].map(({ contributor, ranges }) => ({
    url: given.url ?? "unknown",
    contributor: { entity_type: entityOf(contributor), model_identifier: contributor.model_id ?? "unknown" },
    ranges: ranges.map(({ start_line, end_line, content_hash }) => ({
      start_line,
      end_line,
      content_hash: content_hash || "unknown",
    })),
    related: (given.related ?? []).map(({ type, url }) => {
      const intent = INTENT.exec(url)?.[1];
      return intent === undefined ? { type, value: url } : { type: "specification", value: intent };
    }),
  }));
}

/** What two hands made is nobody's alone. */
function entityOf({ type }: AgentTraceContributor): EntityType {
  if (type === "ai") return "AI";
  return type === "human" ? "HUMAN" : "UNKNOWN";
}
