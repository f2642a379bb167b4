/** What one part of a command does to the paths of another: links that it puts there or takes away. */

import { factsOf, type ShellResult } from "@intentgate/shell";
import { atHome, isAtOrBelow, type Placed, pathsOf, placeNow } from "./places.ts";
import type { Resolver } from "./resolve-path.ts";

const loops = new Set("for while until select trap coproc function".split(" "));

/** Loops, background jobs, traps and functions: a later part may run before an earlier one. */
function mayRunInAnyOrder(command: string): boolean {
  if (/\(\s*\)|(?:^|[^&<>|])&(?![&>])/.test(command)) return true;
  return command.split(/\W+/).some((word) => loops.has(word) || factsOf(word).repeats === true);
}

export function* otherParts(
  command: string,
  { effects }: Pick<ShellResult, "effects">,
  resolver: Resolver,
  home: string | null,
): Iterable<string> {
  const inAnyOrder = mayRunInAnyOrder(command);
  const parts = effects.map((effect, at) => ({
    effect,
    paths: pathsOf(effect).flatMap((path) => placeNow(path, resolver, home) ?? []),
    fills: filledBy(effect, effects[at - 1], resolver, home),
    takes: linksTaken(effect, resolver, home),
  }));
  for (const [at, { effect, paths }] of parts.entries()) {
    for (const [other, { effect: earlier, fills, takes }] of parts.entries()) {
      if (earlier.part === effect.part || (other > at && !inAnyOrder)) continue;
      if (takes.some((link) => pathsOf(effect).some((path) => path.startsWith(`${link}/`)))) {
        yield `${effect.part} leads through a link that ${earlier.part} takes away`;
      }
      const isReached = fills.some((folder) => paths.some((path) => isAtOrBelow(path, folder)));
      if (isReached && followsLinks(effect, isGits(earlier, effects))) {
        yield `what ${effect.part} changes may lie behind a link that ${earlier.part} puts there`;
      }
    }
  }
}

/** Most programs that fill a folder replace a link instead of following it; those that unpack do not. */
function followsLinks(effect: Placed, filledByGit: boolean): boolean {
  // git never writes the inside of a repository into its tree.
  if (effect.does === "use_repository") return !filledByGit;
  if (effect.does === "write_below") return effect.unpacks === true;
  return effect.does === "write" || effect.does === "delete" || effect.does === "move";
}

function isGits(effect: Placed, effects: readonly Placed[]): boolean {
  return effects.some((one) => one.does === "use_repository" && one.part === effect.part);
}

function filledBy(effect: Placed, before: Placed | undefined, resolver: Resolver, home: string | null): string[] {
  const placed = (...paths: (string | undefined)[]) =>
    paths.flatMap((path) => (path === undefined ? [] : (placeNow(path, resolver, home) ?? [])));
  if (effect.does === "write_below") return placed(effect.folder);
  if (effect.does === "move") return isFile(effect.from, resolver, home) ? [] : placed(effect.to, effect.inFolder);
  // A copy of a link may be a link.
  if (effect.does !== "write" || effect.inFolder === undefined) return [];
  const source = before?.does === "read" && before.part === effect.part ? before.path : null;
  return source !== null && isFile(source, resolver, home) ? [] : placed(effect.path, effect.inFolder);
}

function isFile(path: string, resolver: Resolver, home: string | null): boolean {
  const spelled = atHome(path, home);
  const at = spelled === null ? null : resolver.touched(spelled, false);
  return at !== null && resolver.isFile(at.absolute);
}

function linksTaken(effect: Placed, resolver: Resolver, home: string | null): string[] {
  if (effect.does !== "delete" && effect.does !== "move") return [];
  const path = effect.does === "delete" ? effect.path : effect.from;
  const spelled = atHome(path, home);
  // As spelled: what leads through the link is found where it leads.
  return spelled !== null && resolver.isPlain(spelled) ? [] : [path];
}
