/** What says where git stands: whoever moves it meanwhile did something in git that a command knew nothing of. */
import { join } from "node:path";
import { read } from "./git-layer.ts";
import { type GitPlace, placeInGit } from "./git-place.ts";
import { type Stood, stoodAt } from "./stood.ts";

export interface Watched {
  /** As if all of it lay in `.git`. */
  path: string;
  stood: Stood;
}

export function watchedHeads(root: string, git: GitPlace | null): Watched[] {
  const at = (path: string) => (git === null ? join(root, ".git", path) : join(git.folder, placeInGit(git, path)));
  const branch = /^ref:\s*(refs\/[^\s]+)\s*$/.exec(read(at("HEAD"))?.toString("utf8") ?? "")?.[1];
  const names = ["HEAD", "index", "packed-refs", ...(branch === undefined || branch.includes("..") ? [] : [branch])];
  return names.map((path) => ({ path: `.git/${path}`, stood: stoodAt(at(path), path !== "index") }));
}
