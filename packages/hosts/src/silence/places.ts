/** Where files lie that a host reads. */
import { dirname, join, sep } from "node:path";
import { matchesWildcard } from "@intentgate/documents";
import type { Around, WatchedFile } from "../host/around.ts";

/** As a person would write it. */
export function shownPlace(place: string, { root, home }: Pick<Around, "root" | "home">): string {
  if (place.startsWith(`${root}${sep}`)) return place.slice(root.length + 1);
  return place.startsWith(`${home}${sep}`) ? `~${place.slice(home.length)}` : place;
}

export function placesOf({ at, path }: Pick<WatchedFile, "at" | "path">, around: Around): string[] {
  const folders =
    at === "top" ? [sep] : at === "own" ? [around.ownFolder] : [...upwards(around.startedIn), around.home];
  const names = path.split("/").filter((name) => name !== "");
  return folders.flatMap((folder) => below(folder, names, around));
}

/** A name with a star stands for those that are there. */
function below(folder: string, [name, ...rest]: readonly string[], around: Around): string[] {
  if (name === undefined) return [folder];
  if (!name.includes("*")) return below(join(folder, name), rest, around);
  return around
    .list(folder)
    .filter((one) => matchesWildcard(name, one))
    .flatMap((one) => below(join(folder, one), rest, around));
}

/** The folder and every one above it. */
export function upwards(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above)];
}
