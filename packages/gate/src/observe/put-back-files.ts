/**
 * Undoes writes outside the scope. Nothing is destroyed: what is displaced is copied into quarantine first, and what
 * changed again since it was looked at is left alone.
 */
import { chmodSync, lstatSync, mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { changeEntry, copyAside, type FormerEntry, throughItself } from "@intentgate/box";
import { ProblemError } from "@intentgate/documents";
import type { FileChange } from "@intentgate/engine";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import {
  codeOf,
  type FileStamp,
  isLink,
  isRealFolder,
  isRegular,
  nearestAbove,
  onSystemError,
  permissionsOf,
  readEntry,
  replaceFile,
  sameStamp,
  stampAt,
  stampOf,
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
    if (stamp !== null) {
      const isKept = keepDisplaced(absolute, stamp, join(quarantine, relativePath));
      const why = isKept ? changeEntry(absolute, stamp, null) : CHANGED_AGAIN;
      if (why !== null) return why;
    }
    return former === null ? null : changeEntry(absolute, null, former);
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
    return throughItself(folder.place(basename(absolute)), (self, now) => {
      if (!sameStamp(stampOf(now), looked)) return CHANGED_AGAIN;
      chmodSync(self, mode);
      return null;
    });
  } finally {
    folder.close();
  }
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

/** In quarantine. False where it is not what was looked at. */
function keepDisplaced(absolute: string, looked: FileStamp, kept: string): boolean {
  if (!isLink(looked))
    return onSystemError(["ENOENT", "ELOOP"], false, () =>
      copyAside(absolute, kept, (now) => sameStamp(stampOf(now), looked)),
    );
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
  replaceFile(kept, `link to ${readEntry(absolute).link}\n`, { mode: 0o600 });
  return true;
}

/** How editors mark a file that a person has open: vim's swap file, emacs' lock, the lock of office programs. */
function isOpenInEditor(absolute: string): boolean {
  const [folder, name] = [dirname(absolute), basename(absolute)];
  const marks = [`.${name}.swp`, `.${name}.swo`, `.#${name}`, `.~lock.${name}#`];
  return marks.some((mark) => stampAt(join(folder, mark)) !== null);
}
