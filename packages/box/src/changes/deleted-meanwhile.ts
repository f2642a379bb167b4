/**
 * A file that somebody deleted while a command changed it looks like one that the command made: on the layer nothing
 * tells the two apart. Where names went or came in its folder since the command began, and git's index has the file, it
 * was deleted.
 */
import { dirname, join } from "node:path";
import { createIndexReader, findRepository } from "@intentgate/world";
import type { Change } from "./change.ts";
import { statAt } from "./stood.ts";

export function withDeleted(changes: readonly Change[], root: string, beganMs: number): Change[] {
  const isMoved = new Map<string, boolean>();
  const hasOtherNames = (folder: string): boolean => {
    const known = isMoved.get(folder);
    if (known !== undefined) return known;
    const stat = statAt(folder);
    // A folder that is gone itself was deleted with what it held, or never was.
    const found = stat === null ? hasOtherNames(dirname(folder)) : stat.mtimeMs > beganMs;
    isMoved.set(folder, found);
    return found;
  };
  const isDoubtful = ({ does, path }: Change) =>
    does === "create" && !path.startsWith(".git/") && hasOtherNames(dirname(join(root, path)));
  const doubtful = new Set(changes.filter(isDoubtful));
  const repository = doubtful.size === 0 ? null : findRepository(root);
  const index = repository === null ? null : createIndexReader(repository, root)();
  if (index === null) return [...changes];
  const told = changes.map((change) =>
    doubtful.has(change) && index.entries.has(change.path) ? { ...change, isContested: true } : change,
  );
  // A folder went with all that it held, unless the command put something new into it.
  const filled = new Set(told.filter((one) => !one.isContested && !isFolder(one)).flatMap(({ path }) => above(path)));
  const known = new Set([...index.entries.keys()].flatMap(above));
  return told.map((change, at) => {
    const isGone = doubtful.has(changes[at] as Change) && isFolder(change) && known.has(change.path);
    return isGone && !filled.has(change.path) ? { ...change, isContested: true } : change;
  });
}

function isFolder(change: Change): boolean {
  return change.does === "create" && change.made.kind === "folder";
}

function above(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join("/"));
}
