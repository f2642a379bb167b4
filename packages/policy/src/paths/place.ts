/** Where a canonical path lies: in a governed root, in a scratch area, or elsewhere. */
import { foldCase, namesOf, startsWithNames } from "./fold-name.ts";

export type Place = { kind: "inside"; root: string; relative: string } | { kind: "scratch" } | { kind: "outside" };

export interface Areas {
  roots: readonly string[];
  scratch: readonly string[];
  /** Of the person: never scratch, although they may lie in a temp folder. */
  homes: readonly string[];
  ignoreCase: boolean;
}

export function placeOf(absolute: string, areas: Areas): Place {
  if (!isCanonical(absolute)) return { kind: "outside" };
  const names = compared(absolute, areas);
  const roots = areas.roots
    .filter(isCanonical)
    .map((root) => ({ root, names: compared(root, areas) }))
    .sort((a, b) => a.names.length - b.names.length);
  // The outermost root wins: a folder inside cannot take its files away.
  const home = roots.find((root) => startsWithNames(names, root.names));
  if (home) {
    const relative = namesOf(absolute.normalize("NFC")).slice(home.names.length).join("/");
    return { kind: "inside", root: home.root, relative };
  }
  // Removing a temp folder that holds a governed root would remove the root.
  if (roots.some((root) => startsWithNames(root.names, names))) return { kind: "outside" };
  const homes = areas.homes.filter(isCanonical).map((folder) => compared(folder, areas));
  const isScratch = areas.scratch.filter(isCanonical).some((folder) => {
    const area = compared(folder, areas);
    if (area.length === 0 || names.length <= area.length || !startsWithNames(names, area)) return false;
    // A scratch folder within a home is one all the same; what it lies in, or is, it does not take.
    const taken = homes.filter((one) => startsWithNames(one, area));
    return !taken.some((one) => startsWithNames(names, one) || startsWithNames(one, names));
  });
  return { kind: isScratch ? "scratch" : "outside" };
}

function compared(path: string, areas: Areas): string[] {
  const names = namesOf(path.normalize("NFC"));
  return areas.ignoreCase ? names.map(foldCase) : names;
}

function isCanonical(path: string): boolean {
  return path.startsWith("/") && !path.split("/").includes("..");
}
