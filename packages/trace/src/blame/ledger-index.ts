/**
 * Where everything stands in the ledger: records by number, the files each changed, and what can be looked up by
 * content, path and line. Derived from the lines alone; it keeps numbers, and the ledger keeps the rest.
 */
import { type Fields, isFields, textOr } from "../known-record.ts";
import { readRecord } from "../read-record.ts";
import type { EntityType, LineHunkNumbers } from "../record.ts";
import { createBuckets, createColumn, createWords } from "./column.ts";
import { decodeLineKeys, isWeightyKey } from "./line-key.ts";

const entityTypes: readonly EntityType[] = ["AI", "HUMAN", "HOOK", "UNKNOWN"];

/** What is kept of an index between two processes. */
export interface KeptIndex {
  words: string[][];
  columns: Uint8Array[];
}

const HAS_BEFORE = 1;
const HAS_AFTER = 2;
const REFACTOR = 16;
const LOW = 2 ** 32;

export function createLedgerIndex(kept?: KeptIndex) {
  let next = 0;
  const column = <K extends Parameters<typeof createColumn>[0]>(kind: K) => {
    const made = createColumn(kind, kept?.columns[next++]);
    columns.push(made);
    return made;
  };
  const columns: ReturnType<typeof createColumn>[] = [];
  const paths = createWords(kept?.words[0]);
  const intents = createWords(kept?.words[1]);
  const sessions = createWords(kept?.words[2]);
  const models = createWords(kept?.words[3]);
  const demands = createWords(kept?.words[4]);
  const record = {
    offset: column(Float64Array),
    bytes: column(Uint32Array),
    time: column(Float64Array),
    intent: column(Uint32Array),
    session: column(Uint32Array),
    model: column(Uint32Array),
    demands: column(Uint32Array),
    kind: column(Uint8Array),
    firstEntry: column(Uint32Array),
  };
  const entry = {
    record: column(Uint32Array),
    path: column(Uint32Array),
    flags: column(Uint8Array),
    before: column(Float64Array),
    after: column(Float64Array),
    olderOfPath: column(Uint32Array),
    nextSameContent: column(Uint32Array),
    nextSameStart: column(Uint32Array),
  };
  const line = {
    key: column(Float64Array),
    entry: column(Uint32Array),
    number: column(Uint32Array),
    nextSameKey: column(Uint32Array),
  };
  const newestOfPath: number[] = [];
  const byContent = createBuckets(entry.nextSameContent);
  const byStart = createBuckets(entry.nextSameStart);
  const byKey = createBuckets(line.nextSameKey);
  const contentHash = (row: number) => lowOf(entry.after.get(row));
  const startHash = (row: number) => lowOf(entry.before.get(row));
  const keyHash = (row: number) => lowOf(line.key.get(row));
  if (kept) {
    byContent.fill(contentHash);
    byStart.fill(startHash);
    byKey.fill(keyHash);
    for (let row = 0; row < entry.path.length; row++) newestOfPath[entry.path.get(row)] = row + 1;
  }

  function addFile(fields: Fields, number: number): void {
    const path = paths.numberOf(fields.relative_path as string);
    const before = shortHash(fields.before_hash);
    const after = shortHash(fields.after_hash);
    const row = entry.record.push(number);
    entry.path.push(path);
    entry.flags.push((before === null ? 0 : HAS_BEFORE) | (after === null ? 0 : HAS_AFTER));
    entry.before.push(before ?? 0);
    entry.after.push(after ?? 0);
    entry.olderOfPath.push(newestOfPath[path] ?? 0);
    newestOfPath[path] = row + 1;
    byContent.add(lowOf(after ?? 0), contentHash);
    byStart.add(lowOf(before ?? 0), startHash);
    if (typeof fields.line_keys === "string") addLines(row, fields.line_keys, fields.hunks);
  }

  function addLines(row: number, text: string, hunks: unknown): void {
    const keys = decodeLineKeys(text);
    let at = 0;
    const take = (start: number, count: number) => {
      for (let step = 0; step < count && at < keys.length; step++, at++) {
        const key = keys[at] as number;
        if (!isWeightyKey(key)) continue;
        line.key.push(key);
        line.entry.push(row);
        line.number.push(start + step);
        byKey.add(lowOf(key), keyHash);
      }
    };
    if (!Array.isArray(hunks)) take(1, keys.length);
    else for (const hunk of hunks) if (isHunk(hunk)) take(hunk[2], hunk[3]);
  }

  return {
    record,
    entry,
    words: { paths, intents, sessions, models, demands },
    get records() {
      return record.offset.length;
    },
    get entries() {
      return entry.record.length;
    },

    /** False where the line is no record. */
    add(text: string, offset: number, bytes: number): boolean {
      const fields = readLean(text);
      if (fields === null) return false;
      const number = record.offset.push(offset);
      const files = fields.files as Fields[];
      const talk = conversationOf(files[0]);
      const contributor = isFields(talk?.contributor) ? talk.contributor : {};
      const entity = entityTypes.indexOf(contributor.entity_type as EntityType);
      record.bytes.push(bytes);
      record.time.push(Date.parse(fields.timestamp as string));
      record.intent.push(intents.numberOf(textOr(fields.intent_id, "none")));
      record.session.push(sessions.numberOf(textOr(talk?.url, "unknown")));
      record.model.push(models.numberOf(textOr(contributor.model_identifier, "unknown")));
      record.demands.push(demands.numberOf(textOr(fields.intent_digest, "")));
      record.kind.push((entity < 0 ? 3 : entity) | (fields.mutation_class === "AST_REFACTOR" ? REFACTOR : 0));
      record.firstEntry.push(entry.record.length);
      for (const file of files) addFile(file, number);
      return true;
    },

    entityOf: (number: number): EntityType => entityTypes[record.kind.get(number) & 15] ?? "UNKNOWN",
    isRefactor: (number: number): boolean => (record.kind.get(number) & REFACTOR) !== 0,
    hasBefore: (row: number): boolean => (entry.flags.get(row) & HAS_BEFORE) !== 0,
    hasAfter: (row: number): boolean => (entry.flags.get(row) & HAS_AFTER) !== 0,
    pathOf: (row: number): string => paths.list[entry.path.get(row)] ?? "",

    /** Entries that left this content, oldest first, older than `limit`. */
    withContent(hash: string, limit: number): number[] {
      const wanted = shortHash(hash);
      if (wanted === null) return [];
      return sameContent(wanted, limit);
    },
    /** Older entries that left what this one began with. */
    withContentBefore: (row: number): number[] => sameContent(entry.before.get(row), row),
    /** The oldest entry that began with a content which none had left; older than `limit`. */
    beginningWith(hash: string, limit: number): number | undefined {
      const wanted = shortHash(hash);
      return wanted === null ? undefined : oldestStart(wanted, limit);
    },
    /** The oldest entry that began with what this one began with; itself where there is no older one. */
    beginningLike: (row: number): number => oldestStart(entry.before.get(row), row) ?? row,
    /** Older entries that left what this one left. */
    withContentAfter: (row: number): number[] => sameContent(entry.after.get(row), row),

    /** The newest entry of a path that is older than `limit`; undefined where there is none. */
    newestOf(path: string, limit: number): number | undefined {
      const number = paths.find(path);
      if (number === undefined) return undefined;
      let row = newestOfPath[number] ?? 0;
      while (row > limit) row = entry.olderOfPath.get(row - 1);
      return row === 0 ? undefined : row - 1;
    },
    olderOf: (row: number): number | undefined => {
      const older = entry.olderOfPath.get(row);
      return older === 0 ? undefined : older - 1;
    },

    /** Where a line with this key was written, newest first; undefined where it was written in more places than `most`. */
    withKey(key: number, limit: number, most: number): { entry: number; line: number }[] | undefined {
      const found: { entry: number; line: number }[] = [];
      for (const row of byKey.rows(lowOf(key))) {
        if (line.key.get(row) !== key || line.entry.get(row) >= limit) continue;
        if (found.length === most) return undefined;
        found.push({ entry: line.entry.get(row), line: line.number.get(row) });
      }
      return found;
    },

    keep(): KeptIndex {
      return {
        words: [paths, intents, sessions, models, demands].map(({ list }) => [...list]),
        columns: columns.map((one) => one.bytes()),
      };
    },
  };

  function oldestStart(wanted: number, limit: number): number | undefined {
    let oldest: number | undefined;
    for (const row of byStart.rows(lowOf(wanted)))
      if (row < limit && entry.before.get(row) === wanted && (entry.flags.get(row) & HAS_BEFORE) !== 0) oldest = row;
    return oldest;
  }

  function sameContent(wanted: number, limit: number): number[] {
    const found: number[] = [];
    for (const row of byContent.rows(lowOf(wanted)))
      if (row < limit && entry.after.get(row) === wanted && (entry.flags.get(row) & HAS_AFTER) !== 0) found.push(row);
    return found.reverse();
  }
}

export type LedgerIndex = ReturnType<typeof createLedgerIndex>;

/** The full form is looked at no further than the index needs; any other goes through the reader of all forms. */
function readLean(text: string): Fields | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (isFields(value) && value.version === 1 && isWhole(value)) return value;
  const read = readRecord(text);
  return "problem" in read ? null : (read as unknown as Fields);
}

function isWhole({ id, timestamp, files }: Fields): boolean {
  if (typeof id !== "string" || typeof timestamp !== "string" || !Array.isArray(files)) return false;
  return files.every(
    (file) => isFields(file) && typeof file.relative_path === "string" && conversationOf(file) !== null,
  );
}

function conversationOf(file: unknown): Fields | null {
  const list = isFields(file) ? file.conversations : null;
  return Array.isArray(list) && isFields(list[0]) ? list[0] : null;
}

function isHunk(hunk: unknown): hunk is LineHunkNumbers {
  return Array.isArray(hunk) && hunk.length === 4 && hunk.every((one) => Number.isSafeInteger(one) && one >= 0);
}

/** The first 52 bits of a SHA-256, exact as a number; null where it is none. */
function shortHash(hash: unknown): number | null {
  if (typeof hash !== "string" || !hash.startsWith("sha256:")) return null;
  const number = Number.parseInt(hash.slice(7, 20), 16);
  return Number.isSafeInteger(number) ? number : null;
}

function lowOf(number: number): number {
  return (number % LOW) | 0;
}
