/** Which hook files count right now: the folder is listed at every look, and what changed since the last one is read. */
import { ProblemError } from "@intentgate/documents";
import { messageOf } from "@intentgate/engine";
import type { PathGlobs } from "../declared/match-hook.ts";
import { type CompiledFile, compileFolder, idOf, loadCompiled, saveCompiled } from "./compile-hooks.ts";
import { keptHooks } from "./hook-places.ts";

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
  /** What lies there now, whoever put it there. */
  standing(): readonly CompiledFile[];
  /** A person says that these texts are theirs, whatever programs are running: the digest of each by its id. */
  accept(digests: ReadonlyMap<string, string>): void;
}

export function createHookRegistry(parts: HookRegistryParts): HookRegistry {
  const kept = keptHooks(parts.state);
  /** As of the last look. */
  let known: readonly CompiledFile[] = [];
  /** As it stood when no program was running. */
  let quiet: readonly CompiledFile[] | null = null;

  function look(): readonly CompiledFile[] {
    const last = quiet ?? loadCompiled(kept);
    const now = compileFolder(parts.at, last ?? known, parts.globs);
    const isRunning = parts.runningSince() !== null;
    if (isRunning) quiet = last;
    else keep(last, now);
    const files = isRunning && last ? withoutTheirs(last, now) : now;
    if (!isAlike(known, files)) known = files;
    return known;
  }

  function standing(): CompiledFile[] {
    return compileFolder(parts.at, known, parts.globs);
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
    standing,
    accept(digests) {
      const last = quiet ?? loadCompiled(kept) ?? [];
      // What was exchanged since they looked at it is not what they mean.
      const accepted = standing().filter(({ name, read }) => read.ok && digests.get(idOf({ name })) === read.digest);
      const others = last.filter(({ name }) => !accepted.some((file) => file.name === name));
      const next = [...others, ...accepted].sort(byName);
      quiet = next;
      saveCompiled(kept, next);
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
    some.every(({ name, identity, read }, at) => {
      const other = others[at];
      return name === other?.name && identity === other.identity && read.ok === other.read.ok;
    })
  );
}
