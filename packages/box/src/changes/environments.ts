/** Virtual environments: folders of code of others, whatever they are called. */
import { existsSync } from "node:fs";
import { join, posix } from "node:path";

/** Whether it is one is written in it. */
const MARK = "pyvenv.cfg";

export function isEnvironment(folder: string): boolean {
  return existsSync(join(folder, MARK));
}

/** Those among the folders above these paths that are one in any of the trees. */
export function environmentsAbove(paths: Iterable<string>, trees: readonly string[]): ReadonlySet<string> {
  const looked = new Map<string, boolean>();
  for (const path of paths) {
    for (let at = path; at !== "." && !looked.has(at); at = posix.dirname(at))
      looked.set(
        at,
        trees.some((tree) => isEnvironment(join(tree, at))),
      );
  }
  return new Set([...looked].flatMap(([folder, isOne]) => (isOne ? [folder] : [])));
}
