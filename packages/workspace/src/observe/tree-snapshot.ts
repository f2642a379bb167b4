/** What stands in a root, by identity alone: enough to tell later which files are not the same any more. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

export interface TreeSnapshot {
  /** Relative path → identity of the file. */
  files: ReadonlyMap<string, string>;
  /** False: there were more files than the limit; nothing may be concluded from an absence. */
  whole: boolean;
}

/** Folders whose content is not code of the workspace: git's own, the sidecar, installed packages. */
const NOT_WALKED = new Set([".git", ".orchestration", "node_modules"]);

export function snapshotTree(root: string, limit: number): TreeSnapshot {
  const files = new Map<string, string>();
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const relative = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!NOT_WALKED.has(entry.name)) folders.push(relative);
        continue;
      }
      if (files.size >= limit) return { files, whole: false };
      const stat = lstatSync(join(root, relative), { bigint: true, throwIfNoEntry: false });
      if (stat) files.set(relative, `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs} ${stat.mode}`);
    }
  }
  return { files, whole: true };
}

export function changedBetween(before: TreeSnapshot, after: TreeSnapshot): string[] {
  const changed: string[] = [];
  for (const [path, now] of after.files) {
    const then = before.files.get(path);
    if (then === undefined ? before.whole : then !== now) changed.push(path);
  }
  if (after.whole) {
    for (const path of before.files.keys()) if (!after.files.has(path)) changed.push(path);
  }
  return changed.sort();
}
