/** What is about to be applied is written down first, so that whoever comes after a sudden end brings it to its own. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonObject } from "@intentgate/documents";
import { onSystemError, withFileLock } from "@intentgate/world";
import { clearRun, deadRuns } from "../run/run-folder.ts";
import { type AppliedUnit, applyUnit, type Journal } from "./apply-unit.ts";
import { identityOf } from "./held-way.ts";

/** What of a run that died was left, as it is neither what it was nor what it was to be. */
export interface Replayed {
  runs: number;
  left: string[];
}

const FILE = "journal.json";

export function rootIdentity(root: string): string {
  return identityOf(root);
}

/** Throws where the root is no longer the folder that it was; then nothing was changed. */
export function applyWithJournal(folder: string, state: string, journal: Omit<Journal, "run">): Promise<AppliedUnit> {
  return withFileLock(join(state, "apply.lock"), () => {
    const written: Journal = { ...journal, run: folder.slice(-6) };
    if (!isSameRoot(written)) throw new Error(`${written.root} is no longer the folder that it was`);
    write(join(folder, FILE), JSON.stringify(written));
    return applyUnit(folder, written, false);
  });
}

/**
 * What runs that died left: begun ones are brought to their end, others are forgotten. What somebody changed since is
 * theirs, and is told.
 */
export async function replayRuns(state: string): Promise<Replayed> {
  if (deadRuns(state).length === 0) return { runs: 0, left: [] };
  return withFileLock(join(state, "apply.lock"), () => {
    const replayed: Replayed = { runs: 0, left: [] };
    for (const folder of deadRuns(state)) {
      const journal = read(folder);
      if (journal !== null && isSameRoot(journal)) {
        const { failed, contested, withheld } = applyUnit(folder, journal, true);
        replayed.runs += 1;
        replayed.left.push(...new Set([...failed, ...contested, ...withheld].map(({ path }) => path)));
      }
      clearRun(folder);
    }
    return replayed;
  });
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
