/**
 * What runs with the next start of something, below code of others in the folders of the scope: a held command may write
 * there, and still brings none of it, as nothing but an install does.
 */
import { join } from "node:path";
import { findRepository, ignoredAmong, isLink, stampAt } from "@intentgate/world";
import { isEnvironment } from "../changes/environments.ts";
import { ignoredKind, isDependency, isDependencyFolder } from "../verdict/named-paths.ts";

export interface StartsOthers {
  /** Also once the mark of an environment is gone that stood there. */
  noteFolder(path: string): void;
  /** One that is found here stood there before: it may stay. */
  noteLink(path: string): void;
  isIt(path: string): boolean;
  /** What has to be kept from writing, so that it stays as it is: all that came with it. */
  partOf(path: string): string;
}

export function startsOthers(root: string): StartsOthers {
  const repository = findRepository(root);
  const environments = new Set<string>();
  const links = new Map<string, string>();
  const asked = new Map<string, boolean>();

  const isOfEnvironment = (folder: string) => environments.has(folder) || isEnvironment(join(root, folder));

  /** Without git nobody can tell whose it is. */
  function isIgnored(path: string): boolean {
    if (repository === null) return true;
    const known = asked.get(path) ?? ignoredAmong(repository, root, [path]).size > 0;
    asked.set(path, known);
    return known;
  }

  return {
    noteFolder(path) {
      if (isEnvironment(join(root, path))) environments.add(path);
    },
    noteLink(path) {
      if (isDependencyFolder(path)) links.set(path, linkAt(root, path));
    },
    isIt(path) {
      // Whatever lies where it leads would have that name.
      if (isDependencyFolder(path) && linkAt(root, path) !== (links.get(path) ?? "")) return true;
      if (ignoredKind(path) !== "starting") return false;
      return (isDependency(path) || foldersTo(path).some(isOfEnvironment)) && isIgnored(path);
    },
    partOf(path) {
      const folder = foldersTo(path).find((one) => isDependencyFolder(one) || isOfEnvironment(one));
      const depth = folder === undefined ? Number.POSITIVE_INFINITY : folder.split("/").length + 1;
      return path.split("/").slice(0, depth).join("/");
    },
  };
}

/** Empty for what is none. */
function linkAt(root: string, path: string): string {
  const stamp = stampAt(join(root, path));
  return stamp !== null && isLink(stamp) ? `${stamp.ino} ${stamp.ctimeMs}` : "";
}

/** The outermost first. */
function foldersTo(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join("/"));
}
