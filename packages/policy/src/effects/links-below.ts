/** The links in a folder and in the folders below it: who writes to one writes where it leads. */
import type { Resolver } from "./resolve-path.ts";

const MOST_LOOKED_AT = 5_000;

/** Null: more than can be looked at. */
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
