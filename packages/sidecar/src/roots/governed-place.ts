/** Whether a path lies in, or holds, a governed root other than the opened ones: such a place is nobody's scratch. */
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { findRoot } from "./find-root.ts";
import type { RootRegistry } from "./registry.ts";

export function isGovernedPlace(absolute: string, registry: RootRegistry): boolean {
  // Whoever removes a folder takes the roots in it along.
  if (registry.list().some((root) => isBelow(root, absolute) || isBelow(absolute, root))) return true;
  const found = findRoot(nearestFolder(absolute), registry);
  return found.registered || existsSync(found.sidecar);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function nearestFolder(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    if (statSync(at, { throwIfNoEntry: false })?.isDirectory() || dirname(at) === at) return at;
  }
}
