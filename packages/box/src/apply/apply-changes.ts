/**
 * Brings what was judged into the tree: deletions, folders, files each at once, the modes of folders last. Each path is
 * compared with what stood there when it was listed just before it is replaced: what somebody changed since is left.
 */
import { chmodSync } from "node:fs";
import { basename, join } from "node:path";
import { MovedFolderError } from "@intentgate/tools";
import { codeOf, onSystemError } from "@intentgate/world";
import type { Change } from "../changes/change.ts";
import { isStill, type Stood, stoodAt } from "../changes/stood.ts";
import {
  bringEntry,
  type Done,
  deleteEntry,
  type Making,
  makeFolder,
  type Place,
  setFolderMode,
} from "./change-place.ts";
import { type HeldFolder, holdWay } from "./held-way.ts";
import { hasResult } from "./result.ts";
import { throughItself } from "./through-itself.ts";

export interface ApplyPlace {
  root: string;
  /** The folder that stood there when the run began; null where any will do. */
  rootId: string | null;
  /** The layer that the command wrote to. */
  upper: string;
  /** Ends the names of files that are not yet in their place: no two runs share one. */
  run: string;
  /** What is new was never a file of the tree: it can be moved there as it is. */
  mayMove: boolean;
  /** It was begun before: what is found done was done then. */
  isAgain: boolean;
}

/** What could not be brought to its place, and why. */
export interface Failed {
  path: string;
  why: string;
}

export interface Applied {
  failed: Failed[];
  /** What somebody changed since it was listed: left as it is, and told with what stands there now. */
  contested: Change[];
}

/** May be done again from the start: whatever was done before is found done. What fails keeps nothing else from its place. */
export function applyChanges(changes: readonly Change[], place: ApplyPlace): Applied {
  const failed: Failed[] = [];
  const contested: Change[] = [];
  const way = holdWay(place.root, place.rootId);
  try {
    const makings = changes.filter(isMaking);
    // What a folder holds can be changed only while it is open.
    for (const one of makings) if (isFolderMode(one)) attempt(one, (at) => setFolderMode(at, one, 0o700));
    for (const one of changes) if (!isMaking(one)) attempt(one, (at) => deleteEntry(at, one));
    for (const one of makings) if (!isFolderMode(one)) attempt(one, (at) => make(at, one));
    const isLost = new Set([...failed, ...contested].map(({ path }) => path));
    for (const one of makings.toReversed())
      if (one.made.kind === "folder" && !isLost.has(one.path)) attempt(one, (at) => setFolderMode(at, one, 0));
  } finally {
    way.close();
  }
  return { failed, contested };

  function make(at: Place, change: Making): Done {
    if (change.made.kind === "folder") return makeFolder(at, change);
    return bringEntry(at, change, { ...place, from: join(place.upper, change.path) });
  }

  function attempt(change: Change, act: (at: Place) => Done): void {
    const { path, does } = change;
    try {
      const at = { folder: way.folderOf(path, does !== "delete"), name: basename(path) };
      if (openFor(at.folder, () => act(at)) === "contested") contest(change);
    } catch (error) {
      const why = error instanceof MovedFolderError ? MOVED : codeOf(error);
      if (why === null) throw error;
      if (isGone(change, why)) return;
      if (INSTEAD.has(why)) contest(change);
      else failed.push({ path, why });
    }
  }

  /** With what held it; also where that was replaced before, as it was to be. */
  function isGone({ does }: Change, why: string): boolean {
    if (does !== "delete") return false;
    return why === "ENOENT" || why === "ENOTDIR" || (why === MOVED && place.isAgain);
  }

  function contest(change: Change): void {
    contested.push({ ...change, isContested: true, stood: stoodNow(join(place.root, change.path), change) });
  }
}

/** The command could change what its owner closed, as it may open it: so that is open for this one change, and no longer. */
function openFor(folder: HeldFolder, act: () => Done): Done {
  try {
    return act();
  } catch (error) {
    if (codeOf(error) !== "EACCES") throw error;
    return throughItself(folder.place("."), (self, { mode }) => {
      if ((mode & 0o700) === 0o700) throw error;
      chmodSync(self, (mode & 0o7777) | 0o700);
      try {
        return act();
      } finally {
        chmodSync(self, mode & 0o7777);
      }
    });
  }
}

/** What of it would not be applied, as it stands now: nothing is changed here. */
export function contestedNow(changes: readonly Change[], { root, upper, isAgain }: ApplyPlace): Change[] {
  return changes.flatMap((change) => {
    const at = join(root, change.path);
    const isKnown = () => isStill(at, change.stood) || hasResult(at, join(upper, change.path), change, isAgain);
    if (onSystemError("any", false, isKnown)) return [];
    return [{ ...change, isContested: true, stood: stoodNow(at, change) }];
  });
}

/** Where it cannot be looked at, as it was. */
function stoodNow(at: string, { stood }: Change): Stood {
  return onSystemError("any", stood, () => stoodAt(at));
}

/** What the system says where something else stands in the place of it, or of a folder above it. */
const MOVED = "moved";
const INSTEAD = new Set([MOVED, "EEXIST", "EISDIR", "ELOOP", "ENOTDIR", "ENOTEMPTY"]);

function isMaking(change: Change): change is Making {
  return change.does !== "delete";
}

function isFolderMode({ does, made }: Making): boolean {
  return does === "mode" && made.kind === "folder";
}
