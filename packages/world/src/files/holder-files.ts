/**
 * Files that say who holds a lock, kept by a process that takes very many: a lock may be a second name of such a file,
 * and a name costs a small part of what a new file does. Each serves one lock at a time, so no two locks held say the same.
 */
import { existsSync, linkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
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
let folder: string | null = null;
const spare: HolderFile[] = [];

/** From now on, in a folder of this process alone; what killed processes left there goes. Returns how to end it. */
export function keepHolderFiles(place: string): () => void {
  sweepLeftovers(place);
  folder = place;
  return () => {
    folder = null;
    for (const one of spare.splice(0)) drop(one);
  };
}

/** `held`: somebody was first. `none kept`: also where they are on another disk than this lock. */
export function linkLock(lockPath: string): LinkedLock | "held" | "none kept" {
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

/** Null where none can be made: whoever needs a lock then makes a file for it. */
function made(place: string): HolderFile | null {
  const holder = newHolder();
  const path = temporaryBeside(join(place, "holder"));
  try {
    writeNew(path, JSON.stringify(holder), 0o600, null);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return null;
  }
  return { path, token: holder.token };
}

function giveBack(one: HolderFile): void {
  if (folder !== null && spare.length < MOST_KEPT) spare.push(one);
  else drop(one);
}

function drop({ path }: HolderFile): void {
  if (existsSync(path)) unlinkSync(path);
}
