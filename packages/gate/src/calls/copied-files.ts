/** Which of the files that a call made are copies of files that it read: their lines stay whose they were. */
import { join } from "node:path";
import { type FileChange, type HookContext, readPaths } from "@intentgate/engine";
import { isRegular, readAfterwards, stampAt } from "@intentgate/world";

export interface CopySource {
  /** Relative to the root. */
  path: string;
  bytes: Uint8Array;
}

const LARGEST = 16_000_000;
/** So many places are looked at for one call. */
const MOST_LOOKED_AT = 2_000;

/** By the path of the copy. */
export function copiedFiles(
  { effects }: Pick<HookContext, "effects">,
  root: string,
  changes: readonly FileChange[],
): Map<string, CopySource> {
  const found = new Map<string, CopySource>();
  if (!effects.list.some(({ kind }) => kind === "run")) return found;
  const read = [...new Set(readPaths(effects).map(({ absolute }) => absolute))].filter((path) => isIn(root, path));
  let looked = 0;
  for (const { relativePath, before, after, movedFrom } of changes) {
    if (before.state !== "absent" || after.state !== "present" || movedFrom !== null) continue;
    for (const place of read.flatMap((path) => [path, ...placesBelow(path, relativePath)])) {
      if (++looked > MOST_LOOKED_AT) return found;
      const bytes = bytesAt(place, after.bytes.length);
      if (bytes === null || Buffer.compare(bytes, after.bytes) !== 0) continue;
      found.set(relativePath, { path: place.slice(root.length + 1), bytes });
      break;
    }
  }
  return found;
}

/** Where a file of a folder may have stood that was copied as a whole: the end of its path stays the same. */
function placesBelow(folder: string, relativePath: string): string[] {
  const names = relativePath.split("/");
  return names.map((_, at) => join(folder, ...names.slice(at)));
}

function bytesAt(place: string, size: number): Uint8Array | null {
  const stamp = stampAt(place);
  if (!stamp || !isRegular(stamp) || stamp.size !== size || size > LARGEST) return null;
  const { bytes } = readAfterwards(place);
  return bytes.state === "present" ? bytes.bytes : null;
}

function isIn(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`);
}
