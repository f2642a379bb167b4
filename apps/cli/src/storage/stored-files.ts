/** How much lies at a place, and how it goes; links are counted and removed themselves, never followed. */
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRealFolder, nearestAbove, onSystemError } from "@intentgate/world";

export interface Size {
  files: number;
  bytes: number;
}

export function sizeOf(places: readonly string[]): Size {
  const total: Size = { files: 0, bytes: 0 };
  for (const place of places) add(place);
  return total;

  function add(place: string): void {
    const stat = onSystemError("any", undefined, () => lstatSync(place, { throwIfNoEntry: false }));
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of onSystemError("any", [], () => readdirSync(place))) add(join(place, name));
      return;
    }
    total.files += 1;
    total.bytes += stat.size;
  }
}

/** The places that could not be deleted. */
export function deleteAll(places: readonly string[]): string[] {
  return places.filter((place) => {
    // Through a link in the way something else would go.
    if (!isRealFolder(nearestAbove(place))) return true;
    return onSystemError("any", true, () => {
      rmSync(place, { recursive: true, force: true });
      return false;
    });
  });
}

/** `0 B`, `12 kB`, `3.4 MB`. */
export function shownBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let [size, at] = [bytes, 0];
  for (; size >= 1_000 && at < units.length - 1; at += 1) size /= 1_000;
  return `${at > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${units[at]}`;
}
