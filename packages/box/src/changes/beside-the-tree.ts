/** What a command wrote beside the tree: into the home folder, where it is lost, and into the folder for scratch. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { onSystemError } from "@intentgate/world";
import { type Beside, readNote, readParts } from "../run/run-folder.ts";
import type { Change, Made } from "./change.ts";
import { copiedList } from "./copied-list.ts";
import { readWritten, type Written } from "./list-changes.ts";
import { ABSENT } from "./stood.ts";

const MOST_LOST = 200;
/** Nobody misses what stands in them. */
const caches = /^(?:\.cache|\.npm|\.node-gyp|\.local\/share\/virtualenv)(?:\/|$)/;

/** What is not kept of the home folder, relative to it; folders are told by what they hold. */
export function lostInHome(folder: string): string[] {
  const { written, unreadable } = writtenBeside(folder, "home");
  const names = written.flatMap(({ kind, path }) => (kind === "folder" ? [] : [path]));
  return [...names, ...unreadable].filter((path) => !caches.test(path)).slice(0, MOST_LOST);
}

/** With what was written to parts of it that have layers of their own. */
function writtenBeside(folder: string, layer: Beside): { written: Written[]; unreadable: string[] } {
  const own = readWritten(readNote(folder, layer) ?? Buffer.alloc(0), copiedList(folder, layer)?.isTouched);
  const parts = readParts(folder).flatMap((part, at) => {
    const list = part.layer === layer ? readNote(folder, `part-${at}`) : null;
    if (list === null) return [];
    const { written, unreadable } = readWritten(list);
    const named = (path: string) => `${part.path}/${path}`;
    return [{ written: written.map((one) => ({ ...one, path: named(one.path) })), unreadable: unreadable.map(named) }];
  });
  const all = [own, ...parts];
  return { written: all.flatMap(({ written }) => written), unreadable: all.flatMap(({ unreadable }) => unreadable) };
}

export interface NewScratch {
  changes: Change[];
  /** Something of what stood there was moved or written over: what is new may be that. */
  mayHoldMoved: boolean;
  /** What a command left there and is not brought back, by its first names; no sockets and no caches. */
  left: string[];
}

/** What programs leave there for themselves. */
const ownLeavings =
  /^(?:node-compile-cache|v8-compile-cache|hsperfdata_|tsx-|ts-node-|jest_|pytest-of-|\.X|\.ICE)[^/]*(?:\/|$)/;

/**
 * New entries of the folder for scratch, each with all that it holds: plain files and folders, no link, no socket. What
 * stands there already is somebody's, a repository or a governed root perhaps, so nothing is put into it. Nor does
 * an entry come back that holds, or is, what `steers` (relative to the folder for scratch).
 */
export function newScratch(folder: string, scratch: string, steers: (path: string) => boolean): NewScratch {
  const { written, unreadable } = writtenBeside(folder, "tmp");
  const firsts = new Map<string, boolean>();
  for (const path of [...written.map((one) => one.path), ...unreadable]) {
    const first = firstOf(path);
    const mayBe = firsts.get(first) ?? isFree(join(scratch, first));
    firsts.set(first, mayBe && !steers(path));
  }
  const isBack = (path: string) => firsts.get(firstOf(path)) === true;
  const changes = written.flatMap(({ path, mtimeMs: _, ...made }): Change[] =>
    isBack(path) && isPlain(made) ? [{ does: "create", path, made, isContested: false, stood: ABSENT }] : [],
  );
  const lost = written.filter(
    ({ path, ...made }) => isMissed(made, join(scratch, path)) && !(isBack(path) && isPlain(made)),
  );
  const names = [...lost.map(({ path }) => path), ...unreadable].filter((path) => !ownLeavings.test(path));
  const mayHoldMoved = written.some(({ path, kind }) => kind !== "folder" && !isFree(join(scratch, path)));
  return { changes, left: [...new Set(names.map(named))], mayHoldMoved };

  /** One that was there is named by what was changed in it. */
  function named(path: string): string {
    return isFree(join(scratch, firstOf(path))) ? firstOf(path) : path;
  }
}

function firstOf(path: string): string {
  return path.split("/", 1)[0] ?? path;
}

function isPlain({ kind, mode }: Made): boolean {
  return kind === "folder" || (kind === "file" && (mode & 0o6000) === 0);
}

/** Nobody misses a socket when its program has ended, nor a folder that stands there as before. */
function isMissed({ kind }: Made, path: string): boolean {
  return kind !== "socket" && kind !== "fifo" && (kind !== "folder" || isFree(path));
}

/** What cannot be looked at is somebody's. */
function isFree(path: string): boolean {
  return onSystemError("any", false, () => lstatSync(path, { throwIfNoEntry: false }) === undefined);
}
