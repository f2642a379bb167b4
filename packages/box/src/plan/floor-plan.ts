/**
 * The floor below a whole program: everything as usual, but what steers the gate is read-only, and what the gate keeps is
 * not there. Binds only and no layers, as people work in the same files meanwhile.
 */
import { posix } from "node:path";
import type { Hidden } from "./box-plan.ts";

/** What was found on this machine; every path is absolute and real. */
export interface FloorFacts {
  /** Read-only, with all below. */
  held: readonly string[];
  /** Below what is held, and writable all the same. */
  free: readonly string[];
  /** Not there, and nothing can be put in its place. */
  hidden: readonly Hidden[];
  /** Not there, and an own one may be made in its place. */
  masked: readonly Hidden[];
  /** In what is hidden: there again, read-only. */
  shown: readonly Shown[];
  /** Folders that must stay where they are, though what is in them may change. */
  fixed: readonly string[];
  /** Whether this user could move it away, and put another in its place. */
  isMovable(folder: string): boolean;
}

export interface Shown {
  from: string;
  to: string;
}

export type Mount =
  | { does: "fix" | "hold" | "free"; path: string }
  | { does: "hide"; path: string; kind: Hidden["kind"] }
  | { does: "show"; from: string; to: string }
  | { does: "close"; path: string };

/** In the order in which they are laid: a later one lies on an earlier one. */
export function planFloor({ held, free, hidden, masked, shown, fixed, isMovable }: FloorFacts): Mount[] {
  const gone = [...hidden, ...masked];
  const isHidden = (path: string) => gone.some((one) => isWithin(path, one.path));
  const kept = [...new Set(held)].filter((path) => !isHidden(path));
  const outer = kept.filter((path) => !kept.some((other) => other !== path && isWithin(path, other)));
  const inner = free.filter((path) => !isHidden(path) && outer.some((one) => isWithin(path, one)));
  // A mount keeps its own name, and not those of the folders above it: with one of them all of it would move away.
  const named = [...outer, ...gone.map(({ path }) => path)].flatMap(above);
  const anchors = [...new Set([...named, ...fixed.flatMap((path) => [path, ...above(path)])])].filter(
    (path) => isMovable(path) && !isHidden(path) && !outer.some((one) => isWithin(path, one)),
  );
  const binds: Mount[] = [
    ...anchors.map((path) => ({ does: "fix", path }) as const),
    ...outer.map((path) => ({ does: "hold", path }) as const),
    ...inner.map((path) => ({ does: "free", path }) as const),
  ];
  return [
    ...binds.toSorted((one, other) => depth(one) - depth(other)),
    ...gone.map(({ path, kind }) => ({ does: "hide", path, kind }) as const),
    ...shown.map(({ from, to }) => ({ does: "show", from, to }) as const),
    ...hidden.filter(({ kind }) => kind === "folder").map(({ path }) => ({ does: "close", path }) as const),
  ];
}

function depth(mount: Mount): number {
  return "path" in mount ? mount.path.split("/").length : 0;
}

/** From the folder around it up to below the top. */
function above(path: string): string[] {
  const folders: string[] = [];
  for (let at = posix.dirname(path); at !== "/" && at !== "."; at = posix.dirname(at)) folders.push(at);
  return folders;
}

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
