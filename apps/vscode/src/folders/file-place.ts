/** In which of several roots a file lies, however the way to it is spelled. */
import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The innermost root that holds it, with its path there; null where none does. Roots are real paths. */
export function filePlace(file: string, roots: readonly string[]): { root: string; path: string } | null {
  const real = realPlace(file);
  const holding = roots.filter((root) => real.startsWith(root.endsWith("/") ? root : `${root}/`));
  const [root] = holding.sort((one, other) => other.length - one.length);
  return root === undefined ? null : { root, path: real.slice(root.length).replace(/^\//, "") };
}

/** The folder's real path with the file's own name: a link inside a root is itself a file of that root. */
function realPlace(file: string): string {
  try {
    return join(realpathSync(dirname(file)), basename(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return file; // of a folder that is gone only the name is left
  }
}
