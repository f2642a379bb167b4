/** Which file of the tree a path is, where it lies in a linked worktree below the root. */
import { dirname } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";
import { findRepository, type Repository } from "./git-facts.ts";

/** Relative to the top of that worktree; null where the path lies in none. Folders are looked at once. */
export function createInWorktree(): (absolute: string, root: string) => string | null {
  const known = new Map<string, Repository | null>();
  const around = (folder: string): Repository | null => {
    let found = known.get(folder);
    if (found === undefined) {
      found = onSystemError("any", null, () => findRepository(folder));
      known.set(folder, found);
    }
    return found;
  };
  return (absolute, root) => {
    const top = around(root);
    // The folder of a worktree is all of its tree.
    const own = [absolute, dirname(absolute)]
      .map(around)
      .find((one) => one?.top.startsWith(`${root}/`) && one.commonDir === top?.commonDir);
    return own == null ? null : absolute.slice(own.top.length + 1);
  };
}
