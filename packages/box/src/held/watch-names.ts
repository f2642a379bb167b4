/**
 * A held command writes to folders of the tree for real, and no mount keeps a new name from being made there. So every
 * folder that it may write to is watched, and what steers the gate, an agent or git is taken away as soon as it is there.
 */
import { type FSWatcher, lstatSync, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { codeOf, onSystemError } from "@intentgate/world";

export interface WatchNames {
  root: string;
  /** Relative to the root, like all paths here. */
  folders: readonly string[];
  isForbidden(path: string): boolean;
  /** What stood there before, and cannot be changed. */
  isGuarded(path: string): boolean;
  take(path: string): void;
}

export type Watching = { can: true; stop(): void } | { can: false; why: string };

const MOST_FOLDERS = 20_000;
/** The system may lose word of changes where there are very many. */
const LOOK_AGAIN_MS = 30_000;

/** `stop` looks once more at everything. */
export function watchNames({ root, folders, isForbidden, isGuarded, take }: WatchNames): Watching {
  const watchers = new Map<string, FSWatcher>();
  const failure = begin();
  if (failure !== null) {
    close();
    return { can: false, why: failure };
  }
  const again = setInterval(lookAtAll, LOOK_AGAIN_MS);
  again.unref();
  return {
    can: true,
    stop() {
      clearInterval(again);
      close();
      lookAtAll();
    },
  };

  function begin(): string | null {
    try {
      for (const folder of folders) look(folder, true);
      return watchers.size > MOST_FOLDERS ? "there are too many folders to watch" : null;
    } catch (error) {
      if (codeOf(error) === null) throw error;
      return "its folders cannot be watched";
    }
  }

  function lookAtAll(): void {
    for (const folder of folders) look(folder, false);
  }

  /** The watcher comes first: what is made after it is heard of, what was made before it is found. */
  function look(folder: string, isWatched: boolean): void {
    if (isWatched && watchers.size <= MOST_FOLDERS && !watchers.has(folder)) listen(folder);
    const entries = onSystemError("any", [], () => readdirSync(join(root, folder), { withFileTypes: true }));
    for (const entry of entries) found(`${folder}/${entry.name}`, entry.isDirectory(), isWatched);
  }

  function listen(folder: string): void {
    const watcher = watch(join(root, folder), { persistent: false }, (_, name) => {
      if (name !== null) heard(`${folder}/${name}`);
    });
    watcher.on("error", () => forget(folder));
    watchers.set(folder, watcher);
  }

  function heard(path: string): void {
    const stat = onSystemError("any", undefined, () => lstatSync(join(root, path), { throwIfNoEntry: false }));
    if (stat === undefined) forget(path);
    // One that cannot be watched any more is looked at with all others.
    else onSystemError("any", undefined, () => found(path, stat.isDirectory(), true));
  }

  function found(path: string, isFolder: boolean, isWatched: boolean): void {
    if (isGuarded(path)) return;
    if (isForbidden(path)) take(path);
    else if (isFolder) look(path, isWatched);
  }

  function forget(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function close(): void {
    for (const folder of [...watchers.keys()]) forget(folder);
  }
}
