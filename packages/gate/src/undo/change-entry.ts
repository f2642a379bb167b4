/** Brings one path from what was looked at to something else, at once or not at all, and never through a link. */
import { linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { holdFolder, MovedFolderError, stageFile } from "@intentgate/tools";
import {
  codeOf,
  type FileStamp,
  type FormerEntry,
  giveBack,
  isRawName,
  isRealFolder,
  nearestAbove,
  sameStamp,
  stampAt,
  temporaryBeside,
} from "@intentgate/world";

const CHANGED_AGAIN = "it changed again meanwhile";
const BEHIND_LINK = "a folder above it is a link";

/**
 * `looked` is what stood there when it was decided; null wanted: nothing shall stand there. Null where it is done. Folders
 * that hold nothing any more go where `leavesEmpty` does not say that it is known which of them were there before.
 */
export function changeEntry(
  root: string,
  absolute: string,
  looked: FileStamp | null,
  wanted: FormerEntry | null,
  leavesEmpty = false,
): string | null {
  if (isRawName(absolute)) return "its name is no text";
  const folder = dirname(absolute);
  try {
    if (!isRealFolder(nearestAbove(absolute))) return BEHIND_LINK;
    if (wanted !== null) mkdirSync(folder, { recursive: true });
    const held = holdFolder(folder);
    try {
      const place = held.place(basename(absolute));
      if (lstatSync(place, { throwIfNoEntry: false })?.isDirectory()) return "a folder stands in its place";
      if (wanted === null) return takeAway(place, looked);
      const staged = stage(held, place, wanted);
      try {
        held.expectInPlace();
        return looked === null ? putNew(staged, place) : putOver(staged, place, looked);
      } finally {
        rmSync(staged, { force: true });
      }
    } finally {
      held.close();
      if (wanted === null && !leavesEmpty) removeEmpty(folder, root);
    }
  } catch (error) {
    if (error instanceof MovedFolderError) return BEHIND_LINK;
    const code = codeOf(error);
    if (code === null) throw error;
    return `it could not be written (${code})`;
  }
}

function stage(held: ReturnType<typeof holdFolder>, place: string, wanted: FormerEntry): string {
  if (wanted.kind === "file") {
    const { uid, gid } = lstatSync(place, { throwIfNoEntry: false }) ?? lstatSync(held.place("."));
    return stageFile(held, wanted.bytes, { mode: wanted.mode, uid, gid });
  }
  const staged = temporaryBeside(place);
  symlinkSync(wanted.target, staged);
  return staged;
}

/** Only where nothing stands: a link to the staged file fails where something does. */
function putNew(staged: string, place: string): string | null {
  try {
    linkSync(staged, place);
    return null;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return CHANGED_AGAIN;
  }
}

function putOver(staged: string, place: string, looked: FileStamp): string | null {
  if (!isStill(place, looked)) return CHANGED_AGAIN;
  renameSync(staged, place);
  return null;
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

/** As git does: a folder that holds nothing any more goes, and those above it. */
function removeEmpty(folder: string, root: string): void {
  if (!folder.startsWith(`${root}/`)) return;
  try {
    rmdirSync(folder);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return; // it holds something, or is not ours to remove
  }
  removeEmpty(dirname(folder), root);
}
