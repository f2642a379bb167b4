/**
 * A folder that holds another mount: the system lays no layer over it as a whole. So one is laid over a picture of it,
 * and one over each folder in it, mounted or not, below which nothing else is mounted. Below a layer no socket of another
 * program answers, which a bind would not see to.
 */
import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { onSystemError } from "@intentgate/world";

export interface SplitFolder {
  /** Absolute. A layer may not be possible over what is mounted: then that is empty for the command. */
  parts: { path: string; isMount: boolean }[];
  /** Files that are too large to be copied, or mounted: absolute, and bound read-only. */
  shown: string[];
}

/** Of one folder; each folder among them is a mount. */
const MOST_ENTRIES = 1_000;
const MOST_COPIED_BYTES = 256_000;

/**
 * The picture is made in `picture`, an empty folder. `mounts`: the places of mounts below the folder. Of what `isBare`
 * only the name is there. Null where the folder holds too much.
 */
export function splitFolder(
  folder: string,
  picture: string,
  mounts: readonly string[],
  isBare: (path: string) => boolean,
): SplitFolder | null {
  const split: SplitFolder = { parts: [], shown: [] };
  return fill(folder, picture) ? split : null;

  /** What holds too much, or cannot be looked into, stays empty. */
  function fill(place: string, copy: string): boolean {
    const names = onSystemError("any", null, () => readdirSync(place));
    if (names === null || names.length > MOST_ENTRIES) return false;
    for (const name of names) take(join(place, name), join(copy, name));
    return true;
  }

  function take(path: string, copy: string): void {
    // What cannot be looked at, as a mount whose server is gone, is not there for the command.
    const stat = onSystemError("any", undefined, () => lstatSync(path, { throwIfNoEntry: false }));
    const isMount = mounts.includes(path);
    if (stat?.isDirectory()) {
      mkdirSync(copy);
      if (isBare(path)) return;
      if (mounts.some((one) => one.startsWith(`${path}/`))) fill(path, copy);
      else split.parts.push({ path, isMount });
    } else if (stat?.isSymbolicLink()) {
      onSystemError("any", undefined, () => symlinkSync(readlinkSync(path), copy));
    } else if (stat?.isFile()) {
      const isSmall = !isMount && !isBare(path) && stat.size <= MOST_COPIED_BYTES;
      if (isSmall && isCopied(path, copy)) return;
      writeFileSync(copy, "");
      if (!isBare(path)) split.shown.push(path);
    }
  }
}

function isCopied(path: string, copy: string): boolean {
  return onSystemError("any", false, () => {
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    return true;
  });
}
