/** What people look for in the ledger, and whether a record is one of it. */
import type { KnownRecord, MutationClass } from "@intentgate/trace";

/** Null: whatever it is. */
export interface RecordQuery {
  intent: string | null;
  /** Relative to the root; a folder stands for everything below it, the empty path for all. */
  path: string | null;
  session: string | null;
  /** A model's whole name, or what stands behind its last slash. */
  model: string | null;
  mutationClass: MutationClass | null;
  /** From this moment on. */
  since: Date | null;
  /** Before this moment. */
  until: Date | null;
  /** Only these records, by their ids. */
  ids: ReadonlySet<string> | null;
}

export const EVERY_RECORD: RecordQuery = {
  intent: null,
  path: null,
  session: null,
  model: null,
  mutationClass: null,
  since: null,
  until: null,
  ids: null,
};

export function fitsQuery(record: KnownRecord, query: RecordQuery): boolean {
  const { intent, path, session, model, mutationClass, since, until, ids } = query;
  const time = Date.parse(record.timestamp);
  if (since !== null && !(time >= since.getTime())) return false;
  if (until !== null && !(time < until.getTime())) return false;
  if (ids !== null && !ids.has(record.id)) return false;
  if (intent !== null && record.intent_id !== intent) return false;
  if (mutationClass !== null && record.mutation_class !== mutationClass) return false;
  if (session !== null && !sessionsOf(record).includes(session)) return false;
  if (model !== null && !modelsOf(record).some((one) => isModel(one, model))) return false;
  return path === null || record.files.some((one) => isAt(one.relative_path, path) || isAt(one.renamed_from, path));
}

export function isAt(path: string | undefined, wanted: string): boolean {
  return path !== undefined && (wanted === "" || path === wanted || path.startsWith(`${wanted}/`));
}

export function isModel(name: string, wanted: string): boolean {
  return name === wanted || name.slice(name.lastIndexOf("/") + 1) === wanted;
}

export function sessionsOf(record: KnownRecord): string[] {
  const told = record.files.flatMap((file) => file.conversations.map((one) => one.url));
  return [...new Set([...(record.integrity ? [record.integrity.session] : []), ...told])];
}

function modelsOf(record: KnownRecord): string[] {
  return record.files.flatMap((file) => file.conversations.map((one) => one.contributor.model_identifier));
}
