/** One call at a time on one file, among all processes. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { takeFileLock } from "./file-lock.ts";
import { makeFolder } from "./make-folder.ts";

/** Always in the same order, so that two calls on the same files never wait for each other. */
export async function withTargetLocks<T>(
  folder: string,
  targets: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  makeFolder(folder);
  const releases: (() => void)[] = [];
  try {
    for (const target of [...new Set(targets)].sort()) releases.push(await takeFileLock(join(folder, nameOf(target))));
    return await work();
  } finally {
    for (const release of releases.reverse()) release();
  }
}

function nameOf(target: string): string {
  return `file-${createHash("sha256").update(target).digest("hex").slice(0, 32)}.lock`;
}
