/** What a path is by its name: of git's own, or of what git ignores. */
import type { Change } from "../changes/change.ts";

/** Some run by themselves later, or hold secrets. */
export type Ignored =
  /** What a build, a test run or a cache leaves. */
  | "output"
  /** Code of others: only an install brings it. */
  | "dependency"
  /** It runs with the next start of something. */
  | "starting"
  /** Settings that programs load by themselves. */
  | "settings";

const caches = /(?:^|\/)node_modules\/(?:\.cache|\.vite[^/]*|\.vitest[^/]*)(?:\/|$)/;
const dependencies = /(?:^|\/)(?:node_modules|\.venv|venv|site-packages|vendor)(?:\/|$)/;
/** A report on the tests copies the names of the tree it is about; nothing is loaded from there. */
const reports = /^(?:(?!node_modules\/|\.venv\/|venv\/|site-packages\/|vendor\/)[^/]+\/)*?(?:coverage|htmlcov)\//;
/** They run with the next start of something, wherever they lie. */
const starting =
  /(?:^|\/)(?:node_modules\/\.bin|[^/]+\.pth|sitecustomize\.py|usercustomize\.py|bin\/activate[^/]*)(?:\/|$)/;
const settings = /(?:^|\/)\.env(?:rc|\.[^/]*)?(?:\/|$)/;

export function ignoredKind(path: string): Ignored {
  if (settings.test(path)) return "settings";
  if (starting.test(path)) return "starting";
  return dependencies.test(path) && !caches.test(path) && !reports.test(path) ? "dependency" : "output";
}

/** Lies below a folder for code of others. */
export function isDependency(path: string): boolean {
  return dependencies.test(path);
}

const folderOfOthers = /(?:^|\/)(?:node_modules|\.venv|venv|site-packages)$/;

/** Has the name of such a folder itself. */
export function isDependencyFolder(path: string): boolean {
  return folderOfOthers.test(path);
}

/** Stands in for what git ignores where there is no git. */
const outputs = /(?:^|\/)(?:dist|build|target|coverage|\.cache)(?:\/|$)/;

export function isUsualOutput(path: string): boolean {
  return outputs.test(path);
}

/** What a build, an install or a test run makes again; whoever loses it runs that once more. */
const regenerable =
  /(?:^|\/)(?:node_modules|\.venv|venv|site-packages|vendor|dist|build|out|target|coverage|obj|__pycache__|htmlcov|\.cache|[^/]*_cache|\.[^/]*-cache|\.next|\.nuxt|\.svelte-kit|\.turbo|\.vite[^/]*|\.gradle|\.tox|\.nox|\.nyc_output|\.eggs|[^/]+\.egg-info)(?:\/|$)|\.(?:pyc|pyo|o|class|tsbuildinfo)$|(?:^|\/)\.(?:coverage|eslintcache)$/;

export function isRegenerable(path: string): boolean {
  return regenerable.test(path);
}

/** They decide what git does, and what is ignored. */
const steering = /(?:^|\/)\.git(?:ignore|attributes|modules)$/;

export function steersGit(path: string): boolean {
  return steering.test(path);
}

const state = String.raw`index|HEAD|[A-Z][A-Z_]*_HEAD|AUTO_MERGE|[A-Z]+_(?:MSG|MODE|RR)|COMMIT_EDITMSG|packed-refs|gc\.(?:log|pid)`;
const folders = `(?:refs(?!/replace(?:/|$))|logs)(?:/.*)?`;
const allowed = new RegExp(`^(?:${state}|${folders}|lfs/(?:objects|tmp)(?:/.*)?)$`);
/** New ones only, and none in packs: what an object says can then be held against its name. */
const objects = /^objects(?:\/[0-9a-f]{2}(?:\/[0-9a-f]{38,62})?)?$/;
/** Commands that git runs when it goes on: they may come to their end, and nothing else. */
const begun = /^(?:rebase-merge|rebase-apply|sequencer)(?:\/|$)/;

/**
 * What a command may change in git's own folder, by a list of what may and never by one of what may not: a new
 * `.git/commondir` once made git read the settings of another folder, and they ran. `path` is relative to that folder.
 */
export function mayGitChange(path: string, does: Change["does"]): boolean {
  // The same bytes: renaming a branch writes the settings again.
  if (does === "touch") return true;
  if (objects.test(path)) return does === "create" || does === "mode";
  return allowed.test(path) || (does === "delete" && begun.test(path));
}
