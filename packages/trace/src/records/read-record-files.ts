/** The files of a ledger line, in each of the forms they may have. */
import { type Fields, isFields, type KnownFile, textOr } from "./known-record.ts";
import type {
  Candidate,
  Carried,
  EntityType,
  LineHunkNumbers,
  TraceConversation,
  TracedLines,
  TraceFile,
  TraceRange,
} from "./record.ts";

type Problem = { problem: string };

const CHANGES: readonly unknown[] = ["created", "modified", "deleted", "renamed", "mode"];

/** Full: ranges stand in conversations. Minimal: ranges stand at the file itself. */
export function readFiles(
  value: unknown,
  intentId: string | null,
): { form: "full" | "minimal"; list: KnownFile[] } | Problem {
  if (!Array.isArray(value)) return { problem: "files is no list" };
  const list: KnownFile[] = [];
  let form: "full" | "minimal" = "full";
  for (const entry of value) {
    const path = isFields(entry) ? entry.relative_path : undefined;
    if (!isFields(entry) || typeof path !== "string" || path === "") return { problem: "a file without relative_path" };
    const conversations = "conversations" in entry ? readConversations(entry.conversations) : null;
    if (conversations !== null && "problem" in conversations) return conversations;
    if (conversations !== null) {
      list.push({ ...aboutFile(entry, path), conversations: conversations.list });
      continue;
    }
    form = "minimal";
    const ranges = readRanges(entry.ranges);
    if (ranges !== "unknown" && "problem" in ranges) return ranges;
    list.push({ ...aboutFile(entry, path), conversations: [unnamedConversation(ranges, intentId)] });
  }
  return { form, list };
}

export function readFlatFile(fields: Fields, intentId: string | null): KnownFile | Problem {
  if (typeof fields.file !== "string" || fields.file === "") return { problem: "neither files nor file" };
  const hash = hashOf(fields.content_hash);
  return {
    relative_path: fields.file,
    change: "unknown",
    ...(hash === null ? {} : { after_hash: hash }),
    conversations: [unnamedConversation("unknown", intentId)],
  };
}

function aboutFile(entry: Fields, path: string): Omit<KnownFile, "conversations"> {
  const change = CHANGES.includes(entry.change) ? (entry.change as TraceFile["change"]) : "unknown";
  const before = hashOf(entry.before_hash);
  const after = hashOf(entry.after_hash);
  return {
    relative_path: path,
    change,
    ...(typeof entry.renamed_from === "string" ? { renamed_from: entry.renamed_from } : {}),
    ...(typeof entry.copied_from === "string" ? { copied_from: entry.copied_from } : {}),
    ...(entry.from_git === true ? { from_git: true as const } : {}),
    ...(entry.put_back === true ? { put_back: true as const } : {}),
    ...(before === null ? {} : { before_hash: before }),
    ...(after === null ? {} : { after_hash: after }),
    ...readModes(entry),
    ...(entry.binary === true ? { binary: true as const } : {}),
    ...readTracedLines(entry),
  };
}

function readModes(entry: Fields): Pick<TraceFile, "before_mode" | "after_mode" | "displaced_hash" | "displaced_mode"> {
  const { before_mode, after_mode, displaced_mode } = entry;
  const displaced = hashOf(entry.displaced_hash);
  return {
    ...(isMode(before_mode) ? { before_mode } : {}),
    ...(isMode(after_mode) ? { after_mode } : {}),
    ...(displaced === null ? {} : { displaced_hash: displaced }),
    ...(isMode(displaced_mode) ? { displaced_mode } : {}),
  };
}

function isMode(value: unknown): value is string {
  return typeof value === "string" && /^[0-7]{6}$/.test(value);
}

function readConversations(value: unknown): { list: TraceConversation[] } | Problem {
  if (!Array.isArray(value)) return { problem: "conversations is no list" };
  const list: TraceConversation[] = [];
  for (const entry of value) {
    if (!isFields(entry)) return { problem: "a conversation that is no object" };
    const ranges = readRanges(entry.ranges);
    if (ranges !== "unknown" && "problem" in ranges) return ranges;
    const related = Array.isArray(entry.related) ? entry.related.filter(isFields) : [];
    list.push({
      url: textOr(entry.url, "unknown"),
      contributor: contributorOf(entry.contributor),
      ranges,
      related: related.flatMap(({ type, value }) => {
        return typeof type === "string" && typeof value === "string" ? [{ type, value }] : [];
      }),
    });
  }
  return { list };
}

function unnamedConversation(ranges: TraceRange[] | "unknown", intentId: string | null): TraceConversation {
  return {
    url: "unknown",
    contributor: contributorOf(null),
    ranges,
    related: intentId === null ? [] : [{ type: "specification", value: intentId }],
  };
}

function readRanges(value: unknown): TraceRange[] | "unknown" | Problem {
  if (value === undefined || value === "unknown") return "unknown";
  if (!Array.isArray(value)) return { problem: "ranges is no list" };
  const ranges: TraceRange[] = [];
  for (const entry of value) {
    const { start_line, end_line, content_hash, symbol, symbols, token_hash } = isFields(entry)
      ? entry
      : ({} as Fields);
    const hash = hashOf(content_hash);
    if (!isLine(start_line) || !isLine(end_line) || end_line < start_line - 1 || start_line < 1 || hash === null)
      return { problem: "a range without start_line, end_line and content_hash" };
    ranges.push({
      start_line,
      end_line,
      content_hash: hash,
      ...(typeof symbol === "string" ? { symbol } : {}),
      ...(Array.isArray(symbols) ? { symbols: symbols.filter((one) => typeof one === "string") } : {}),
      ...(typeof token_hash === "string" ? { token_hash } : {}),
    });
  }
  return ranges;
}

function isLine(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Bare hex is a SHA-256 without its name. */
function hashOf(value: unknown): string | null {
  if (typeof value !== "string" || value === "") return null;
  return /^[0-9a-f]{64}$/i.test(value) ? `sha256:${value.toLowerCase()}` : value;
}

function contributorOf(value: unknown): TraceConversation["contributor"] {
  const fields = isFields(value) ? value : {};
  const known: readonly unknown[] = ["AI", "HUMAN", "HOOK"];
  const entity_type = known.includes(fields.entity_type) ? (fields.entity_type as EntityType) : "UNKNOWN";
  const candidates = candidatesOf(fields.candidates);
  return {
    entity_type,
    model_identifier: textOr(fields.model_identifier, "unknown"),
    ...(candidates.length > 0 ? { candidates } : {}),
  };
}

function candidatesOf(value: unknown): Candidate[] {
  return (Array.isArray(value) ? value : []).filter(isFields).flatMap((fields): Candidate[] => {
    if (fields.entity_type === "HUMAN") return [{ entity_type: "HUMAN" }];
    if (fields.entity_type !== "AI") return [];
    const [session, invocation_id] = [textOr(fields.session, "unknown"), textOr(fields.invocation_id, "unknown")];
    return [
      { entity_type: "AI", session, invocation_id, model_identifier: textOr(fields.model_identifier, "unknown") },
    ];
  });
}

/** Reads what a record keeps to follow lines; what does not fit together is left out, as if it had not been kept. */
function readTracedLines(entry: Fields): TracedLines {
  const { line_keys } = entry;
  const keys = typeof line_keys === "string" ? { line_keys } : {};
  const counts = pairOf(entry.line_counts);
  const hunks = counts === null ? null : hunksOf(entry.hunks, counts);
  if (counts === null || hunks === null) return entry.hunks === undefined ? keys : {};
  const carried = carriedOf(entry.carried, counts[1]);
  return { line_counts: counts, hunks, ...keys, ...(carried.length > 0 ? { carried } : {}) };
}

function pairOf(value: unknown): [number, number] | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [before, after]: unknown[] = value;
  return isCount(before) && isCount(after) ? [before, after] : null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 30;
}

/** In order, inside both texts, and leading from one length to the other. */
function hunksOf(value: unknown, [before, after]: [number, number]): LineHunkNumbers[] | null {
  if (!Array.isArray(value)) return null;
  let old = 0;
  let fresh = 0;
  for (const hunk of value) {
    if (!Array.isArray(hunk) || hunk.length !== 4 || !hunk.every(isCount)) return null;
    const [oldStart, oldCount, newStart, newCount] = hunk as LineHunkNumbers;
    const kept = oldStart - 1 - old;
    if (kept < 0 || newStart - 1 - fresh !== kept) return null;
    old = oldStart - 1 + oldCount;
    fresh = newStart - 1 + newCount;
  }
  return before - old === after - fresh && before >= old ? (value as LineHunkNumbers[]) : null;
}

function carriedOf(value: unknown, after: number): Carried[] {
  if (!Array.isArray(value)) return [];
  return value.filter((run): run is Carried => {
    if (!Array.isArray(run) || run.length < 3 || run.length > 5 || !run.every(isCount)) return false;
    const [start, lines, from] = run as Carried;
    return start >= 1 && lines >= 1 && from >= 1 && start - 1 + lines <= after;
  });
}
