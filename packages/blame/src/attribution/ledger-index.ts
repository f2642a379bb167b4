/**
 * Where everything stands in the ledger: records by number, the files each changed, and what can be looked up by
 * content, path and line. Derived from the lines alone; it keeps numbers, and the ledger keeps the rest.
 */

import { decodeLineKeys, type EntityType, type Fields, isTellingKey, textOr } from "@intentgate/trace";
import { type Column, createBuckets, createColumn, createWords, type Words } from "./column.ts";
import { contributorsOf, isHunk, readLean, sealOf, shortHash } from "./lean-record.ts";

const entityTypes: readonly EntityType[] = ["AI", "HUMAN", "HOOK", "UNKNOWN"];

/** What is kept of an index between two processes. */
export interface KeptIndex {
  words: string[][];
  columns: Uint8Array[];
}

/** Where a line stands. */
export interface LinePlace {
  /** 0 is this machine's ledger; any other number is a segment that somebody shared. */
  source: number;
  /** In bytes, within its source. */
  offset: number;
  bytes: number;
}

type RecordColumn = "source" | "offset" | "bytes" | "seal" | "time" | "kind" | "firstEntry" | RecordWord;
type RecordWord = "intent" | "session" | "model" | "demands";

/** What one index can take over from another. */
export interface IndexRows {
  record: Record<RecordColumn, Column>;
  entry: Record<"record" | "path" | "flags" | "before" | "after", Column>;
  line: Record<"key" | "entry" | "number", Column>;
  words: Record<"paths" | "intents" | "sessions" | "models" | "demands", Words>;
}

const HAS_BEFORE = 1;
const HAS_AFTER = 2;
const RENAMED = 4;
const REFACTOR = 16;
const SEVERAL = 32;
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
    source: column(Uint32Array),
    offset: column(Float64Array),
    bytes: column(Uint32Array),
    /** The beginning of its own hash; 0 where it carries none. */
    seal: column(Float64Array),
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
    const before = shortHash(fields.before_hash);
    const after = shortHash(fields.after_hash);
    const renamed = typeof fields.renamed_from === "string" ? RENAMED : 0;
    const flags = (before === null ? 0 : HAS_BEFORE) | (after === null ? 0 : HAS_AFTER) | renamed;
    const row = pushFile(number, paths.numberOf(fields.relative_path as string), flags, before ?? 0, after ?? 0);
    if (typeof fields.line_keys === "string") addLines(row, fields.line_keys, fields.hunks);
  }

  function pushFile(number: number, path: number, flags: number, before: number, after: number): number {
    const row = entry.record.push(number);
    entry.path.push(path);
    entry.flags.push(flags);
    entry.before.push(before);
    entry.after.push(after);
    entry.olderOfPath.push(newestOfPath[path] ?? 0);
    newestOfPath[path] = row + 1;
    byContent.add(lowOf(after), contentHash);
    byStart.add(lowOf(before), startHash);
    return row;
  }

  function addLines(row: number, text: string, hunks: unknown): void {
    const keys = decodeLineKeys(text);
    let at = 0;
    const take = (start: number, count: number) => {
      for (let step = 0; step < count && at < keys.length; step++, at++) {
        const key = keys[at] as number;
        if (isTellingKey(key)) pushLine(row, start + step, key);
      }
    };
    if (!Array.isArray(hunks)) take(1, keys.length);
    else for (const hunk of hunks) if (isHunk(hunk)) take(hunk[2], hunk[3]);
  }

  function pushLine(row: number, number: number, key: number): void {
    line.key.push(key);
    line.entry.push(row);
    line.number.push(number);
    byKey.add(lowOf(key), keyHash);
  }

  const words = { paths, intents, sessions, models, demands };
  return {
    record,
    entry,
    line,
    words,
    get records() {
      return record.offset.length;
    },
    get entries() {
      return entry.record.length;
    },

    /** False where the line is no record. */
    add(text: string, { source, offset, bytes }: LinePlace): boolean {
      const fields = readLean(text);
      const time = fields === null ? Number.NaN : Date.parse(fields.timestamp as string);
      if (fields === null || Number.isNaN(time)) return false;
      const files = fields.files as Fields[];
      const { session, model, entity, several } = contributorsOf(files, fields.integrity);
      const kind = entityTypes.indexOf(entity as EntityType);
      const number = record.offset.push(offset);
      record.source.push(source);
      record.bytes.push(bytes);
      record.seal.push(sealOf(fields.integrity));
      record.time.push(time);
      record.intent.push(intents.numberOf(textOr(fields.intent_id, "none")));
      record.session.push(sessions.numberOf(session));
      record.model.push(models.numberOf(model));
      record.demands.push(demands.numberOf(textOr(fields.intent_digest, "")));
      record.kind.push(
        (kind < 0 ? 3 : kind) | (fields.mutation_class === "AST_REFACTOR" ? REFACTOR : 0) | (several ? SEVERAL : 0),
      );
      record.firstEntry.push(entry.record.length);
      for (const file of files) addFile(file, number);
      return true;
    },

    /** Takes over records of another index, each by its number there. */
    taker(from: IndexRows): (number: number) => void {
      const word = (of: keyof typeof words, number: number) => words[of].numberOf(from.words[of].list[number] ?? "");
      return (number) => {
        const of = from.record;
        const own = record.offset.push(of.offset.get(number));
        for (const name of ["source", "bytes", "seal", "time", "kind"] as const)
          record[name].push(of[name].get(number));
        record.intent.push(word("intents", of.intent.get(number)));
        record.session.push(word("sessions", of.session.get(number)));
        record.model.push(word("models", of.model.get(number)));
        record.demands.push(word("demands", of.demands.get(number)));
        record.firstEntry.push(entry.record.length);
        const { entry: rows, line: lines } = from;
        for (let at = of.firstEntry.get(number); at < rows.record.length && rows.record.get(at) === number; at++) {
          const path = word("paths", rows.path.get(at));
          const row = pushFile(own, path, rows.flags.get(at), rows.before.get(at), rows.after.get(at));
          let next = firstAt(lines.entry, at);
          for (; next < lines.entry.length && lines.entry.get(next) === at; next++)
            pushLine(row, lines.number.get(next), lines.key.get(next));
        }
      };
    },

    entityOf: (number: number): EntityType => entityTypes[record.kind.get(number) & 15] ?? "UNKNOWN",
    isRefactor: (number: number): boolean => (record.kind.get(number) & REFACTOR) !== 0,
    /** Its parts name several sessions or models: what the index holds is the first of them. */
    isSeveral: (number: number): boolean => (record.kind.get(number) & SEVERAL) !== 0,
    isRenamed: (row: number): boolean => (entry.flags.get(row) & RENAMED) !== 0,
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
    /** The oldest entry, older than this one, that began with what this one left. */
    beginningAfter: (row: number): number | undefined => oldestStart(entry.after.get(row), row),
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
        words: Object.values(words).map(({ list }) => [...list]),
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

/** In a column that only rises: the first row that is not below. */
function firstAt(column: Column, value: number): number {
  let [low, high] = [0, column.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column.get(middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lowOf(number: number): number {
  return (number % LOW) | 0;
}
