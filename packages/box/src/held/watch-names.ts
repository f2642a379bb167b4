/**
 * A held command writes to folders of the tree for real, and no mount keeps a new name from being made there. So every
 * folder that it may write to is watched, and what steers the gate, an agent or git is taken away as soon as it is there.
 *
 * The system watches a folder and not its name, and the command may exchange folders, also for links that lead out. So
 * each is held while it is looked into: what is not where its name says is another's.
 */
import { type FSWatcher, lstatSync, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
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
/** The name of a folder within itself, by which the system speaks of it too. */
const SELF = ".";

/** `stop` looks once more at everything. */
export function watchNames({ root, folders, isForbidden, isGuarded, take }: WatchNames): Watching {
  const watchers = new Map<string, { watcher: FSWatcher; folder: string }>();
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
    const read = () =>
      held(folder, (at) => {
        if (isWatched && watchers.size <= MOST_FOLDERS) listen(folder, at);
        return onSystemError("any", [], () => readdirSync(at, { withFileTypes: true }));
      });
    const entries = isWatched ? read() : onSystemError("any", null, read);
    for (const entry of entries ?? []) found(`${folder}/${entry.name}`, entry.isDirectory(), isWatched);
  }

  /** Another folder may have got the name. */
  function listen(name: string, at: string): void {
    const { dev, ino } = statSync(at);
    const folder = `${dev}:${ino}`;
    if (watchers.get(name)?.folder === folder) return;
    forget(name);
    const watcher = watch(at, { persistent: false }, (_, entry) => {
      if (entry === SELF) watchAnew(name);
      else if (entry !== null) heard(name, entry);
    });
    watcher.on("error", () => forget(name));
    watchers.set(name, { watcher, folder });
  }

  /** The folder itself is gone, or may be entered by others now; one that has its name may have its number too. */
  function watchAnew(folder: string): void {
    forget(folder);
    onSystemError("any", undefined, () => look(folder, true));
  }

  function heard(folder: string, name: string): void {
    const path = `${folder}/${name}`;
    const lookThere = () => held(folder, (at) => lstatSync(`${at}/${name}`, { throwIfNoEntry: false }));
    const stat = onSystemError("any", undefined, lookThere) ?? undefined;
    if (stat === undefined) forget(path);
    // One that cannot be watched any more is looked at with all others.
    else onSystemError("any", undefined, () => found(path, stat.isDirectory(), true));
  }

  /** Null where no folder of that name is there any more, and none but through a link. */
  function held<T>(name: string, act: (at: string) => T): T | null {
    const folder = onSystemError(["ENOENT", "ENOTDIR"], null, () => ownFolder(join(root, name)));
    if (folder === null) return null;
    try {
      return act(folder.place(SELF));
    } finally {
      folder.close();
    }
  }

  function found(path: string, isFolder: boolean, isWatched: boolean): void {
    if (isGuarded(path)) return;
    if (isForbidden(path)) take(path);
    else if (isFolder) look(path, isWatched);
  }

  function forget(folder: string): void {
    watchers.get(folder)?.watcher.close();
    watchers.delete(folder);
  }

  function close(): void {
    for (const folder of [...watchers.keys()]) forget(folder);
  }
}

function ownFolder(path: string) {
  try {
    return holdFolder(path);
  } catch (error) {
    if (!(error instanceof MovedFolderError)) throw error;
    return null;
  }
}
