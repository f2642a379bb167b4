/** The sample tree as the gate looks at it, kept in memory: nothing is asked of the disk while a command is judged. */
import type { FileFacts } from "@intentgate/policy";
import type { TreeEntry } from "./box.ts";

export interface Ground {
  /** Absolute. */
  area: string;
  entries: ReadonlyMap<string, TreeEntry>;
  facts: FileFacts;
}

export function groundOf(area: string, tree: readonly TreeEntry[]): Ground {
  const entries = new Map(tree.map((entry) => [entry.path, entry]));
  const inside = (path: string): string | null =>
    path === area ? "." : path.startsWith(`${area}/`) ? path.slice(area.length + 1) : null;
  const names = new Map<string, string[]>();
  for (const { path } of tree) {
    if (path === ".") continue;
    const slash = path.lastIndexOf("/");
    const folder = slash < 0 ? "." : path.slice(0, slash);
    names.set(folder, [...(names.get(folder) ?? []), path.slice(slash + 1)]);
  }
  return {
    area,
    entries,
    facts: {
      kind(path) {
        const place = inside(path);
        if (place !== null) return entries.get(place)?.kind ?? "absent";
        return path === "/" || area.startsWith(`${path}/`) ? "folder" : "absent";
      },
      linkTarget: (path) => entries.get(inside(path) ?? "")?.target ?? "",
      names: (folder) => names.get(inside(folder) ?? "") ?? [],
      mayEnter: () => true,
      ignoresCase: () => false,
    },
  };
}

/** A path as the reading spells it, relative to the area and without `..`; null where it lies beside it. */
export function placeIn({ area }: Ground, path: string): string | null {
  const absolute = /^~(\/|$)/.test(path)
    ? `${area}/home${path.slice(1)}`
    : path.startsWith("/")
      ? inBox(area, path)
      : `${area}/work/${path}`;
  const kept: string[] = [];
  for (const part of absolute.split("/")) {
    if (part === "..") kept.pop();
    else if (part !== "" && part !== ".") kept.push(part);
  }
  const placed = `/${kept.join("/")}`;
  // A folder that holds the area stands for all of it.
  if (placed === "/" || `${area}/`.startsWith(`${placed}/`)) return ".";
  return placed.startsWith(`${area}/`) ? placed.slice(area.length + 1) : null;
}

/** The box has its own folder for what is temporary, the reading knows only the usual one. */
function inBox(area: string, path: string): string {
  const isUsual = path.startsWith("/tmp/") && path !== area && !path.startsWith(`${area}/`);
  return isUsual ? `${area}${path}` : path;
}

/** Where a path leads when every link on the way is followed, the last one too. */
export function followed(ground: Ground, path: string, depth = 0): string {
  const parts = path.split("/");
  for (let at = 1; at <= parts.length; at += 1) {
    const entry = ground.entries.get(parts.slice(0, at).join("/"));
    if (entry?.kind !== "link" || entry.target === null || depth > 20) continue;
    const beside = `${ground.area}/${parts.slice(0, at - 1).join("/")}/${entry.target}`;
    const place = placeIn(ground, entry.target.startsWith("/") ? entry.target : beside);
    return place === null ? path : followed(ground, [place, ...parts.slice(at)].join("/"), depth + 1);
  }
  return path;
}
