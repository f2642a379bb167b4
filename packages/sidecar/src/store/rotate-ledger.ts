/** Puts the ledger's file into the archive in one step: who is killed before or after it leaves a whole ledger. */
import { appendFileSync, closeSync, readSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { cannotWrite, expectNoLink, fileSize, makeFolder, openRegular } from "@intentgate/world";
import { resolveHeads } from "./chain-head.ts";
import { ARCHIVE_NAME, archivedSegments, archivePath, LIVE_NAME } from "./ledger-segments.ts";
import type { RotatedLedger } from "./store.ts";

/** Only under the ledger's lock. */
export function rotateLedger(folder: string, headFolder: string): RotatedLedger | null {
  const live = join(folder, LIVE_NAME);
  if (fileSize(live) === 0) return null;
  endLastLine(live);
  resolveHeads(headFolder, live);
  expectNoLink(join(folder, ARCHIVE_NAME));
  makeFolder(join(folder, ARCHIVE_NAME));
  const target = archivePath(folder, (archivedSegments(folder).at(-1)?.number ?? 0) + 1);
  const bytes = fileSize(live);
  try {
    renameSync(live, target);
  } catch (error) {
    throw cannotWrite(error, target);
  }
  return { file: `${ARCHIVE_NAME}/${basename(target)}`, bytes };
}

/** A file that cannot be put away is still written to: its size is a matter of comfort, a record is not. */
export function rotateIfFull(folder: string, headFolder: string, aboveBytes: number): void {
  if (fileSize(join(folder, LIVE_NAME)) <= aboveBytes) return;
  try {
    rotateLedger(folder, headFolder);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
}

/** The next file begins a new line, whatever a killed writer left here. */
function endLastLine(live: string): void {
  const file = openRegular(live);
  const last = Buffer.alloc(1);
  try {
    readSync(file, last, 0, 1, fileSize(live) - 1);
  } finally {
    closeSync(file);
  }
  if (last[0] === 10) return;
  try {
    appendFileSync(live, "\n");
  } catch (error) {
    throw cannotWrite(error, live);
  }
}
