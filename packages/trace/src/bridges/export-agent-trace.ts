/** A record of the ledger as an Agent Trace record; what that form has no place for goes into its metadata. */
import type { KnownFile, KnownRecord } from "../known-record.ts";
import type { TraceConversation, TraceRange } from "../record.ts";
import {
  AGENT_TRACE_VERSION,
  type AgentTraceContributor,
  type AgentTraceConversation,
  type AgentTraceRecord,
} from "./agent-trace.ts";
import { isDateTime, isUri, isUuid, uuidFor } from "./formats.ts";

/** Where our own details stand in `metadata`. */
const METADATA_KEY = "dev.intentgate";

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i;
const MOST_MODEL_CHARACTERS = 250;

/** `original` is the record as its line says it: all of it goes along, so nothing is lost on the way. */
export function exportAgentTrace(
  record: KnownRecord,
  original: unknown,
  tool: { name: string; version: string },
): AgentTraceRecord {
  const { vcs } = record;
  const files = record.files.map((file) => ({
    path: file.relative_path,
    conversations: file.conversations.flatMap((one) => conversationOf(one)),
  }));
  return {
    version: AGENT_TRACE_VERSION,
    id: isUuid(record.id) ? record.id : uuidFor(record.id),
    timestamp: isDateTime(record.timestamp) ? record.timestamp : new Date(record.timestamp).toISOString(),
    ...(COMMIT.test(vcs.revision_id) ? { vcs: { type: "git", revision: vcs.revision_id } } : {}),
    tool,
    files: files.filter(({ path, conversations }) => isRelative(path) && conversations.length > 0),
    metadata: { [METADATA_KEY]: { record: original, deletions: record.files.flatMap(deletionsOf) } },
  };
}

/** Nothing where no line was written: an empty range says nothing in that form. */
function conversationOf({ url, contributor, ranges, related }: TraceConversation): AgentTraceConversation[] {
  const written = ranges === "unknown" ? [] : ranges.filter((range) => !isDeletion(range));
  if (written.length === 0) return [];
  return [
    {
      ...(url === "unknown" ? {} : { url: isUri(url) ? url : `urn:intentgate:session:${escaped(url)}` }),
      contributor: contributorOf(contributor),
      ranges: written.map(({ start_line, end_line, content_hash }) => ({
        start_line,
        end_line,
        ...(content_hash === "unknown" ? {} : { content_hash }),
      })),
      ...(related.length === 0
        ? {}
        : { related: related.map(({ type, value }) => ({ type, url: linkOf(type, value) })) }),
    },
  ];
}

function isDeletion({ start_line, end_line }: TraceRange): boolean {
  return end_line < start_line;
}

/** A hook of the person's is neither a model nor a hand: the form has no word for it, so the metadata says so. */
function contributorOf({ entity_type, model_identifier }: TraceConversation["contributor"]): AgentTraceContributor {
  if (entity_type === "HUMAN") return { type: "human" };
  if (entity_type !== "AI") return { type: "unknown" };
  const isKnown = model_identifier !== "unknown" && [...model_identifier].length <= MOST_MODEL_CHARACTERS;
  return isKnown ? { type: "ai", model_id: model_identifier } : { type: "ai" };
}

function linkOf(type: string, value: string): string {
  if (type === "specification") return `urn:intent:${escaped(value)}`;
  return isUri(value) ? value : `urn:intentgate:${escaped(type)}:${escaped(value)}`;
}

/** As a part of a URN: every character that is not plain is written as its bytes. */
function escaped(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Files and lines that are gone: the form has no place for them. */
function deletionsOf(file: KnownFile): Record<string, unknown>[] {
  const { relative_path: path, change, renamed_from, conversations } = file;
  const ranges = conversations.flatMap(({ ranges }) => (ranges === "unknown" ? [] : ranges));
  return [
    ...(change === "deleted" ? [{ path }] : []),
    ...(renamed_from === undefined ? [] : [{ path: renamed_from, renamed_to: path }]),
    ...(change === "deleted" ? [] : ranges.filter(isDeletion).map(({ end_line }) => ({ path, after_line: end_line }))),
  ];
}

/** The form knows only paths below the root; any other stays in the metadata. */
function isRelative(path: string): boolean {
  return !/^[\\/]|^[A-Za-z]:|[\\\u0000-\u001f\u007f]/.test(path) && !path.split("/").includes("..");
}
