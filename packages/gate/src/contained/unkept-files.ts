/** Files that a command changed or deleted and whose bytes cannot be kept for an undo. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "@intentgate/box";
import { LARGEST_KEPT, onSystemError } from "@intentgate/world";

/** Of one call: more would push out what earlier calls kept. */
const MOST_BYTES = 500_000_000;
const MOST_FILES = 20_000;

/** Too large, secret, not to be read, or more than one call may keep. */
export function unkeptAmong(
  changes: readonly Change[],
  root: string,
  isSecret: (path: string) => boolean,
): ReadonlySet<string> {
  let [files, bytes] = [0, 0];
  const unkept = changes.filter(({ path }) => {
    const stat = onSystemError("any", undefined, () => lstatSync(join(root, path), { throwIfNoEntry: false }));
    // What is no file has no bytes; a link is known by where it leads.
    if (stat === undefined || isSecret(path) || stat.size > LARGEST_KEPT || !(stat.isFile() || stat.isSymbolicLink()))
      return true;
    files += 1;
    bytes += stat.size;
    return files > MOST_FILES || bytes > MOST_BYTES;
  });
  return new Set(unkept.map(({ path }) => path));
}
