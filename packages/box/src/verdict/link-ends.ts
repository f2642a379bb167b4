/**
 * Where a new link leads, link by link, as the tree may stand afterwards: what a command did at a path on the way may be
 * applied or not, so both count.
 */
import type { Change } from "../changes/change.ts";

/** In the place of an end that lies outside the root and is not told further. */
const OUTSIDE = "/";

/** Null for what is no link. Relative to the root; absolute where it lies outside. */
export type LinkEnds = (change: Change) => string[] | null;

export interface LinkPlaces {
  root: string;
  linkAt(path: string): string | null;
}

/** A link of whose target some words are still to be walked, and how many stand behind them. */
interface Open {
  path: string;
  behind: number;
}

const MOST_STEPS = 500;

export function linkEnds(changes: readonly Change[], { root, linkAt }: LinkPlaces): LinkEnds {
  const made = new Map(
    changes.flatMap((change) =>
      change.does !== "delete" && change.made.kind === "link" ? [[change.path, change.made.target]] : [],
    ),
  );
  const touched = new Set(changes.map(({ path }) => path));

  return (change) => {
    const target = made.get(change.path);
    if (target === undefined) return null;
    // Whoever later puts a link in the place of the name before it leads it elsewhere, and nobody looks at this one again.
    if (/[^/.][^/]*\/+\.\.(?:\/|$)|\.{3,}\/+\.\.(?:\/|$)/.test(target)) return [OUTSIDE];
    const ends = new Set<string>();
    const met = new Set<string>();
    let steps = 0;
    follow(change.path.split("/").slice(0, -1), target, [{ path: change.path, behind: 0 }]);
    return [...ends];

    function follow(from: readonly string[], target: string, open: readonly Open[]): void {
      const isAbsolute = target.startsWith("/");
      if (isAbsolute && !`${target}/`.startsWith(`${root}/`)) ends.add(target.includes("/..") ? OUTSIDE : target);
      else walk(isAbsolute ? [] : from, (isAbsolute ? target.slice(root.length) : target).split("/"), open);
    }

    function walk(at: readonly string[], rest: readonly string[], within: readonly Open[]): void {
      steps += 1;
      const [name, ...more] = rest;
      const open = within.filter(({ behind }) => rest.length > behind);
      if (steps > MOST_STEPS || (name === ".." && at.length === 0)) ends.add(OUTSIDE);
      else if (name === undefined) ends.add(at.length === 0 ? "." : at.join("/"));
      else if (name === "" || name === ".") walk(at, more, open);
      else if (name === "..") walk(at.slice(0, -1), more, open);
      else enter(at, name, more, open);
    }

    function enter(at: readonly string[], name: string, more: readonly string[], open: readonly Open[]): void {
      const path = [...at, name].join("/");
      // Through itself: the kernel finds no end there either.
      if (open.some((one) => one.path === path)) return;
      // In a circle: it leads nowhere that was not looked at.
      const step = [path, ...more, "", ...open.map((one) => one.path)].join("\0");
      if (met.has(step)) return;
      met.add(step);
      const targets = [made.get(path), linkAt(path)].filter((one) => typeof one === "string");
      for (const one of new Set(targets))
        follow(at, [one, ...more].join("/"), [...open, { path, behind: more.length }]);
      if (targets.length === 0 || (touched.has(path) && targets.length < 2)) walk([...at, name], more, open);
    }
  };
}
