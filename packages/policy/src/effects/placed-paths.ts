/** The paths of an effect as the reading placed them, and where they lie. */

import type { ShellResult } from "@intentgate/shell";
import type { Resolver } from "./resolve-path.ts";

export type Placed = ShellResult["effects"][number];

export function pathsOf(effect: Placed): string[] {
  switch (effect.does) {
    case "read":
    case "write":
    case "delete":
      return [effect.path];
    case "move":
      return [effect.from, effect.to];
    case "write_below":
    case "git_metadata":
    case "use_repository":
      return [effect.folder];
    default:
      return [];
  }
}

/** Null: another person's home folder, or nobody knows this one's. */
export function atHome(path: string, home: string | null): string | null {
  if (!path.startsWith("~")) return path;
  return home !== null && (path === "~" || path.startsWith("~/")) ? `${home}${path.slice(1)}` : null;
}

/** One name for a place however it is spelled; of a pattern the folder in front of it. Null: it cannot be placed. */
export function placeNow(path: string, resolver: Resolver, home: string | null): string | null {
  const spelled = atHome(path, home);
  if (spelled === null) return null;
  const names = spelled.split("/");
  const pattern = names.findIndex((name) => /[*?[]/.test(name));
  const plain = pattern < 0 ? spelled : names.slice(0, pattern).join("/") || (spelled.startsWith("/") ? "/" : ".");
  return resolver.touched(plain, false)?.absolute ?? null;
}

export function isAtOrBelow(path: string, folder: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}
