/** One append-only journal a session; a reading without news costs one stat, and news cost only themselves. */
import { closeSync, readSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { jsonObject, ProblemError, problem } from "@intentgate/documents";
import { type Appended, appendLines, makeFolder, namesIn, openRegular, reading } from "@intentgate/world";
import { createSessionFold, type SessionFold } from "./fold-session.ts";
import { isOldEvent, type OldSessionEvent } from "./journal-version-1.ts";
import { sessionFileName } from "./session-file-name.ts";
import type { SessionEvent, SessionState, SessionsStore } from "./store.ts";

/** What is known of a journal: everything before `offset` is folded. */
interface Journal {
  fold: SessionFold;
  /** Null until it is asked for. */
  state: SessionState | null;
  /** Of its newest header; 0 where it has none. */
  version: number;
  stat: Pick<Stats, "ino" | "size" | "mtimeMs" | "ctimeMs"> | null;
  offset: number;
}

/** 2: an open call is `opened` and `closed`. An older program that meets it says that it is too old. */
const VERSION = 2;
/**
 * 3: the session was stopped. An older program takes an event that it does not know for damage and would let the session
 * go on, so such a journal is one that it refuses to read. Journals of sessions that nobody stopped stay readable to it.
 */
const VERSION_OF_STOPS = 3;
const MAX_HEADER_BYTES = 64 * 1024;

export function createSessionsStore(parts: { folder: string }): SessionsStore {
  const folder = join(parts.folder, "sessions");
  const journals = new Map<string, Journal>();
  const files = new Map<string, string>();

  /** Asked for a dozen times on the way to a decision. */
  function fileOf(id: string): string {
    const known = files.get(id) ?? join(folder, `${sessionFileName(id)}.jsonl`);
    files.set(id, known);
    return known;
  }

  function journalOf(id: string): Journal {
    const file = fileOf(id);
    const stat = statOf(file);
    const known = journals.get(id);
    if (known && isSame(known.stat, stat)) return known;
    const grown = known?.stat && stat && known.stat.ino === stat.ino && stat.size > known.stat.size;
    const journal = known && grown ? known : emptyJournal(id);
    journals.delete(id); // a journal that cannot be read to its end is not kept half folded
    if (stat) foldNews(journal, file, id, stat);
    journals.set(id, journal);
    return journal;
  }

  function read(id: string): SessionState {
    const journal = journalOf(id);
    journal.state ??= journal.fold.state();
    return journal.state;
  }

  return {
    read,

    append(id, events) {
      if (events.length === 0) return;
      makeFolder(folder);
      const version = events.some(({ kind }) => kind === "stopped" || kind === "resumed") ? VERSION_OF_STOPS : VERSION;
      const header: JournalHeader = { kind: "journal", version, session: id };
      const journal = journalOf(id);
      const lines = journal.version >= version ? events : [header, ...events];
      const texts = lines.map((line) => JSON.stringify(line));
      const file = fileOf(id);
      foldOwn(journal, appendLines(file, texts, { mode: 0o600 }), texts, file, id);
    },

    list() {
      return journalFiles(folder).flatMap((file) => {
        const id = ownerOf(file);
        return id === null || fileOf(id) !== file ? [] : [read(id)];
      });
    },
  };
}

function emptyJournal(id: string): Journal {
  const fold = createSessionFold(id);
  return { fold, state: null, version: 0, stat: null, offset: 0 };
}

/** Only complete lines count: the rest may still be in the writing. */
function foldNews(journal: Journal, file: string, id: string, stat: Stats): void {
  const bytes = readRange(file, journal.offset, stat.size);
  const end = bytes.lastIndexOf(10) + 1;
  foldLines(journal, bytes.subarray(0, end).toString("utf8").split("\n"), file, id);
  journal.offset += end;
  journal.stat = stat;
}

/** What this process wrote right behind all that it knows need not be read back. */
function foldOwn(journal: Journal, appended: Appended, texts: readonly string[], file: string, id: string): void {
  const isBehind = appended?.from === journal.offset && (journal.stat?.ino ?? appended.now.ino) === appended.now.ino;
  if (appended === null || !isBehind) return;
  foldLines(journal, texts, file, id);
  journal.offset = appended.now.size;
  journal.stat = appended.now;
}

function foldLines(journal: Journal, lines: readonly string[], file: string, id: string): void {
  journal.state = null;
  for (const line of lines) {
    if (line === "") continue;
    const read = readSessionLine(line);
    if (read === null) journal.fold.addDamage();
    else if (read.kind !== "journal") journal.fold.add(read);
    else if (read.version > VERSION_OF_STOPS) throw newerVersion(file);
    else if (read.session === id) journal.version = Math.max(journal.version, read.version);
    else journal.fold.addDamage();
  }
}

function readRange(file: string, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  return reading(file, () => {
    const opened = openRegular(file);
    try {
      return bytes.subarray(0, readSync(opened, bytes, 0, bytes.length, from));
    } finally {
      closeSync(opened);
    }
  });
}

function statOf(file: string): Stats | null {
  return reading(file, () => statSync(file, { throwIfNoEntry: false }) ?? null);
}

function isSame(known: Journal["stat"], now: Journal["stat"]): boolean {
  if (known === null || now === null) return known === now;
  return (
    known.ino === now.ino && known.size === now.size && known.mtimeMs === now.mtimeMs && known.ctimeMs === now.ctimeMs
  );
}

function journalFiles(folder: string): string[] {
  const names = namesIn(folder).filter((name) => name.endsWith(".jsonl"));
  return names.sort().map((name) => join(folder, name));
}

/** Null where the journal's first lines do not say. */
function ownerOf(file: string): string | null {
  for (const line of readRange(file, 0, MAX_HEADER_BYTES).toString("utf8").split("\n")) {
    const read = readSessionLine(line);
    if (read?.kind === "journal") return read.session;
  }
  return null;
}

/** How many sessions have journals that only an older program wrote, so that it could still go on with them. */
export function countOldJournals(sidecar: string): number {
  const isOld = (file: string) => {
    const lines = readRange(file, 0, statOf(file)?.size ?? 0)
      .toString("utf8")
      .split("\n");
    const headers = lines.map(readSessionLine).filter((line) => line?.kind === "journal");
    return headers.length > 0 && headers.every((header) => header.version < VERSION);
  };
  return journalFiles(join(sidecar, "sessions")).filter(isOld).length;
}

function newerVersion(file: string): ProblemError {
  const message = "the session was written by a newer Intentgate";
  return new ProblemError([problem("NEWER_VERSION", message, "Update Intentgate.", { file })]);
}

/** The text fields each kind cannot do without. */
const NEEDED: Record<SessionEvent["kind"], readonly string[]> = {
  seen: ["at"],
  took: ["at", "intent", "digest", "by"],
  released: ["at"],
  saw: ["path"],
  denied: ["at", "code", "tool"],
  allowed: ["at"],
  reset: ["at", "by"],
  tool_failed: ["at", "tool"],
  standing: ["at", "intent", "approval"],
  standing_revoked: ["at"],
  command_approved: ["at", "intent", "command", "approval"],
  history: ["intent", "line"],
  history_folded: ["intent"],
  opened: ["at"],
  closed: ["invocationId"],
  heard: ["at", "name", "key", "level"],
  ended_session: ["at"],
  stopped: ["at", "by"],
  resumed: ["at", "by"],
  changed: ["at"],
  stop_held: ["at", "hook"],
  prompted: ["at", "line"],
  not_started: ["at", "answer", "reason"],
};

/** The first line of every journal, which says whose it is. */
interface JournalHeader {
  kind: "journal";
  version: number;
  session: string;
}

/** One line of a session's journal. What is not exactly an event is none: a half-understood one could grant something. */
function readSessionLine(line: string): SessionEvent | OldSessionEvent | JournalHeader | null {
  const fields = jsonObject(line);
  if (fields === null) return null;
  if (fields.kind === "journal") {
    const sound = typeof fields.version === "number" && typeof fields.session === "string";
    return sound ? (fields as unknown as JournalHeader) : null;
  }
  if (isOldEvent(fields)) return fields;
  return isEvent(fields) ? (fields as unknown as SessionEvent) : null;
}

function isEvent(fields: Record<string, unknown>): boolean {
  const { kind } = fields;
  if (typeof kind !== "string" || !Object.hasOwn(NEEDED, kind)) return false;
  if (!NEEDED[kind as SessionEvent["kind"]].every((name) => typeof fields[name] === "string")) return false;
  if (kind === "denied") return fields.call === undefined || typeof fields.call === "string";
  if (kind === "saw") return fields.hash === null || typeof fields.hash === "string";
  if (kind === "history_folded") return Number.isSafeInteger(fields.count);
  if (kind === "took") return fields.by === "agent" || fields.by === "person";
  if (kind === "not_started") return fields.answer === "rejected" || fields.answer === "silence";
  if (kind === "opened") return isOpenCall(fields.call);
  if (kind === "heard")
    return ["before", "after"].includes(String(fields.phase)) && ["string", "object"].includes(typeof fields.moment);
  return true;
}

function isOpenCall(value: unknown): boolean {
  const call = (value ?? {}) as Record<string, unknown>;
  const texts = ["invocationId", "tool", "at", "pidStartedAt"].every((name) => typeof call[name] === "string");
  if (!texts || typeof call.pid !== "number" || typeof call.before !== "object" || call.before === null) return false;
  return call.decided === null || isDecidedCall(call.decided, call.invocationId);
}

function isDecidedCall(value: unknown, invocationId: unknown): boolean {
  const decided = (value ?? {}) as Record<string, unknown>;
  const context = decided.context as Record<string, unknown> | null | undefined;
  return (
    typeof decided.key === "string" &&
    (decided.errorMessage === null || typeof decided.errorMessage === "string") &&
    typeof context === "object" &&
    context !== null &&
    context.invocationId === invocationId
  );
}
