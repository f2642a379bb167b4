/** A host's surroundings out of texts. */
import { join } from "node:path";
import type { Around } from "../../../packages/hosts/src/host/around.ts";

export interface Texts {
  root?: Record<string, string>;
  /** In the host's own folder. */
  own?: Record<string, string>;
  /** By whole paths; null: there, and closed. */
  at?: Record<string, string | null>;
}

export type Places = Pick<Around, "root" | "home" | "ownFolder"> & Partial<Pick<Around, "hooksIn">>;

export function aroundOf(places: Places, { root = {}, own = {}, at = {} }: Texts, startedIn = places.root): Around {
  const under = (folder: string, texts: Record<string, string>) =>
    Object.entries(texts).map(([path, text]) => [join(folder, path), text] as const);
  const files = new Map([...under(places.root, root), ...under(places.ownFolder, own), ...Object.entries(at)]);
  return {
    hooksIn: "root",
    ...places,
    startedIn,
    look(path) {
      const text = files.get(path);
      if (text === undefined) return { kind: "absent" };
      return text === null ? { kind: "closed" } : { kind: "text", text };
    },
    lastLine: (path, having) =>
      files
        .get(path)
        ?.split("\n")
        .findLast((line) => line.includes(having)) ?? null,
    list: (folder) => {
      const below = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
      return [...new Set(below.map((path) => path.slice(folder.length + 1).split("/")[0] ?? ""))];
    },
  };
}
