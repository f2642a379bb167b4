/** What stood at a path when it was looked at, so that whoever replaces it later knows it again. */
import { createHash } from "node:crypto";
import { lstatSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { formatStamp, onSystemError, stampOf } from "@intentgate/world";

export type Stood =
  | { is: "absent" }
  /** The last twelve bits; what it holds is looked at by itself. */
  | { is: "folder"; mode: number }
  /** The hash where the stamp may change without anybody's doing, or has to be known for long. */
  | { is: "entry"; stamp: string; hash: string | null };

export const ABSENT: Stood = { is: "absent" };

/** `isKnownLong`: it will be compared after hours, when somebody may have put the same bytes back. */
export function stoodAt(path: string, isKnownLong = false): Stood {
  return stoodOf(statAt(path), path, isKnownLong);
}

export function stoodOf(stat: Stats | null, path: string, isKnownLong = false): Stood {
  if (stat === null) return ABSENT;
  if (stat.isDirectory()) return { is: "folder", mode: stat.mode & 0o7777 };
  // Replacing one of several names gives the others another time of change.
  const isHashed = isKnownLong || (stat.isFile() && stat.nlink > 1);
  return { is: "entry", stamp: formatStamp(stampOf(stat)), hash: isHashed ? hashAt(path, stat) : null };
}

export function isStill(path: string, stood: Stood): boolean {
  const stat = statAt(path);
  if (stood.is === "absent" || stat === null) return stood.is === "absent" && stat === null;
  if (stood.is === "folder") return stat.isDirectory() && (stat.mode & 0o7777) === stood.mode;
  if (stat.isDirectory()) return false;
  return formatStamp(stampOf(stat)) === stood.stamp || (stood.hash !== null && hashAt(path, stat) === stood.hash);
}

/** Null also where a file stands in the place of a folder above it. */
export function statAt(path: string): Stats | null {
  return onSystemError(["ENOTDIR"], null, () => lstatSync(path, { throwIfNoEntry: false }) ?? null);
}

/** With its kind and permissions before it; null where it cannot be read. */
function hashAt(path: string, stat: Stats): string | null {
  return onSystemError("any", null, () => {
    const bytes = stat.isSymbolicLink()
      ? readlinkSync(path, { encoding: "buffer" })
      : stat.isFile()
        ? readFileSync(path)
        : Buffer.alloc(0);
    return `${stat.mode.toString(8)} ${createHash("sha256").update(bytes).digest("hex")}`;
  });
}
