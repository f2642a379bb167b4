/**
 * Undoes writes outside the scope. Nothing is destroyed: what is displaced is copied into quarantine first, and what
 * changed again since it was looked at is left alone.
 */
import { chmodSync, constants, copyFileSync, lstatSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import type { FileChange } from "@intentgate/engine";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import {
  codeOf,
  type FileStamp,
  type FormerEntry,
  giveBack,
  isLink,
  isRawName,
  isRealFolder,
  isRegular,
  nearestAbove,
  permissionsOf,
  readEntry,
  replaceFile,
  restoreEntry,
  sameStamp,
  stampAt,
  temporaryBeside,
} from "@intentgate/world";
import type { Observed } from "./observed.ts";
import type { ThenThere } from "./root-changes.ts";

export interface PutBackFiles {
  back: string[];
  left: { path: string; why: string }[];
}

export function putBackFiles(
  strays: readonly Observed[],
  quarantine: string,
  /** Why this one may be somebody else's doing; null where it cannot. */
  objection: (stray: Observed) => string | null,
): PutBackFiles {
  const outcome: PutBackFiles = { back: [], left: [] };
  for (const stray of strays) {
    const path = stray.change.relativePath;
    const why = objection(stray) ?? undo(stray, quarantine);
    if (why === null) outcome.back.push(path);
    else outcome.left.push({ path, why });
  }
  return outcome;
}

/** Null where it stands again as it did. */
function undo({ change, found }: Observed, quarantine: string): string | null {
  if (!found) return "it was announced";
  const { was, stamp } = found;
  const { absolute, relativePath } = change;
  const former = formerOf(was);
  if (former === "unknown") return "its bytes from before are not known";
  if (isOpenInEditor(absolute)) return "an editor has it open";
  if (stamp !== null && !isRegular(stamp) && !isLink(stamp)) return "it is neither a file nor a link any more";
  try {
    if (!isRealFolder(nearestAbove(absolute))) return BEHIND_LINK;
    if (lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return "a folder stands in its place";
    // A mode is changed through a link, and would be that of what it leads to.
    const wasFile = was.stamp !== null && isRegular(was.stamp) ? was.stamp : null;
    if (wasFile && stamp && isRegular(stamp) && change.modeChanged && isSameContent(change)) {
      return giveMode(absolute, stamp, permissionsOf(wasFile));
    }
    const changed = stamp === null ? null : setAside(absolute, stamp, join(quarantine, relativePath));
    if (changed !== null) return changed;
    if (former === null) return null;
    // Whatever stands there by now is not what was looked at.
    if (stampAt(absolute) !== null) return CHANGED_AGAIN;
    return restoreEntry(absolute, former) ? null : "something stands in its way";
  } catch (error) {
    if (error instanceof MovedFolderError) return BEHIND_LINK;
    const code = codeOf(error);
    if (code === null && !(error instanceof ProblemError)) throw error;
    return `it could not be written (${code ?? "CANNOT_WRITE"})`;
  }
}

const CHANGED_AGAIN = "it changed again meanwhile";
const BEHIND_LINK = "a folder above it is a link";

function giveMode(absolute: string, looked: FileStamp, mode: number): string | null {
  const folder = holdFolder(dirname(absolute));
  try {
    const place = folder.place(basename(absolute));
    if (!isStill(place, looked)) return CHANGED_AGAIN;
    chmodSync(place, mode);
    return null;
  } finally {
    folder.close();
  }
}

function isStill(absolute: string, looked: FileStamp): boolean {
  const now = stampAt(absolute);
  return now !== null && sameStamp(now, looked);
}

function isSameContent({ before, after }: FileChange): boolean {
  if (before.state !== "present" || after.state !== "present") return false;
  return Buffer.compare(before.bytes, after.bytes) === 0;
}

/** Null: nothing stood there. */
function formerOf({ stamp, link, bytes, sure }: ThenThere): FormerEntry | null | "unknown" {
  if (stamp === null) return null;
  if (!sure || bytes.state !== "present") return "unknown";
  return link === null
    ? { kind: "file", bytes: bytes.bytes, mode: permissionsOf(stamp) }
    : { kind: "link", target: link };
}

/**
 * Copied into quarantine, then taken away under another name, and only then compared: somebody who saves the file in
 * between is noticed, and gets it back. Says so where it is not the file that was looked at.
 */
function setAside(absolute: string, looked: FileStamp, kept: string): string | null {
  // A name that is not UTF-8 is told of, and left where it is.
  if (isRawName(absolute) || !isStill(absolute, looked)) return CHANGED_AGAIN;
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
  if (isLink(looked)) replaceFile(kept, `link to ${readEntry(absolute).link}\n`, { mode: 0o600 });
  else copyFileSync(absolute, kept, constants.COPYFILE_FICLONE);
  const staged = temporaryBeside(absolute);
  renameSync(absolute, staged);
  const moved = stampAt(staged);
  // Renaming sets the time of change; all else must be what was looked at.
  if (moved !== null && sameStamp({ ...moved, ctimeMs: looked.ctimeMs }, looked)) {
    rmSync(staged, { force: true });
    return null;
  }
  const beside = giveBack(staged, absolute);
  return beside === null
    ? CHANGED_AGAIN
    : `${CHANGED_AGAIN}, and once more: what was saved first is ${beside} beside it`;
}

/** How editors mark a file that a person has open: vim's swap file, emacs' lock, the lock of office programs. */
function isOpenInEditor(absolute: string): boolean {
  const [folder, name] = [dirname(absolute), basename(absolute)];
  const marks = [`.${name}.swp`, `.${name}.swo`, `.#${name}`, `.~lock.${name}#`];
  return marks.some((mark) => stampAt(join(folder, mark)) !== null);
}
