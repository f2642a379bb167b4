/** One look at a root: what stands in it, and where the bytes of each file can be had later. */

import { join } from "node:path";
import type { RootLook } from "@intentgate/sidecar";
import {
  createIndexReader,
  type Entering,
  formatStamp,
  type GitIndex,
  ignoredAmong,
  isBelow,
  isCacheFolder,
  isLink,
  isNeverWalked,
  isRegular,
  type Repository,
  stampAt,
  startWalk,
  type TreeSnapshot,
} from "@intentgate/world";
import { type KeepParts, keepBytes } from "./keep-bytes.ts";

export interface LookOptions {
  /** Most files that are looked at. */
  limit: number;
  /** True where files below an ignored folder matter: the call announced them, or its scope names them. */
  reaches(folder: string): boolean;
  /** Files may be put back: git's word for what stands in them is not enough. */
  mustBeSure: boolean;
}

export interface RootEye {
  look(options: LookOptions): RootLook;
  /** How the tree stands now, seen as `before` was seen: what it did not enter is not entered. */
  again(before: RootLook, options: Pick<LookOptions, "limit" | "reaches">): TreeSnapshot & { rules: string };
  /** Of these untracked paths, those that git ignores; none where the rules changed since `before`. */
  ignored(paths: readonly string[], rules: string): ReadonlySet<string>;
}

/** The gate, trusted handlers and abilities write there while programs run. */
const GATE_OUTPUT = /^\.system\/(logs|cache|implement)$/;

/** A pipe in the place of a file with rules would keep git waiting: then nothing is ignored. */
const UNREADABLE = "unreadable";

export function createRootEye(
  parts: Omit<KeepParts, "ignored"> & {
    repository: Repository | null;
    /** Folders in which git's rules do not count. */
    doubted(): ReadonlySet<string>;
    now(): number;
  },
): RootEye {
  const { root, repository } = parts;
  const readIndex = repository ? createIndexReader(repository, root) : () => null;
  const answers = new Map<string, boolean>();
  let answersBy = "";

  /** Git is asked once for each path while its rules stand. */
  function ignored(all: readonly string[], rules: string): ReadonlySet<string> {
    if (!repository || rules === UNREADABLE) return new Set();
    const doubted = all.length === 0 ? new Set<string>() : parts.doubted();
    const paths = doubted.size === 0 ? all : all.filter((path) => !isBelow(path, doubted));
    if (answersBy !== rules) answers.clear();
    answersBy = rules;
    const modules = new Set(readIndex()?.modules.keys());
    const unknown = paths.filter((path) => !answers.has(path) && !isBelow(path, modules));
    const yes = ignoredAmong(repository, root, unknown);
    for (const path of unknown) answers.set(path, yes.has(path));
    return new Set(paths.filter((path) => answers.get(path)));
  }

  function walk(index: GitIndex | null, before: RootLook | null, options: Pick<LookOptions, "limit" | "reaches">) {
    let mayPutAside = index !== null;
    const skipped = new Set<string>();
    const entered = new Set<string>();
    const seen = before && foldersIn(before.tree);
    const started = startWalk(root, options.limit, (path, name): Entering => {
      if (isNeverWalked(name) || GATE_OUTPUT.test(path)) return "skip";
      if (before?.skipped.has(path)) return "skip";
      const holdsTracked = index !== null && (index.folders.has(path) || index.modules.has(path));
      if (isCacheFolder(name) && !holdsTracked) return "skip";
      return mayPutAside && !holdsTracked && !before?.entered.has(path) && !seen?.(path) ? "aside" : "enter";
    });
    const aside = started.into([""]);
    mayPutAside = false;
    const rules = rulesIn(started.found());
    // Rules that changed since must not hide what came with them.
    const isSame = before === null || before.rules === rules;
    const left = isSame
      ? ignored(
          aside.filter((folder) => !options.reaches(folder)),
          rules,
        )
      : new Set<string>();
    for (const folder of aside) (left.has(folder) ? skipped : entered).add(folder);
    started.into([...entered]);
    return { tree: started.found(), skipped, entered, rules };
  }

  function rulesIn({ files }: TreeSnapshot): string {
    if (!repository) return "";
    const found = [...files].filter(([path]) => path === ".gitignore" || path.endsWith("/.gitignore"));
    const exclude = stampAt(join(repository.commonDir, "info", "exclude"));
    const all = [...found.map(([, stamp]) => stamp), ...(exclude ? [exclude] : [])];
    if (!all.every((stamp) => isRegular(stamp) || isLink(stamp))) return UNREADABLE;
    const inTree = found.map(([path, stamp]) => `${path} ${formatStamp(stamp)}`).sort();
    return [...inTree, exclude ? formatStamp(exclude) : "absent"].join("\n");
  }

  return {
    ignored,
    look(options) {
      const index = readIndex();
      const lookedAtMs = parts.now();
      const { tree, skipped, entered, rules } = walk(index, null, options);
      const keep = { ...parts, ignored: (paths: readonly string[]) => ignored(paths, rules) };
      const { sourceOf, young } = keepBytes(keep, tree, index, { mustBeSure: options.mustBeSure, lookedAtMs });
      const isTracked = (path: string) => index?.entries.has(path) ?? false;
      return { tree, skipped, entered, rules, young, isTracked, sourceOf };
    },
    again(before, options) {
      const { tree, rules } = walk(readIndex(), before, options);
      return { ...tree, rules };
    },
  };
}

/** Folders that held a file; counted only when somebody asks. */
function foldersIn({ files }: TreeSnapshot): (folder: string) => boolean {
  let folders: Set<string> | undefined;
  return (folder) => {
    folders ??= new Set([...files.keys()].flatMap(foldersAbove));
    return folders.has(folder);
  };
}

function foldersAbove(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join("/"));
}
