/** A record of the ledger as an Agent Trace record; what that form has no place for goes into its metadata. */
import { isKeyed } from "../contents/content-hash.ts";
import type { KnownFile, KnownRecord } from "../records/known-record.ts";
import type { TraceConversation, TraceRange } from "../records/record.ts";
import { isDateTime, isUri, isUuid, uuidFor } from "./formats.ts";

/** An open form in which tools tell each other who wrote which lines; so much of it as is written here. */
const VERSION = "0.1.0";

export interface AgentTraceRecord {
  version: typeof VERSION;
  id: string;
  timestamp: string;
  vcs?: { type: "git"; revision: string };
  tool: { name: string; version: string };
  files: { path: string; conversations: Conversation[] }[];
  metadata: Record<typeof METADATA_KEY, { record: unknown; revision_is: string; deletions: Deletion[] }>;
}

interface Conversation {
  url?: string;
  contributor: Contributor;
  ranges: Range[];
  related?: { type: string; url: string }[];
}

interface Contributor {
  type: "human" | "ai" | "unknown";
  model_id?: string;
}

interface Range {
  start_line: number;
  end_line: number;
  content_hash?: string;
}

/** A file that is gone, or lines of one. */
interface Deletion {
  path: string;
  renamed_to?: string;
  after_line?: number;
}

/** Where our own details stand in `metadata`. */
const METADATA_KEY = "dev.intentgate";

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i;
const MOST_MODEL_CHARACTERS = 250;
/** A range that says more was not counted in any file. */
const MOST_LINES = 10_000_000;
/** What a record names where nothing was taken: no link leads there. */
const NO_INTENT = "none";

/** Lines of a record as they stand in the commit that took them in; `file` is the number of the file they were written in. */
export interface Standing {
  commit: string;
  lines: { file: number; path: string; line: number }[];
}

/** What a record does not say of itself. */
export interface ExportFacts {
  tool: { name: string; version: string };
  /** One for each commit that took lines of it in; without any its lines are named as it wrote them, at no revision. */
  standing: readonly Standing[];
  /** Whether the record wrote this line of its `file`th file itself, and did not only move, format or bring it in. */
  wrote(file: number, line: number): boolean;
}

/** As far as a record says it: lines that were there before, elsewhere or in another shape, are not its own. */
export function wroteItself({ files }: KnownRecord): ExportFacts["wrote"] {
  return (file, line) => !(files[file]?.carried ?? []).some(([start, lines]) => line >= start && line < start + lines);
}

/**
 * Ranges are positions at `vcs.revision`, so a record whose lines several commits took in is exported once for each.
 * `original` is the record as its line says it: all of it goes along, so nothing is lost on the way.
 */
export function exportAgentTrace(record: KnownRecord, original: unknown, facts: ExportFacts): AgentTraceRecord[] {
  const parts = facts.standing.filter(({ commit }) => COMMIT.test(commit));
  const written = record.files.map((file, at) => ({
    path: file.relative_path,
    conversations: file.conversations.flatMap((one) => conversationOf(one, (line) => facts.wrote(at, line))),
  }));
  if (parts.length === 0) return [exported(record, original, facts.tool, written, null)];
  return parts.map((standing, at) =>
    exported(record, original, facts.tool, standingFiles(record, standing), { commit: standing.commit, at }),
  );
}

function exported(
  record: KnownRecord,
  original: unknown,
  tool: ExportFacts["tool"],
  files: AgentTraceRecord["files"],
  part: { commit: string; at: number } | null,
): AgentTraceRecord {
  const own = isUuid(record.id) ? record.id : uuidFor(record.id);
  return {
    version: VERSION,
    id: part === null || part.at === 0 ? own : uuidFor(`${record.id}:${part.commit}`),
    timestamp: isDateTime(record.timestamp) ? record.timestamp : new Date(record.timestamp).toISOString(),
    ...(part === null ? {} : { vcs: { type: "git", revision: part.commit } }),
    tool,
    files: files.filter(({ path, conversations }) => isRelative(path) && conversations.length > 0),
    metadata: {
      [METADATA_KEY]: {
        record: original,
        revision_is: part === null ? "unknown" : "taken_in_by",
        deletions: record.files.flatMap((file, at) => deletionsOf(file, becameOf(record.files, at))),
      },
    },
  };
}

/** A file may have had several names on the way. */
function standingFiles(record: KnownRecord, { lines }: Standing): AgentTraceRecord["files"] {
  const groups = new Map<string, Standing["lines"]>();
  for (const one of lines) {
    const name = `${one.file}:${one.path}`;
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [{ file, path } = { file: -1, path: "" }] = group;
    const [conversation] = record.files[file]?.conversations ?? [];
    if (!conversation) return [];
    const ranges = group
      .map(({ line }) => line)
      .sort((a, b) => a - b)
      .reduce<Range[]>((all, line) => {
        const last = all.at(-1);
        if (last?.end_line === line - 1) last.end_line = line;
        else if (last?.end_line !== line) all.push({ start_line: line, end_line: line });
        return all;
      }, []);
    return [{ path, conversations: [conversationWith(conversation, ranges)] }];
  });
}

/** Nothing where no line was written: an empty range says nothing in that form. */
function conversationOf(
  { url, contributor, ranges, related }: TraceConversation,
  wrote: (line: number) => boolean,
): Conversation[] {
  const written = ranges === "unknown" ? [] : ranges.flatMap((range) => ownParts(range, wrote));
  return written.length === 0 ? [] : [conversationWith({ url, contributor, related }, written)];
}

function conversationWith(
  { url, contributor, related }: Pick<TraceConversation, "url" | "contributor" | "related">,
  ranges: Range[],
): Conversation {
  const links = related.filter(({ type, value }) => type !== "specification" || value !== NO_INTENT);
  return {
    ...(url === "unknown" ? {} : { url: isUri(url) ? url : `urn:intentgate:session:${escaped(url)}` }),
    contributor: contributorOf(contributor),
    ranges,
    ...(links.length === 0 ? {} : { related: links.map(({ type, value }) => ({ type, url: linkOf(type, value) })) }),
  };
}

/** The hash is of the whole range: a part of it has none. */
function ownParts({ start_line, end_line, content_hash }: TraceRange, wrote: (line: number) => boolean): Range[] {
  const parts: Range[] = [];
  if (end_line > MOST_LINES) return parts;
  for (let line = start_line; line <= end_line; line++) {
    if (!wrote(line)) continue;
    const last = parts.at(-1);
    if (last?.end_line === line - 1) last.end_line = line;
    else parts.push({ start_line: line, end_line: line });
  }
  const [part] = parts;
  const isWhole = part?.start_line === start_line && part.end_line === end_line;
  const isTold = content_hash !== "unknown" && !isKeyed(content_hash);
  return isWhole && isTold ? [{ ...part, content_hash }] : parts;
}

function isDeletion({ start_line, end_line }: TraceRange): boolean {
  return end_line < start_line;
}

/** A hook of the person's is neither a model nor a hand: the form has no word for it, so the metadata says so. */
function contributorOf({ entity_type, model_identifier }: TraceConversation["contributor"]): Contributor {
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

/**
 * The file that a deleted one became, where a program moved it and nobody saw a rename: one that is new, and that holds
 * at least half of its lines, or the same bytes.
 */
function becameOf(files: readonly KnownFile[], deleted: number): string | undefined {
  const gone = files[deleted];
  if (gone?.change !== "deleted") return undefined;
  const lines = gone.line_counts?.[0] ?? 0;
  return files.find(({ change, after_hash, carried = [] }) => {
    if (change !== "created") return false;
    const moved = carried.reduce((sum, [, count, , from]) => sum + (from === deleted ? count : 0), 0);
    return (moved > 0 && moved * 2 >= lines) || (after_hash !== undefined && after_hash === gone.before_hash);
  })?.relative_path;
}

/** Files and lines that are gone: the form has no place for them. */
function deletionsOf(file: KnownFile, became: string | undefined): Deletion[] {
  const { relative_path: path, change, renamed_from, conversations } = file;
  const ranges = conversations.flatMap(({ ranges }) => (ranges === "unknown" ? [] : ranges));
  return [
    ...(change === "deleted" ? [{ path, ...(became === undefined ? {} : { renamed_to: became }) }] : []),
    ...(renamed_from === undefined ? [] : [{ path: renamed_from, renamed_to: path }]),
    ...(change === "deleted" ? [] : ranges.filter(isDeletion).map(({ end_line }) => ({ path, after_line: end_line }))),
  ];
}

/** The form knows only paths below the root; any other stays in the metadata. */
function isRelative(path: string): boolean {
  return !/^[\\/]|^[A-Za-z]:|[\\\u0000-\u001f\u007f]/.test(path) && !path.split("/").includes("..");
}
