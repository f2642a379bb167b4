/**
 * A merge takes a file that one side deletes for one that it gave another name, and brings there what the other side did
 * to it: what was written at one place comes to stand at another that no commit of that side names.
 */
import { dirname } from "node:path";
import { ask, between } from "./commit-questions.ts";
import type { Repository } from "./git-facts.ts";

/** Two commits. */
export interface Merging {
  base: string;
  ours: string;
}

/** `touched`: what the other side adds and changes, absolute. True also where it cannot be told. */
export function mayFollowRenames(repository: Repository, { base, ours }: Merging, touched: readonly string[]): boolean {
  const gone = between(repository, base, ours, "D");
  if (gone === null) return true;
  const isGone = new Set(gone);
  if (touched.some((path) => isGone.has(path))) return true;
  const folders = foldersOf(gone, repository);
  const entered = [...foldersOf(touched, repository)].filter((folder) => folders.has(folder));
  return entered.length > 0 && !areFolders(repository, ours, entered);
}

function foldersOf(paths: readonly string[], { top }: Repository): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let at = dirname(path); at.length > top.length && !folders.has(at); at = dirname(at)) folders.add(at);
  return folders;
}

function areFolders(repository: Repository, commit: string, folders: readonly string[]): boolean {
  const names = folders.map((folder) => `${commit}:${folder.slice(repository.top.length + 1)}\n`);
  if (names.some((name) => name.indexOf("\n") < name.length - 1)) return false;
  const lines = ask(repository, ["cat-file", "--batch-check"], names.join(""))?.trimEnd().split("\n");
  return lines?.length === folders.length && lines.every((line) => /^[0-9a-f]{40,64} tree \d+$/.test(line));
}
