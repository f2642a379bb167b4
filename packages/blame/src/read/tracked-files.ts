/** The paths that git tracks, by its index file: no process is started, so nothing in a repository can run. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createIndexReader, findRepository } from "@intentgate/world";

/** Relative to `root`, without submodules; null where there is no repository, or an index that is not read here. */
export function trackedFiles(root: string): string[] | null {
  const repository = findRepository(root);
  if (!repository) return null;
  if (!existsSync(join(repository.gitDir, "index"))) return []; // nothing was added yet
  const index = createIndexReader(repository, root)();
  return index === null ? null : [...index.entries.keys()];
}
