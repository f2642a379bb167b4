/** From a path in the input of a server's tool to the places that it may mean. */
import { posix } from "node:path";
import type { Effect, TouchedPath } from "@intentgate/engine";
import { field, type Payload } from "../payload.ts";
import type { Resolver } from "../resolve-path.ts";

/** A server as a person had it started. */
export interface StartedServer {
  /** The person's name for it. */
  name: string;
  /** Which one of the catalogue it is; null where nobody knows it. */
  known: string | null;
  /** What it was started with, after its own name. */
  words: readonly string[];
  /** The folder it runs in; null where that is another machine's, or not known. */
  cwd: string | null;
  /** Its home folder. */
  home: string | null;
  /** Folders that its client named as roots. */
  roots: readonly string[];
}

export interface ServerPlaces {
  server: StartedServer;
  /** The folders that a relative path may count from; what the server does is held against each of them. */
  from(folders: readonly string[]): Spelled;
}

export interface Spelled {
  /** One effect for each place that the path may mean. */
  each(path: unknown, followLast: boolean, made: (at: TouchedPath) => Effect): Effect[];
  /** Both ends, and with a folder all that lies in it. */
  move(from: unknown, to: unknown): Effect[];
}

export function createServerPlaces(server: StartedServer, resolver: Resolver): ServerPlaces {
  /** Folded as programs fold it, by its letters and before any link is followed. */
  function placesOf(path: string, folders: readonly string[]): string[] {
    const home = server.home;
    const isAtHome = path === "~" || path.startsWith("~/");
    if (isAtHome && home === null) return [];
    const spelled = isAtHome ? `${home}${path.slice(1)}` : path;
    const all = spelled.startsWith("/") ? ["/"] : folders;
    return [...new Set(all.map((folder) => posix.resolve(folder, spelled)))];
  }

  return {
    server,
    from(folders) {
      const each: Spelled["each"] = (path, followLast, made) => {
        if (typeof path !== "string") return [{ kind: "bad_path", path: "", problem: "the path is not text" }];
        // Before it is folded: `a\u0000/../b` would be gone.
        const odd = resolver.effect(path.startsWith("~") ? `.${path}` : path, true, (at) => ({
          kind: "delete",
          ...at,
        }));
        if (odd.kind === "bad_path") return [{ ...odd, path }];
        const places = placesOf(path, folders);
        if (places.length > 0) {
          return places.map((place) => resolver.effect(place, followLast, (at) => made({ ...at, path })));
        }
        const why = `${JSON.stringify(path)} is relative and the folder it counts from is not known`;
        return [{ kind: "unknown", why, mentions: [] }];
      };

      const ends = (path: unknown, followLast: boolean): Ends => {
        const list = each(path, followLast, (at) => ({ kind: "delete", ...at }));
        const at = list.flatMap((effect) => (effect.kind === "delete" ? [effect] : []));
        return { at, wrong: list.filter((effect) => effect.kind !== "delete") };
      };

      return {
        each,
        move(from, to) {
          // Some releases move what a link leads to, others the link.
          const sources = [ends(from, true), ends(from, false)];
          const targets = [ends(to, true), ends(to, false)];
          const wrong = [...sources, ...targets].flatMap((one) => one.wrong);
          if (wrong.length > 0) return wrong.slice(0, 1);
          const moves = sources.flatMap(({ at }) =>
            at.flatMap((source) => targets.flatMap((target) => target.at.map((end) => moved(source, end, resolver)))),
          );
          return [...new Map(moves.map((list) => [JSON.stringify(list), list])).values()].flat();
        },
      };
    },
  };
}

interface Ends {
  at: TouchedPath[];
  wrong: Effect[];
}

function moved(source: TouchedPath, end: TouchedPath, resolver: Resolver): Effect[] {
  const from = { path: source.path, absolute: source.absolute };
  const to = { path: end.path, absolute: end.absolute };
  const move: Effect = { kind: "move", from, to };
  if (!resolver.isFolder(from.absolute)) return [move];
  return [move, { kind: "write_below", ...from }, { kind: "write_below", ...to }];
}

/** A text of the input, or null where there is none. */
export function textAt(input: Payload, key: string): string | null {
  const value = field(input, key);
  return typeof value === "string" ? value : null;
}
