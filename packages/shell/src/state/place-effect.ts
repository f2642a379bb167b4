/** A program's effect as it spells it, to what it does seen from the start folder: placed paths, sinks, links. */
import type { Staging, UseEffect } from "../uses/program.ts";
import { isDescriptor, isSink, streamOf } from "../uses/sinks.ts";
import { inside } from "../uses/use-of.ts";
import { type Folder, placePath } from "../values/place-path.ts";
import type { SharedMap } from "../values/shared-map.ts";
import { GAP, START } from "../values/value.ts";

/** What `/proc` tells. */
export const shownOfProcess = "it may show what another process holds, its keys included";

const secretNames = new Set(["environ", "mem", "fd"]);

/**
 * An effect whose path is placed, and the part of the command that causes it.
 * `unlessFolder`: it does not happen where a folder stands there (`find src -exec gzip {} \;`); whether one does is seen on the disk.
 */
export type PlacedEffect = UseEffect & { part: string; unlessFolder?: string };

/** `links`: a write through a link that the command itself made reaches the link's target as well. */
export function placeEffect(
  effect: UseEffect,
  part: string,
  folder: Folder,
  links: SharedMap<string>,
  left: string[],
): PlacedEffect[] {
  const place: Place = (path) => (path.includes(GAP) ? null : placePath(path, folder, left));
  switch (effect.does) {
    case "read": {
      const path = place(effect.path);
      if (path !== null) return [{ part, ...effect, path }];
      return mayBeProcessFile(effect.path.split(GAP)) ? [{ does: "unknown", why: shownOfProcess, part }] : [];
    }
    case "write":
    case "delete": {
      const path = place(effect.path);
      if (path === null) return [somewhere(part)];
      if (path.startsWith("/dev/tcp/") || path.startsWith("/dev/udp/")) {
        return [{ does: "unknown", why: "it opens a connection", part }];
      }
      if (effect.does === "delete") {
        const reached = effect.throughLink
          ? throughLinks(`${path}/**`, false, part, links)
          : throughLinks(path, true, part, links);
        return [{ part, ...effect, path }, ...reached];
      }
      if (isSink(path)) return [];
      // Opened by its number, a file is opened once more, however it was opened before.
      if (streamOf(path) === undefined && isDescriptor(path)) return [somewhere(part)];
      return placedWrites(effect, path, part, folder, place, links);
    }
    case "move":
      return placeMove(effect, part, place, links);
    case "write_below": {
      const path = place(effect.folder);
      if (path === null) return [somewhere(part)];
      if (effect.repository !== undefined) {
        return [{ ...effect, folder: isInside(path) ? "." : path, repository: path, part }];
      }
      return [{ ...effect, folder: path, part }, ...throughLinks(`${path}/**`, false, part, links)];
    }
    case "use_repository": {
      const metadata = effect.metadata === null ? null : (place(effect.metadata) ?? effect.metadata);
      return [{ part, ...effect, folder: place(effect.folder) ?? ".", metadata }];
    }
    case "git_metadata": {
      const { stages, drops } = effect;
      const placed = { ...effect, folder: place(effect.folder) ?? ".", part };
      if (stages) placed.stages = { ...stages, paths: placedPaths(stages, effect.folder, place) };
      if (drops) placed.drops = { ...drops, paths: placedPaths(drops, effect.folder, place) };
      return [placed];
    }
    case "move_branch":
      return [{ ...effect, folder: place(effect.folder) ?? ".", part }];
    default:
      return [{ part, ...effect }];
  }
}

type Place = (path: string) => string | null;

/** Null: what it takes may lie anywhere. */
function placedPaths({ paths }: Pick<Staging, "paths">, folder: string, place: Place): string[] | null {
  const placed = paths?.map((path) => {
    // What counts from the top of the tree is taken from the disk's where it is spelled so.
    if (path.startsWith(":/")) return path[2] === "/" || path.includes(START) ? null : path;
    return place(path.startsWith(START) ? path : inside(folder, path));
  }) ?? [null];
  return placed.includes(null) ? null : placed.filter((path) => path !== null);
}

/** Below the start: there the repository that it lies in is taken to begin, or further up. */
function isInside(path: string): boolean {
  return !/^(\/|~|\.\.(\/|$))/.test(path);
}

function placedWrites(
  effect: UseEffect & { does: "write" },
  path: string,
  part: string,
  folder: Folder,
  place: Place,
  links: SharedMap<string>,
): PlacedEffect[] {
  const placed = placedWrite(effect, path, part, folder, place);
  const inFolder = placed.inFolder === undefined ? [] : throughLinks(placed.inFolder, false, part, links);
  return [placed, ...throughLinks(path, false, part, links), ...inFolder];
}

/** Where it lands in a folder and what a link leads to are placed like the path itself. */
function placedWrite(
  effect: UseEffect & { does: "write" },
  path: string,
  part: string,
  folder: Folder,
  place: Place,
): PlacedEffect & { does: "write" } {
  const { inFolder, linkTarget, linkTargetInFolder } = effect;
  const placed = { part, ...effect, path };
  if (inFolder !== undefined) placed.inFolder = place(inFolder) ?? inFolder;
  if (linkTarget !== undefined) placed.linkTarget = place(linkTarget) ?? linkTarget;
  if (linkTargetInFolder !== undefined) {
    placed.linkTargetInFolder = placePath(linkTargetInFolder, folder) ?? linkTargetInFolder;
  }
  return placed;
}

function somewhere(part: string): PlacedEffect {
  return { does: "write_somewhere", why: "where it writes is known only when it runs", part };
}

function placeMove(
  move: UseEffect & { does: "move" },
  part: string,
  place: Place,
  links: SharedMap<string>,
): PlacedEffect[] {
  const [from, to] = [place(move.from), place(move.to)];
  const reached = [from, to].flatMap((path) => (path === null ? [] : throughLinks(path, true, part, links)));
  if (from !== null && to !== null) {
    const placed = { part, ...move, from, to };
    if (move.inFolder === undefined) return [placed, ...reached];
    placed.inFolder = place(move.inFolder) ?? move.inFolder;
    return [placed, ...reached, ...throughLinks(placed.inFolder, true, part, links)];
  }
  const path = from ?? to;
  const known: PlacedEffect[] = path === null ? [] : [{ does: "write", path, manner: "create_or_replace", part }];
  return [...known, somewhere(part), ...reached];
}

/** Removing or renaming a link leaves its target as it is; what lies below the link is the target's. */
function throughLinks(path: string, sparesLink: boolean, part: string, links: SharedMap<string>): PlacedEffect[] {
  if (links.isEmpty) return [];
  const found = new Set<string>();
  const follow = (from: string, spares: boolean): void => {
    for (const [link, target] of links) {
      if (from === link ? spares : !from.startsWith(`${link}/`)) continue;
      const reached = placePath(`${target}/${from.slice(link.length)}`, "");
      if (reached === null || found.has(reached) || found.size > MOST_REACHED) continue;
      found.add(reached);
      // A link may lead to another one.
      follow(reached, false);
    }
  };
  follow(path, sparesLink);
  return [...found]
    .filter((reached) => !isSink(reached))
    .map((reached) => ({ does: "write", path: reached, manner: "create_or_replace", part }));
}

const MOST_REACHED = 40;

/** Whether it may lie in `/proc`. `pieces`: what is known of a path; between them stands what only the running shell knows. */
function mayBeProcessFile(pieces: readonly string[]): boolean {
  const [first = "", ...others] = pieces;
  if (/^\/+proc(\/|$)/.test(first)) return true;
  return others.some((piece) => piece.split("/").some((name) => secretNames.has(name)));
}
