/** Puts folders back as they were before calls: those they made go, those they deleted come, permissions are as before. */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FolderChange } from "@intentgate/sidecar";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import { codeOf, isRealFolder, nearestAbove, onSystemError } from "@intentgate/world";

export interface UndoFolders {
  /** Before files go: what they lie in is opened for its owner. */
  open(): void;
  /** Once files are gone, and before others come. */
  change(): void;
  /** Once all files stand. Says what could not be done, and what was. */
  close(): { done: FolderChange[]; left: { path: string; why: string }[] };
}

/** `calls` are what each of them did, the newest first. `isOpen`: nothing else is ever touched. */
export function undoFolders(
  root: string,
  calls: readonly (readonly FolderChange[])[],
  isOpen: (path: string) => boolean,
): UndoFolders {
  const folded = [...foldFolders(calls).values()].filter(({ path }) => isOpen(path));
  const outside = folded.toSorted((a, b) => a.path.split("/").length - b.path.split("/").length);
  const done: FolderChange[] = [];
  const left: { path: string; why: string }[] = [];

  return {
    open() {
      for (const { path, after } of outside)
        if (after !== null) attempt(path, (place) => setMode(place, [after], after | 0o700));
    },
    change() {
      for (const { path, before, after } of outside.toReversed())
        if (before === null && after !== null)
          attempt(path, (place) => {
            // What somebody put there since stays, and the folder with it.
            if (isEmptied(place)) done.push({ path, before: after, after: null });
            else setMode(place, [after | 0o700], after);
          });
      for (const { path, before, after } of outside)
        if (before !== null && after === null)
          attempt(path, (place) => {
            if (lstatSync(place, { throwIfNoEntry: false })) return;
            mkdirSync(place, { mode: 0o700 });
            done.push({ path, before: null, after: before });
          });
    },
    close() {
      for (const { path, before, after } of outside.toReversed()) {
        if (before === null) continue;
        attempt(path, (place) => {
          const isBack = setMode(place, after === null ? [0o700] : [after | 0o700], before);
          if (after === null || before === after) return;
          if (isBack) done.push({ path, before: after, after: before });
          else left.push({ path, why: "its permissions changed since" });
        });
      }
      return { done, left };
    },
  };

  function attempt(path: string, act: (place: string) => void): void {
    try {
      const held = holdFolder(dirname(join(root, path)));
      try {
        act(held.place(basename(path)));
      } finally {
        held.close();
      }
    } catch (error) {
      const code = codeOf(error);
      if (code === null && !(error instanceof MovedFolderError)) throw error;
      if (code !== "ENOENT") left.push({ path, why: `the folder could not be put back (${code ?? "it was moved"})` });
    }
  }
}

export type PlannedFolder = { path: string; does: "folder"; becomes: "removed" | "made" | "as it was" };

/**
 * What of it there is to do as things stand; nothing is changed. `leaving`: files that go. A folder that holds more than
 * these stays.
 */
export function planFolders(
  root: string,
  calls: readonly (readonly FolderChange[])[],
  isOpen: (path: string) => boolean,
  leaving: readonly string[],
): PlannedFolder[] {
  const gone = new Set(leaving);
  const deepestFirst = [...foldFolders(calls).values()]
    .filter(({ path }) => isOpen(path) && isRealFolder(nearestAbove(join(root, path))))
    .toSorted((a, b) => b.path.split("/").length - a.path.split("/").length);
  return deepestFirst.flatMap(({ path, before, after }): PlannedFolder[] => {
    // A file may stand where the folder above it was.
    const stat = onSystemError(["ENOTDIR"], undefined, () => lstatSync(join(root, path), { throwIfNoEntry: false }));
    const told = (becomes: PlannedFolder["becomes"]): PlannedFolder[] => [{ path, does: "folder", becomes }];
    if (before !== null && after === null) return stat === undefined || gone.has(path) ? told("made") : [];
    if (after === null || before === after || stat?.isDirectory() !== true) return [];
    if (before !== null) return (stat.mode & 0o7777) === after ? told("as it was") : [];
    const names = onSystemError("any", null, () => readdirSync(join(root, path)));
    if (names === null || !names.every((name) => gone.has(`${path}/${name}`))) return [];
    gone.add(path);
    return told("removed");
  });
}

/** What stood before the oldest, and stands after the newest. */
export function foldFolders(calls: readonly (readonly FolderChange[])[]): Map<string, FolderChange> {
  const folded = new Map<string, FolderChange>();
  for (const { path, before, after } of calls.flatMap((changes) => changes.toReversed())) {
    const newer = folded.get(path);
    folded.set(path, { path, before, after: newer === undefined ? after : newer.after });
  }
  return folded;
}

/** False where its mode is none of these; a link is not followed. */
function setMode(place: string, known: readonly number[], mode: number): boolean {
  const descriptor = openSync(place, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const now = fstatSync(descriptor).mode & 0o7777;
    if (known.includes(now)) fchmodSync(descriptor, mode);
    return known.includes(now) || now === mode;
  } finally {
    closeSync(descriptor);
  }
}

function isEmptied(place: string): boolean {
  try {
    rmdirSync(place);
    return true;
  } catch (error) {
    if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "EEXIST") throw error;
    return false;
  }
}
