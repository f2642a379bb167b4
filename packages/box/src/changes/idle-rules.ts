/**
 * A `.gitignore` that hides nothing anybody looks at: git ignores its folder already, or it is a cache's own and nothing
 * in there is git's. Test runners and linters write one into each cache that they make.
 */
import { lstatSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createIndexReader, findRepository, ignoredAmong, isCacheFolder, onSystemError } from "@intentgate/world";
import type { Change } from "./change.ts";

const NAME = ".gitignore";
/** All that such a file is written for. */
const LARGEST = 1_000;

/** Of these paths, by the rules and the index of the tree as it stands. Without git nothing speaks of rules. */
export function idleRules(root: string, paths: readonly string[]): ReadonlySet<string> {
  const rules = paths.filter((path) => basename(path) === NAME && dirname(path) !== ".");
  const repository = rules.length === 0 ? null : findRepository(root);
  if (repository === null) return new Set();
  // Of one with a slash behind it git says that its own rules ignore it; one that is not there is no folder without.
  const asked = (path: string) => (isFolder(join(root, dirname(path))) ? dirname(path) : `${dirname(path)}/`);
  const ignored = ignoredAmong(repository, root, [...new Set(rules.map(asked))]);
  const index = createIndexReader(repository, root)();
  const isFree = (folder: string) => index !== null && !index.folders.has(folder) && !index.modules.has(folder);
  const isCache = (folder: string) => isCacheFolder(basename(folder)) && isFree(folder);
  return new Set(rules.filter((path) => ignored.has(asked(path)) || isCache(dirname(path))));
}

/** New folders of caches that say themselves that all in them is to be ignored: what lies in them is output. */
export function selfIgnored(upper: string, changes: readonly Change[], idle: ReadonlySet<string>): string[] {
  const made = new Set(changes.flatMap(({ does, path }) => (does === "create" ? [path] : [])));
  return changes.flatMap((change) => {
    const { path } = change;
    const folder = dirname(path);
    if (change.does !== "create" || change.made.kind !== "file" || change.made.size > LARGEST) return [];
    if (!idle.has(path) || !made.has(folder) || !isCacheFolder(basename(folder))) return [];
    return ignoresAll(join(upper, path)) ? [folder] : [];
  });
}

function isFolder(path: string): boolean {
  return onSystemError("any", false, () => lstatSync(path).isDirectory());
}

function ignoresAll(path: string): boolean {
  const text = onSystemError("any", "", () => readFileSync(path, "utf8"));
  const rules = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return rules.length === 1 && rules[0]?.trim() === "*";
}
