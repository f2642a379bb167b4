/** The paths of an effect as the reading placed them, and where they lie. */

import { matchesName } from "@intentgate/documents";
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
  const pattern = names.findIndex(isPattern);
  const plain = pattern < 0 ? spelled : names.slice(0, pattern).join("/") || (spelled.startsWith("/") ? "/" : ".");
  return resolver.touched(plain, false)?.absolute ?? null;
}

export function isAtOrBelow(path: string, folder: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}

const MOST_MATCHES = 2_000;

/** It holds `* ? [ ]`, and stands for paths that are there. */
export function isPattern(path: string): boolean {
  return /[*?[]/.test(path);
}

/**
 * Null: too many. More may be found than the shell would find, never less: a set `[a-c]` stands for any one character.
 * Without a match a shell hands on the pattern as it is.
 */
export function matchesNow(pattern: string, resolver: Resolver): string[] | null {
  const isAbsolute = pattern.startsWith("/");
  let found = [isAbsolute ? "/" : ""];
  for (const name of pattern.split("/").filter((one) => one !== "")) {
    if (!isPattern(name)) {
      found = found.map((folder) => `${folder}${name}/`);
      continue;
    }
    const wanted = [...loose(name)];
    found = found.flatMap((folder) =>
      resolver
        .names(folder === "" ? "." : folder)
        .filter((one) => one.startsWith(".") === name.startsWith(".") && matchesName(wanted, [...one]))
        .map((one) => `${folder}${one}/`),
    );
    // A name that is no text has no path that could be asked about.
    if (found.length > MOST_MATCHES || found.some((path) => path.includes("\uFFFD"))) return null;
  }
  return found.map((path) => path.slice(0, -1)).filter((path) => resolver.exists(path));
}

function loose(name: string): string {
  const open = name.indexOf("[");
  if (open < 0) return name;
  const close = name.indexOf("]", open + 2);
  // An open bracket without its end stands for itself.
  if (close < 0) return name.replaceAll("[", "?");
  return `${name.slice(0, open)}?${loose(name.slice(close + 1))}`;
}

const MOST_LOOKED_AT = 5_000;

/** The links in a folder and in those below it: who writes to one writes where it leads. Null: more than can be looked at. */
export function linksBelow(top: string, resolver: Pick<Resolver, "names" | "isFolder" | "isPlain">): string[] | null {
  const links: string[] = [];
  const open = [top];
  let count = 0;
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    for (const name of resolver.names(here)) {
      count += 1;
      if (count > MOST_LOOKED_AT) return null;
      const path = `${here === "/" ? "" : here}/${name}`;
      if (resolver.isFolder(path)) open.push(path);
      else if (!resolver.isPlain(path)) links.push(path);
    }
  }
  return links;
}
