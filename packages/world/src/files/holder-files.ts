/**
 * Files that say who holds a lock, kept by a process that takes very many: a lock may be a second name of such a file,
 * and a name costs a small part of what a new file does. Each serves one lock at a time, so no two locks held say the same.
 * A process keeps them where it is told to, or beside its locks once it has taken many.
 */
import { existsSync, linkSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf } from "../errors/file-problem.ts";
import { writeNew } from "./atomic-write.ts";
import { sweepLeftovers, temporaryBeside } from "./leftovers.ts";
import { newHolder } from "./lock-holder.ts";

export interface LinkedLock {
  token: string;
  /** Does so once, and keeps the file for the next lock; one that cannot be removed keeps its file. */
  release(remove: () => void): void;
}

interface HolderFile {
  path: string;
  token: string;
}

const MOST_KEPT = 8;
/** Who took so many locks takes more. */
const MANY = 50;
/** Only in folders of locks and nothing else. */
const LOCKS = "locks";
let folder: string | null = null;
let taken = 0;
/** Whether they go when this process ends. */
let isEndSeen = false;
const spare: HolderFile[] = [];

/** From now on, in a folder of this process alone; what killed processes left there goes. Returns how to end it. */
export function keepHolderFiles(place: string): () => void {
  sweepLeftovers(place);
  folder = place;
  return stop;
}

function stop(): void {
  folder = null;
  taken = 0;
  dropSpare();
}

/** `held`: somebody was first. `none kept`: also where they are on another disk than this lock. */
export function linkLock(lockPath: string): LinkedLock | "held" | "none kept" {
  if (folder === null) keepBesideAfterMany(dirname(lockPath));
  if (folder === null) return "none kept";
  const mine = spare.pop() ?? made(folder);
  if (mine === null) return "none kept";
  try {
    linkSync(mine.path, lockPath);
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    if (code !== "ENOENT") giveBack(mine); // else somebody removed it
    return code === "EEXIST" ? "held" : "none kept";
  }
  let isHeld = true;
  return {
    token: mine.token,
    release(remove) {
      if (!isHeld) return; // the file may be another lock by now
      isHeld = false;
      remove();
      giveBack(mine);
    },
  };
}

function keepBesideAfterMany(place: string): void {
  taken++;
  if (taken <= MANY || basename(place) !== LOCKS || !existsSync(place)) return;
  keepHolderFiles(place);
  if (!isEndSeen) process.once("exit", dropSpare);
  isEndSeen = true;
}

/** Null where none can be made: whoever needs a lock then makes a file for it. */
function made(place: string): HolderFile | null {
  const holder = newHolder();
  const path = temporaryBeside(join(place, "holder"));
  try {
    writeNew(path, JSON.stringify(holder), 0o600, null);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    if (isEndSeen) stop(); // it was beside locks that are gone; others may be taken often too
    return null;
  }
  return { path, token: holder.token };
}

function giveBack(one: HolderFile): void {
  if (folder !== null && spare.length < MOST_KEPT) spare.push(one);
  else drop(one);
}

function dropSpare(): void {
  for (const one of spare.splice(0)) drop(one);
}

function drop({ path }: HolderFile): void {
  if (existsSync(path)) unlinkSync(path);
}
