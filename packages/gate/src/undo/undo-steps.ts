/** From records to what each of them did to a path: what stood there before, and what it left. */
import type { KnownFile, KnownRecord } from "@intentgate/trace";

/** What a record says of a path at one moment. */
export type Stood =
  | { is: "absent" }
  /** `mode` holds the kind and the permissions. */
  | { is: "entry"; hash: string; mode: number }
  | { is: "unknown" };

export interface UndoStep {
  path: string;
  /** The call, by its invocation. */
  call: string;
  before: Stood;
  after: Stood;
  /** Nobody saw who made the change: a person may have. */
  isDoubtful: boolean;
}

const ABSENT: Stood = { is: "absent" };
const UNKNOWN: Stood = { is: "unknown" };
const PLAIN_FILE = 0o100644;

/** By path, newest first. `records` are in the order in which they were written. */
export function undoSteps(records: readonly KnownRecord[]): Map<string, UndoStep[]> {
  const byPath = new Map<string, UndoStep[]>();
  for (const record of records)
    for (const file of record.files) {
      const isDoubtful = file.conversations.some(({ contributor }) =>
        (contributor.candidates ?? []).some((one) => one.entity_type === "HUMAN"),
      );
      for (const [path, before, after] of endsOf(file)) {
        const step = { path, call: record.decision?.id ?? "unknown", before, after, isDoubtful };
        byPath.set(path, [step, ...(byPath.get(path) ?? [])]);
      }
    }
  return byPath;
}

type End = [path: string, before: Stood, after: Stood];

/** A rename is two: the file is gone from one place, and stands over whatever was at the other. */
function endsOf(file: KnownFile): End[] {
  const { relative_path: path, change, renamed_from } = file;
  const before = entryOf(file.before_hash, file.before_mode);
  const after = entryOf(file.after_hash, file.after_mode);
  switch (change) {
    case "created":
      return [[path, ABSENT, after]];
    case "deleted":
      return [[path, before, ABSENT]];
    case "renamed": {
      const displaced = file.displaced_hash === undefined ? ABSENT : entryOf(file.displaced_hash, file.displaced_mode);
      const arrived: End = [path, displaced, after];
      return renamed_from === undefined ? [arrived] : [arrived, [renamed_from, before, ABSENT]];
    }
    case "modified":
    case "mode":
      return [[path, before, after]];
    case "unknown":
      return [[path, UNKNOWN, UNKNOWN]];
  }
}

function entryOf(hash: string | undefined, mode: string | undefined): Stood {
  if (hash === undefined || hash === "unknown") return UNKNOWN;
  return { is: "entry", hash, mode: mode === undefined ? PLAIN_FILE : Number.parseInt(mode, 8) };
}
