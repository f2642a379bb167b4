/** One path, reached through its held folder: nothing is written through a link, and nothing that is not known is replaced. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  futimesSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { codeOf, formatStamp, onSystemError, stampOf } from "@intentgate/world";
import type { Change } from "../changes/change.ts";
import { isStill, statAt } from "../changes/stood.ts";
import type { HeldFolder } from "./held-way.ts";
import { hasResult, isModeOf } from "./result.ts";
import { throughItself } from "./through-itself.ts";

export type Done = "done" | "contested";
export type Making = Exclude<Change, { does: "delete" }>;

export interface Place {
  folder: HeldFolder;
  name: string;
}

export interface Bringing {
  /** Where it stands on the layer. */
  from: string;
  /** Ends the name of what is not yet in its place. */
  run: string;
  /** It was never a file of the tree: it can be moved there as it is. */
  mayMove: boolean;
  /** It was begun before. */
  isAgain: boolean;
}

export function deleteEntry({ folder, name }: Place, { stood }: Change): Done {
  const at = folder.place(name);
  const now = statAt(at);
  if (now === null) return "done";
  if (stood.is === "folder" ? !now.isDirectory() : !isStill(at, stood)) return "contested";
  if (!now.isDirectory()) unlinkSync(at);
  // It may hold what was held back, or what somebody put there meanwhile.
  else onSystemError(["ENOTEMPTY"], undefined, () => rmdirSync(at));
  return "done";
}

/** Open for its owner until all of it stands. One that somebody made meanwhile is as good. */
export function makeFolder({ folder, name }: Place, { does, made, stood }: Making): Done {
  const at = folder.place(name);
  if (does === "replace" && statAt(at)?.isDirectory() === false) {
    if (!isStill(at, stood)) return "contested";
    unlinkSync(at);
  }
  try {
    mkdirSync(at, { mode: made.mode | 0o700 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return statAt(at)?.isDirectory() ? "done" : "contested";
  }
  return throughItself(at, (self) => {
    chmodSync(self, made.mode | 0o700);
    return "done";
  });
}

/** `more`: what it may beside that for now. */
export function setFolderMode({ folder, name }: Place, { does, made, stood }: Making, more: number): Done {
  return throughItself(folder.place(name), (self, now) => {
    const isKnown = isModeOf(now, made) || (stood.is === "folder" && (now.mode & 0o7777) === stood.mode);
    if (!now.isDirectory() || !isKnown) return does === "mode" ? "contested" : "done";
    chmodSync(self, made.mode | more);
    return "done";
  });
}

export function bringEntry(place: Place, change: Making, bringing: Bringing): Done {
  const { folder, name } = place;
  const { does, made, stood } = change;
  const at = folder.place(name);
  const beside = folder.place(`.${name.slice(0, 60)}.${bringing.run}`);
  if (bringing.isAgain) rmSync(beside, { force: true });
  const isKnown = stood.is === "folder" ? statAt(at)?.isDirectory() === true : isStill(at, stood);
  const isGone = bringing.isAgain && does === "replace" && statAt(at) === null;
  if (!isKnown && !isGone) return hasResult(at, bringing.from, change, bringing.isAgain) ? "done" : "contested";
  if (made.kind === "file" && (does === "mode" || does === "touch")) {
    const done = setInPlace(at, change, bringing.from);
    if (done !== "shared") return done;
  }
  if (stood.is === "absent" || stood.is === "folder" || isGone) return putNew(place, beside, change, bringing);
  try {
    stage(beside, change, bringing.from);
    if (!isStill(at, stood)) return "contested";
    renameSync(beside, at);
  } finally {
    rmSync(beside, { force: true });
  }
  folder.expectInPlace();
  return "done";
}

/** Only where nothing stands by then. It stays on the layer until it is sure that it stands in its place. */
function putNew({ folder, name }: Place, beside: string, change: Making, { from, mayMove, isAgain }: Bringing): Done {
  const at = folder.place(name);
  if (change.stood.is === "folder") rmdirSync(at);
  const isMoved = mayMove && change.made.kind === "file" && lstatSync(from).nlink === 1;
  try {
    if (change.made.kind === "link") symlinkSync(change.made.target, at);
    else if (!isMoved || !isLinked(from, at, change)) copyNew(beside, at, change, from);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return hasResult(at, from, change, isAgain) ? "done" : "contested";
  }
  try {
    folder.expectInPlace();
  } catch (error) {
    unlinkSync(at);
    throw error;
  }
  if (isMoved) rmSync(from, { force: true });
  return "done";
}

/** Takes a small part of what a copy does; not to another device, and not everywhere. */
function isLinked(from: string, at: string, { made }: Making): boolean {
  if ((lstatSync(from).mode & 0o7777) !== made.mode) chmodSync(from, made.mode);
  return onSystemError(LINKLESS, false, () => {
    linkSync(from, at);
    return true;
  });
}

const LINKLESS = ["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

function copyNew(beside: string, at: string, change: Making, from: string): void {
  try {
    stage(beside, change, from);
    const isThere = onSystemError(LINKLESS, false, () => {
      linkSync(beside, at);
      return true;
    });
    // Without links there is no way to do it at once that would not go over what somebody puts there.
    if (!isThere) stage(at, change, from);
  } finally {
    rmSync(beside, { force: true });
  }
}

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

function stage(at: string, { made }: Making, from: string): void {
  if (made.kind === "link") {
    symlinkSync(made.target, at);
    return;
  }
  // It was a file when it was judged, and is read as one.
  const source = openSync(from, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { atime, mtime } = fstatSync(source);
    const descriptor = openSync(at, NEW, 0o600);
    try {
      copyFileSync(`/proc/self/fd/${source}`, `/proc/self/fd/${descriptor}`, constants.COPYFILE_FICLONE);
      fchmodSync(descriptor, made.mode);
      futimesSync(descriptor, atime, mtime);
    } finally {
      closeSync(descriptor);
    }
  } finally {
    closeSync(source);
  }
}

/** One that has other names elsewhere is not changed for them too. */
function setInPlace(at: string, { does, made, stood }: Making, from: string): Done | "shared" {
  return throughItself(at, (self, now) => {
    if (now.nlink > 1) return "shared";
    if (stood.is !== "entry" || formatStamp(stampOf(now)) !== stood.stamp) return "contested";
    const { atime, mtime } = lstatSync(from);
    if (does === "mode") chmodSync(self, made.mode);
    else utimesSync(self, atime, mtime);
    return "done";
  });
}
