/**
 * Where git keeps what belongs to a root, when that is not a folder of the root: the root is a second worktree, or a
 * submodule. There a command writes to a layer too, and everything is judged under the names that it would have in `.git`.
 */
import { join, relative } from "node:path";
import { findRepository } from "@intentgate/world";
import type { Change } from "./change.ts";

export interface GitPlace {
  /** Shared by all worktrees. */
  folder: string;
  /** What is this worktree's own, relative to that; "" where all of it is. */
  own: string;
}

/** Null where git's folder is the root's own, or none is. */
export function gitPlace(root: string): GitPlace | null {
  const repository = findRepository(root);
  if (repository?.top !== root || repository.gitDir === join(root, ".git")) return null;
  const own = relative(repository.commonDir, repository.gitDir);
  return own.startsWith("..") ? null : { folder: repository.commonDir, own };
}

const shared = /^(?:objects|refs|logs\/refs|packed-refs|lfs)(?:\/|$)/;
/** What no command may change: another worktree's, or all worktrees' settings. */
const OTHERS = "others";

/** As if all of it lay in `.git`. */
export function namedInGit({ own }: GitPlace, change: Change): Change {
  const { path } = change;
  if (own === "") return { ...change, path: `.git/${path}` };
  const rest = path.startsWith(`${own}/`) ? path.slice(own.length + 1) : null;
  const isKnown = rest === null ? shared.test(path) : !shared.test(rest);
  return { ...change, path: isKnown ? `.git/${rest ?? path}` : `.git/${OTHERS}/${path}` };
}

/** Back again, relative to the folder; `path` is relative to `.git`. */
export function placeInGit({ own }: GitPlace, path: string): string {
  return own === "" || shared.test(path) ? path : `${own}/${path}`;
}
