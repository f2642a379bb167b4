/** Submodules whose own git folders, below the root's, a command changed: what it committed there, under the root's names. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findRepository, onSystemError } from "@intentgate/world";
import { type Committed, pathsIn } from "./committed-paths.ts";
import { changesBelow, honest, type Written } from "./git-layer.ts";
import { lostRefs } from "./lost-refs.ts";

export interface ChangedModule {
  /** Relative to git's folder. */
  folder: string;
  /** Relative to the root; null where it cannot be told. */
  paths: string[] | null;
  /** References and logs that are gone, relative to git's folder of the root. */
  lost: string[];
}

/** Only those that were there before: what a new one holds cannot be held against anything. */
export function changedModules({ root, upper, git, changes }: Written): ChangedModule[] {
  if (git !== null || !changes.some(({ path }) => path.startsWith(".git/modules/"))) return [];
  return modulesOf(root).flatMap(({ folder, top }) => {
    const changed = changesBelow(`.git/${folder}/`, changes);
    const repository = findRepository(join(root, top));
    if (changed.size === 0 || repository?.gitDir !== join(root, ".git", folder)) return [];
    const at = (place: string) => (path: string) => join(place, ".git", folder, path);
    const layer = honest({ repository, before: at(root), after: at(upper), changes: changed });
    const found = layer === null ? [null] : pathsIn(layer);
    const isTold = found.every((some) => some?.every((path) => !path.includes("\ufffd") && !path.endsWith("/")));
    return [
      {
        folder,
        lost: layer === null ? [] : lostRefs(layer, false).map((name) => `${folder}/${name}`),
        paths: isTold ? [...new Set(found.flatMap((some) => some ?? []))].map((path) => `${top}/${path}`) : null,
      },
    ];
  });
}

/** As `.gitmodules` of the tree says, and their own `.git` files. */
function modulesOf(root: string): { folder: string; top: string }[] {
  const text = onSystemError("any", "", () => readFileSync(join(root, ".gitmodules"), "utf8"));
  const paths = text.split("\n").map((line) => line.split("=").map((part) => part.trim()));
  return paths.flatMap(([name, top = ""]) => {
    if (name !== "path") return [];
    const place = onSystemError("any", null, () => findRepository(join(root, top)));
    const folder = place?.gitDir.slice(join(root, ".git").length + 1) ?? "";
    return place?.top === join(root, top) && place.gitDir.startsWith(join(root, ".git/modules/"))
      ? [{ folder, top }]
      : [];
  });
}

/** Null where anything cannot be told. */
export function withModules(committed: Committed | null, modules: readonly ChangedModule[]): Committed | null {
  if (committed === null || modules.some(({ paths }) => paths === null)) return null;
  return { ...committed, paths: [...committed.paths, ...modules.flatMap(({ paths }) => paths ?? [])] };
}
