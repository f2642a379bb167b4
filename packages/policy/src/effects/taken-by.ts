/** What a command takes from the tree into git's index, and with it into the commit that it makes. */
import { posix } from "node:path";
import type { ShellResult, Staging } from "@intentgate/shell";
import { atHome, type Placed, pathsOf } from "./places.ts";
import type { Resolver } from "./resolve-path.ts";

/**
 * What a commit in the repository of this folder would change, of `only` no others; null where it cannot be told.
 */
export type StagedPaths = (folder: string, taken: readonly Taken[], only: Taken | null) => readonly Committed[] | null;

/** `path` is canonical. `stands`: what is committed is what stands in the tree. */
interface Committed {
  path: string;
  stands: boolean;
}

/** What the same command takes from the tree into the index, as seen from an absolute folder. */
export interface Taken extends Staging {
  folder: string;
}

interface TakenPlace {
  resolver: Resolver;
  home: string | null;
}

/** A folder that is not known is a doubt of its own. */
export function takenBy({ effects }: ShellResult, place: TakenPlace): Taken[] {
  const taken = effects.flatMap((effect) => (effect.does === "git_metadata" ? (takenOf(effect, place) ?? []) : []));
  // What is ignored now need not be when git looks.
  const unignores = effects.some((effect) => effect.does !== "read" && placesOf(effect).some(isIgnoreFile));
  return unignores ? taken.map((one) => (one.takes === "untracked" ? { ...one, takes: "ignored" } : one)) : taken;
}

function placesOf(effect: Placed): string[] {
  const inFolder = effect.does === "write" || effect.does === "move" ? (effect.inFolder ?? []) : [];
  return pathsOf(effect).concat(inFolder);
}

function isIgnoreFile(path: string): boolean {
  return path === ".gitignore" || path.endsWith("/.gitignore");
}

export function takenOf(
  { folder, stages }: Placed & { does: "git_metadata" },
  { resolver, home }: TakenPlace,
): Taken | null {
  const spelled = atHome(folder, home);
  const absolute = spelled === null ? undefined : resolver.touched(spelled, true)?.absolute;
  const start = resolver.touched(".", true)?.absolute;
  if (stages === undefined || absolute === undefined) return null;
  const paths = stages.paths?.map((path) => (path.startsWith(":/") ? path : fromStart(path, start, home))) ?? [null];
  return { ...stages, folder: absolute, paths: paths.includes(null) ? null : paths.filter((path) => path !== null) };
}

function fromStart(path: string, start: string | undefined, home: string | null): string | null {
  const spelled = atHome(path, home);
  return spelled === null || start === undefined ? null : posix.resolve(start, spelled);
}
