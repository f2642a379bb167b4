/** What is about to be applied is written down first, so that whoever comes after a sudden end brings it to its own. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { jsonObject, ProblemError } from "@intentgate/documents";
import { MovedFolderError } from "@intentgate/tools";
import { codeOf, onSystemError, withFileLock } from "@intentgate/world";
import { clearRun, deadRuns } from "../run/run-folder.ts";
import { type AppliedUnit, applyUnit, type Journal } from "./apply-unit.ts";
import { identityOf } from "./held-way.ts";

/** What of a run that died was left, as it is neither what it was nor what it was to be. */
export interface Replayed {
  runs: number;
  left: string[];
  /** What cannot be brought to its end at all: of these paths some may be changed. What it wrote lies in the folder. */
  stuck: { folder: string; paths: string[] }[];
}

const FILE = "journal.json";
const STUCK = "stuck";

export function rootIdentity(root: string): string {
  return identityOf(root);
}

/** Throws where the root is no longer the folder that it was; then nothing was changed. */
export function applyWithJournal(folder: string, state: string, journal: Omit<Journal, "run">): Promise<AppliedUnit> {
  return withFileLock(join(state, "apply.lock"), () => {
    const written: Journal = { ...journal, run: folder.slice(-6) };
    if (!isSameRoot(written)) throw new Error(`${written.root} is no longer the folder that it was`);
    write(join(folder, FILE), JSON.stringify(written));
    const done = applyUnit(folder, written, false);
    rmSync(join(folder, FILE));
    return done;
  });
}

/**
 * What runs that died left: begun ones are brought to their end, others are forgotten. What somebody changed since is
 * theirs, and is told.
 */
export async function replayRuns(state: string): Promise<Replayed> {
  const replayed: Replayed = { runs: 0, left: [], stuck: [] };
  if (deadRuns(state).length === 0) return replayed;
  return withFileLock(join(state, "apply.lock"), () => {
    for (const folder of deadRuns(state)) if (bringToEnd(folder, state, replayed)) clearRun(folder);
    return replayed;
  });
}

/** Replays one run, of which it is known that nobody is at it any more. */
export async function replayRun(folder: string, state: string): Promise<Replayed> {
  const replayed: Replayed = { runs: 0, left: [], stuck: [] };
  if (!existsSync(join(folder, FILE))) return replayed;
  return withFileLock(join(state, "apply.lock"), () => {
    bringToEnd(folder, state, replayed);
    return replayed;
  });
}

/** What was begun of it comes to its end before its layers go. */
export async function discardRun(folder: string, state: string): Promise<Replayed> {
  const replayed: Replayed = { runs: 0, left: [], stuck: [] };
  try {
    await withFileLock(join(state, "apply.lock"), () => {
      if (bringToEnd(folder, state, replayed)) clearRun(folder);
    });
  } catch (error) {
    // Whoever has the lock has it for long. Once its owner is gone, the run goes with all others.
    if (!(error instanceof ProblemError)) throw error;
  }
  return replayed;
}

/** False where it was moved out of the way: what stops one run must not stop all calls that come. */
function bringToEnd(folder: string, state: string, replayed: Replayed): boolean {
  const journal = read(folder);
  if (journal === null || !isSameRoot(journal)) return true;
  try {
    const { failed, contested, withheld } = applyUnit(folder, journal, true);
    replayed.runs += 1;
    replayed.left.push(...new Set([...failed, ...contested, ...withheld].map(({ path }) => path)));
    rmSync(join(folder, FILE));
    return true;
  } catch (error) {
    if (!(error instanceof MovedFolderError) && codeOf(error) === null) throw error;
    const stuck = join(state, STUCK, `${basename(folder)}-${Date.now()}`);
    mkdirSync(dirname(stuck), { recursive: true, mode: 0o700 });
    renameSync(folder, stuck);
    replayed.stuck.push({ folder: stuck, paths: journal.changes.map(({ path }) => path) });
    return false;
  }
}

/** A root that is gone is none. */
export function isSameRoot({ root, rootId }: Pick<Journal, "root" | "rootId">): boolean {
  return onSystemError("any", null, () => identityOf(root)) === rootId;
}

/** Nothing is applied before all of it lies on the disk under its name. */
function write(file: string, text: string): void {
  const beside = `${file}.new`;
  flushed(beside, "w", (descriptor) => writeFileSync(descriptor, text));
  renameSync(beside, file);
  flushed(dirname(file), "r", () => undefined);
}

function flushed(path: string, flags: string, act: (descriptor: number) => void): void {
  const descriptor = openSync(path, flags, 0o600);
  try {
    act(descriptor);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** One that was cut or cannot be read is none: it has its name only once it was whole, so nothing was applied. */
function read(folder: string): Journal | null {
  const text = onSystemError("any", null, () => readFileSync(join(folder, FILE), "utf8"));
  const journal = text === null ? null : (jsonObject(text) as Journal | null);
  const isWhole = Array.isArray(journal?.changes) && journal.changes.every(({ stood }) => stood !== undefined);
  return isWhole ? { ...journal, watched: journal.watched ?? [], unit: journal.unit ?? [] } : null;
}
