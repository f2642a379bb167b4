/** Brings one path from what was looked at to something else, at once or not at all, and never through a link. */
import { lstatSync, renameSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { holdFolder, holdFolders, MovedFolderError, stageFile } from "@intentgate/tools";
import {
  codeOf,
  type FileStamp,
  giveBack,
  isRawName,
  isRealFolder,
  moveIfVacant,
  nearestAbove,
  sameStamp,
  stampAt,
  temporaryBeside,
} from "@intentgate/world";
import type { HeldFolder } from "./held-way.ts";

export type FormerEntry = { kind: "file"; bytes: Uint8Array; mode: number } | { kind: "link"; target: string };

const CHANGED_AGAIN = "it changed again meanwhile";
const BEHIND_LINK = "a folder above it is a link";

/** `looked` is what stood there when it was decided; null wanted: nothing shall stand there. Null where it is done. */
export function changeEntry(absolute: string, looked: FileStamp | null, wanted: FormerEntry | null): string | null {
  if (isRawName(absolute)) return "its name is no text";
  const folders = holdFolders();
  try {
    if (!isRealFolder(nearestAbove(absolute))) return BEHIND_LINK;
    const folder = dirname(absolute);
    const held = wanted === null ? folders.of(folder) : folders.made(folder);
    const why = changeIn(held, basename(absolute), looked, wanted);
    if (why !== null) folders.unmake();
    return why;
  } catch (error) {
    if (error instanceof MovedFolderError) return BEHIND_LINK;
    const code = codeOf(error);
    if (code === null) throw error;
    return `it could not be written (${code})`;
  } finally {
    folders.close();
  }
}

function changeIn(held: HeldFolder, name: string, looked: FileStamp | null, wanted: FormerEntry | null): string | null {
  const place = held.place(name);
  if (lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) return "a folder stands in its place";
  if (wanted === null) return takeAway(place, looked);
  const staged = stage(held, place, wanted);
  try {
    held.expectInPlace();
    if (looked === null) return moveIfVacant(staged, place) ? null : CHANGED_AGAIN;
    if (!isStill(place, looked)) return CHANGED_AGAIN;
    renameSync(staged, place);
    return null;
  } finally {
    rmSync(staged, { force: true });
  }
}

function stage(held: HeldFolder, place: string, wanted: FormerEntry): string {
  if (wanted.kind === "file") {
    const { uid, gid } = lstatSync(place, { throwIfNoEntry: false }) ?? lstatSync(held.place("."));
    return stageFile(held, wanted.bytes, { mode: wanted.mode, uid, gid });
  }
  const staged = temporaryBeside(place);
  symlinkSync(wanted.target, staged);
  return staged;
}

/** Taken away under another name and compared there: who saved the file in between gets it back. */
function takeAway(place: string, looked: FileStamp | null): string | null {
  if (looked === null) return stampAt(place) === null ? null : CHANGED_AGAIN;
  if (!isStill(place, looked)) return CHANGED_AGAIN;
  const aside = temporaryBeside(place);
  renameSync(place, aside);
  const moved = stampAt(aside);
  // Renaming sets the time of change; all else must be what was looked at.
  const isIt = moved !== null && sameStamp({ ...moved, ctimeMs: looked.ctimeMs }, looked);
  if (!isIt) return changedAgain(giveBack(aside, place));
  rmSync(aside, { force: true });
  return null;
}

/** `beside`: where what was saved first lies, as somebody saved once more. */
function changedAgain(beside: string | null): string {
  return beside === null
    ? CHANGED_AGAIN
    : `${CHANGED_AGAIN}, and once more: what was saved first is ${beside} beside it`;
}

function isStill(place: string, looked: FileStamp): boolean {
  const now = stampAt(place);
  return now !== null && sameStamp(now, looked);
}

/** As git does: a folder that holds nothing any more goes, and those above it, up to the root. */
export function removeEmpty(folder: string, root: string): void {
  for (let at = folder; at.startsWith(`${root}/`); at = dirname(at)) if (!isRemoved(at)) return;
}

/** False where it holds something, or is not ours to remove. */
function isRemoved(folder: string): boolean {
  try {
    const above = holdFolder(dirname(folder));
    try {
      rmdirSync(above.place(basename(folder)));
      return true;
    } finally {
      above.close();
    }
  } catch (error) {
    if (!(error instanceof MovedFolderError) && codeOf(error) === null) throw error;
    return false;
  }
}
