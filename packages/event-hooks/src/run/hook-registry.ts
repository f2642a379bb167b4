/** Which hook files count right now. Nearly free where nothing changed, and where there are none. */
import { join } from "node:path";
import { ProblemError } from "@intentgate/documents";
import { messageOf } from "@intentgate/engine";
import type { PathGlobs } from "../declared/match-hook.ts";
import { type CompiledFile, compileFolder, idOf, loadCompiled, saveCompiled } from "./compiled-hooks.ts";
import { createFolderWatch } from "./folder-watch.ts";
import { folderIdentity, HOOKS_FOLDER, keptHooks } from "./hook-places.ts";

export interface HookRegistryParts {
  /** Where the authored files of the root lie. */
  at: string;
  /** Outside the workspace. */
  state: string;
  /** Since when programs of agents have been running; null where none is. */
  runningSince(): number | null;
  globs: PathGlobs;
  warn(message: string): void;
}

export interface HookRegistry {
  /** The same list as before where nothing changed. */
  look(): readonly CompiledFile[];
  /** To be waited for before a look that must not miss what was written a moment ago; null where nothing is to wait for. */
  settled(): Promise<void> | null;
  /** What lies there now, whoever put it there. */
  standing(): readonly CompiledFile[];
  /** A person says that these texts are theirs, whatever programs are running: the digest of each by its id. */
  accept(digests: ReadonlyMap<string, string>): void;
  /** Holds nothing of the system any more; a look still works. */
  close(): void;
}

interface Known {
  folder: string;
  isRunning: boolean;
  files: readonly CompiledFile[];
}

export function createHookRegistry(parts: HookRegistryParts): HookRegistry {
  const kept = keptHooks(parts.state);
  const watch = createFolderWatch();
  let known: Known | null = null;
  /** As it stood when no program was running. */
  let quiet: readonly CompiledFile[] | null = null;
  let looks = 0;

  function look(): readonly CompiledFile[] {
    const folder = folderIdentity(parts.at);
    const isRunning = parts.runningSince() !== null;
    if (known?.folder === folder && known.isRunning === isRunning && isSame(folder, isRunning)) return known.files;
    looks += 1;
    // A process that decides once has no use for a watch.
    if (folder === "absent") watch.end();
    else if (looks > 1) watch.begin(join(parts.at, HOOKS_FOLDER));
    const last = quiet ?? loadCompiled(kept);
    const now = compileFolder(parts.at, last ?? known?.files ?? [], parts.globs);
    const files = isRunning && last ? withoutTheirs(last, now) : now;
    if (isRunning) quiet = last;
    else keep(last, now);
    known = { folder, isRunning, files: known && isAlike(known.files, files) ? known.files : files };
    return known.files;
  }

  function standing(): CompiledFile[] {
    return compileFolder(parts.at, known?.files ?? [], parts.globs);
  }

  /** While programs run every file is looked at: what they do through a link from elsewhere is told to nobody. */
  function isSame(folder: string, isRunning: boolean): boolean {
    return folder === "absent" || (!isRunning && !watch.mayHaveChanged());
  }

  function keep(last: readonly CompiledFile[] | null, now: readonly CompiledFile[]): void {
    quiet = now;
    if (isAlike(last ?? [], now)) return;
    try {
      saveCompiled(kept, now);
    } catch (error) {
      // Programs cannot run either where this folder is closed, so nobody needs what is not kept.
      if (!(error instanceof ProblemError)) throw error;
      parts.warn(`read hook files could not be kept: ${messageOf(error)}`);
    }
  }

  return {
    look,
    settled: () => (watch.isWatching() ? watch.settle() : null),
    standing,
    close: watch.end,
    accept(digests) {
      const last = quiet ?? loadCompiled(kept) ?? [];
      // What was exchanged since they looked at it is not what they mean.
      const accepted = standing().filter(({ name, read }) => read.ok && digests.get(idOf({ name })) === read.digest);
      const others = last.filter(({ name }) => !accepted.some((file) => file.name === name));
      const next = [...others, ...accepted].sort(byName);
      quiet = next;
      saveCompiled(kept, next);
      known = null;
    },
  };
}

/** While programs run, what they changed or removed stays as it was; what is new can only forbid, and counts. */
function withoutTheirs(before: readonly CompiledFile[], now: readonly CompiledFile[]): CompiledFile[] {
  const there = new Map(now.map((file) => [file.name, file]));
  const stayed = before.map((file) => {
    const same = there.get(file.name);
    return same?.read.ok && file.read.ok && same.read.digest === file.read.digest ? same : file;
  });
  const isNew = ({ name }: CompiledFile) => !before.some((file) => file.name === name);
  return [...stayed, ...now.filter(isNew)].sort(byName);
}

function byName(one: CompiledFile, other: CompiledFile): number {
  return one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
}

function isAlike(some: readonly CompiledFile[], others: readonly CompiledFile[]): boolean {
  return (
    some.length === others.length &&
    some.every((file, at) => {
      const other = others[at];
      return (
        file === other ||
        (file.name === other?.name && file.identity === other.identity && file.read.ok === other.read.ok)
      );
    })
  );
}
