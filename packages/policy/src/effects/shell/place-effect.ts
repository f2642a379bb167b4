/** A program's effect as it spells it, to what it does seen from the start folder: placed paths, sinks, links. */
import type { UseEffect } from "../programs/program.ts";
import { type Folder, isSink, placePath } from "./place-path.ts";
import { GAP } from "./value.ts";

const somewhere: UseEffect = { does: "write_somewhere", why: "where it writes is known only when it runs" };

/** `links`: a write through a link that the command itself made reaches the link's target as well. */
export function placeEffect(effect: UseEffect, folder: Folder, links: ReadonlyMap<string, string>): UseEffect[] {
  const place = (path: string): string | null => (path.includes(GAP) ? null : placePath(path, folder));
  switch (effect.does) {
    case "read": {
      const path = place(effect.path);
      return path === null ? [] : [{ does: "read", path }];
    }
    case "write":
    case "delete": {
      const path = place(effect.path);
      if (path === null) return [somewhere];
      if (path.startsWith("/dev/tcp/") || path.startsWith("/dev/udp/")) {
        return [{ does: "unknown", why: "it opens a connection" }];
      }
      return isSink(path) ? [] : [{ ...effect, path }, ...throughLinks(path, effect.does === "delete", links)];
    }
    case "move":
      return placeMove(place(effect.from), place(effect.to), links);
    case "write_below": {
      const path = place(effect.folder);
      if (path === null) return [somewhere];
      return [{ does: "write_below", folder: path }, ...throughLinks(`${path}/**`, false, links)];
    }
    case "git_metadata":
      return [{ does: "git_metadata", folder: place(effect.folder) ?? "." }];
    default:
      return [effect];
  }
}

function placeMove(from: string | null, to: string | null, links: ReadonlyMap<string, string>): UseEffect[] {
  const reached = [from, to].flatMap((path) => (path === null ? [] : throughLinks(path, true, links)));
  if (from !== null && to !== null) return [{ does: "move", from, to }, ...reached];
  const path = from ?? to;
  const known: UseEffect[] = path === null ? [] : [{ does: "write", path, manner: "create_or_replace" }];
  return [...known, somewhere, ...reached];
}

/** Removing or renaming a link leaves its target as it is; what lies below the link is the target's. */
function throughLinks(path: string, sparesLink: boolean, links: ReadonlyMap<string, string>): UseEffect[] {
  const found: UseEffect[] = [];
  for (const [link, target] of links) {
    if (path === link ? sparesLink : !path.startsWith(`${link}/`)) continue;
    const reached = placePath(`${target}/${path.slice(link.length)}`, "");
    if (reached !== null && !isSink(reached)) found.push({ does: "write", path: reached, manner: "create_or_replace" });
  }
  return found;
}
