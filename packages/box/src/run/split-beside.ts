/** Which of the home folder and the folder for scratch hold another mount, and how they are laid then. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import type { Hidden } from "../plan/box-plan.ts";
import type { Beside, Part } from "./run-folder.ts";
import { type SplitFolder, splitFolder } from "./split-folder.ts";
import { mountsBelow } from "./what-forbids.ts";

export interface SplitBeside extends Pick<SplitFolder, "shown"> {
  parts: Part[];
  /** They hold too much: nothing of them is laid. */
  unsplit: Beside[];
}

/** Pictures lie in the folder of the run, under the name of the layer. */
export function splitBeside(
  folder: string,
  places: Readonly<Record<Beside, string>>,
  hidden: readonly Hidden[],
): SplitBeside {
  const all: SplitBeside = { parts: [], shown: [], unsplit: [] };
  // What is hidden, or has a layer of its own.
  const bare = new Set([...hidden.map(({ path }) => path), places.home]);
  for (const layer of ["tmp", "home"] as const) {
    const place = places[layer];
    const mounts = mountsBelow(place);
    if (mounts.length === 0) continue;
    const picture = pictureOf(folder, layer);
    mkdirSync(picture);
    const split = splitFolder(place, picture, mounts, (path) => bare.has(path));
    all.parts.push(
      ...(split?.parts ?? []).map(({ path, isMount }) => ({ layer, path: relative(place, path), isMount })),
    );
    all.shown.push(...(split?.shown ?? []));
    if (split !== null) continue;
    rmSync(picture, { recursive: true });
    all.unsplit.push(layer);
  }
  return all;
}

export function isSplit(folder: string, layer: Beside): boolean {
  return existsSync(pictureOf(folder, layer));
}

function pictureOf(folder: string, layer: Beside): string {
  return join(folder, `${layer}-picture`);
}
