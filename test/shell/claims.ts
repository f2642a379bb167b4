/** Whether what a command was said to change covers what it has changed. */
import type { Effect } from "@intentgate/engine";
import picomatch from "picomatch";
import { followed, type Ground, placeIn } from "./ground.ts";
import type { Change } from "./tree-shot.ts";

type Claim = (change: Change) => boolean;

/** The changes that none of the paths of a reading speaks for. */
export function missedByWrites(ground: Ground, writes: readonly string[], changes: readonly Change[]): Change[] {
  if (writes.includes("?")) return [];
  return unclaimed(
    writes.flatMap((path) => claimsOfPath(ground, path)),
    changes,
  );
}

/** The changes that none of the effects that the gate decides about speaks for. */
export function missedByEffects(ground: Ground, list: readonly Effect[], changes: readonly Change[]): Change[] {
  return unclaimed(
    list.flatMap((effect) => claimsOfEffect(ground, effect)),
    changes,
  );
}

function unclaimed(claims: readonly Claim[], changes: readonly Change[]): Change[] {
  return changes.filter((change) => !claims.some((claim) => claim(change)));
}

function claimsOfPath(ground: Ground, path: string): Claim[] {
  if (path.endsWith(".git/**")) return [isMetadata];
  if (path.endsWith("/**")) {
    const folder = placeIn(ground, path.slice(0, -2));
    if (folder === null) return [];
    const places = [folder, followed(ground, folder), ...matching(ground, folder)];
    return places.flatMap((place) => [...inFolder(place), ...belowPattern(place)]);
  }
  const placed = placeIn(ground, path);
  if (placed === null) return [];
  const places = [placed, followed(ground, placed), ...matching(ground, placed)];
  return places.flatMap((place) => [
    isAt(place),
    isParent(place),
    ({ path: changed }) => isBelow(place, changed),
    ...belowPattern(place),
  ]);
}

/** Names that a pattern stands for may be links to something else. */
function matching(ground: Ground, pattern: string): string[] {
  if (!isPattern(pattern)) return [];
  const matches = picomatch(pattern, { dot: true });
  return [...ground.entries.keys()].filter((known) => matches(known)).map((known) => followed(ground, known));
}

/** Names that are not there yet. */
function ofPattern(
  pattern: string,
  isMeant: (changed: string, matches: (path: string) => boolean) => boolean,
): Claim[] {
  if (!isPattern(pattern)) return [];
  const matches = picomatch(pattern, { dot: true });
  return [({ path }) => isMeant(path, (each) => matches(each))];
}

/** What the pattern stands for, and everything in it. */
function belowPattern(pattern: string): Claim[] {
  return ofPattern(pattern, (changed, matches) => pathsTo(changed).some(matches));
}

function isPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

function claimsOfEffect(ground: Ground, effect: Effect): Claim[] {
  const at = (absolute: string): Claim[] => {
    const place = placeIn(ground, absolute);
    return place === null ? [] : [isAt(place), isParent(place), ...ofPattern(place, (path, matches) => matches(path))];
  };
  switch (effect.kind) {
    case "write":
    case "delete":
      return at(effect.absolute);
    case "move":
      return [...at(effect.from.absolute), ...at(effect.to.absolute)];
    // Git may bring anything into its tree.
    case "git_tree":
    case "write_below": {
      const place = placeIn(ground, effect.absolute);
      if (place === null) return [];
      // A file that stands there does not lie below itself.
      const claims = [...inFolder(place), ...belowPattern(place)];
      return claims.map((claim) => (change) => claim(change) && (change.path !== place || change.kind === "folder"));
    }
    case "git_metadata":
      return [isMetadata];
    default:
      return [];
  }
}

/** What lies in the folder, and the folder itself, as `src/**` covers `src` in a scope too. */
function inFolder(folder: string): Claim[] {
  return [isAt(folder), ({ path }) => isBelow(folder, path), isParent(folder)];
}

const isMetadata: Claim = ({ path }) => `/${path}/`.includes("/.git/");

function isAt(place: string): Claim {
  return ({ path }) => path === place;
}

/** To make a file is to make the folders on the way to it. */
function isParent(place: string): Claim {
  return ({ path, how, kind }) => how === "made" && kind === "folder" && isBelow(path, place);
}

function isBelow(folder: string, path: string): boolean {
  return folder === "." || path.startsWith(`${folder}/`);
}

/** `a/b/c` to `a`, `a/b`, `a/b/c`. */
function pathsTo(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_part, at) => parts.slice(0, at + 1).join("/"));
}
