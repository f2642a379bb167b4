/** The folders of one plan, each held once; the missing ones are made inside the held one above, and can be taken back. */
import { lstatSync, mkdirSync, rmdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { errnoOf } from "../contract/failure.ts";
import { type HeldFolder, holdFolder } from "./held-folder.ts";

export interface HeldFolders {
  of(folder: string): HeldFolder;
  /** As `of`, and makes what is missing of the way. */
  made(folder: string): HeldFolder;
  /** Removes what was made, innermost first, as far as nobody else uses it by now. */
  unmake(): void;
  close(): void;
}

export function holdFolders(): HeldFolders {
  const held = new Map<string, HeldFolder>();
  const made: string[] = [];

  function keep(folder: string, one: HeldFolder): HeldFolder {
    held.set(folder, one);
    return one;
  }
  const of = (folder: string) => held.get(folder) ?? keep(folder, holdFolder(folder));

  function makeIfMissing(folder: string): HeldFolder {
    const known = held.get(folder);
    if (known) return known;
    if (!isMissing(folder)) return of(folder);
    const at = makeIfMissing(dirname(folder)).place(basename(folder));
    if (createFolder(at)) made.push(folder);
    return keep(folder, holdFolder(folder, at));
  }

  return {
    of,
    made: makeIfMissing,
    unmake() {
      for (const folder of made.toReversed()) removeIfEmpty(of(dirname(folder)).place(basename(folder)));
    },
    close() {
      for (const folder of held.values()) folder.close();
      held.clear();
    },
  };
}

/** False where another process was faster; whether it made a real folder shows when it is held. */
function createFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return false;
    throw error;
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // Someone else uses it by now, or it is gone: either way it is no longer ours.
    if (errnoOf(error) === undefined) throw error;
  }
}

function isMissing(folder: string): boolean {
  try {
    lstatSync(folder);
    return false;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return true;
    throw error;
  }
}
