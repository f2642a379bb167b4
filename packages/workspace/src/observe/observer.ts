/** Keeps what stood before a call and tells afterwards what really changed. */

import { join } from "node:path";
import { changedPaths, type FileBytes, type FileChange, type HookContext } from "@intentgate/engine";
import type { BeforeCache } from "./before-cache.ts";
import { readWhole } from "./file-reader.ts";
import { changedBetween, snapshotTree, type TreeSnapshot } from "./tree-snapshot.ts";

export interface ObserverParts {
  roots: readonly string[];
  cache: BeforeCache;
  relative(absolute: string): { root: string; relative: string } | null;
  isSecret(root: string, relative: string): boolean;
  fileLimit(): number;
}

export interface BeforeCall {
  files: Map<string, { hash: string | null; bytes: FileBytes; mode: number | null }>;
  trees: Map<string, TreeSnapshot>;
}

export function createObserver(parts: ObserverParts) {
  return {
    /** Reads the files the call announced; where programs run, also how the whole tree stands. */
    before(context: HookContext): BeforeCall {
      const files: BeforeCall["files"] = new Map();
      for (const { absolute } of changedPaths(context.effects)) {
        const reading = readWhole(absolute);
        files.set(absolute, reading);
        const place = parts.relative(absolute);
        const keep = place && !parts.isSecret(place.root, place.relative);
        if (keep && reading.hash && reading.bytes.state === "present")
          parts.cache.keep(reading.hash, reading.bytes.bytes);
      }
      const trees: BeforeCall["trees"] = new Map();
      if (mayTouchAnything(context)) {
        for (const root of parts.roots) trees.set(root, snapshotTree(root, parts.fileLimit()));
      }
      return { files, trees };
    },

    /** What stands in the announced files at this moment. */
    now(before: BeforeCall): BeforeCall["files"] {
      return new Map([...before.files.keys()].map((absolute) => [absolute, readWhole(absolute)]));
    },

    after(context: HookContext, before: BeforeCall, after: BeforeCall["files"] | null): FileChange[] {
      const moves = new Map(
        context.effects.list.flatMap((effect) =>
          effect.kind === "move" ? [[effect.to.absolute, effect.from.absolute] as const] : [],
        ),
      );
      const movedAway = new Set(moves.values());
      const changes: FileChange[] = [];
      for (const [absolute, then] of before.files) {
        const place = parts.relative(absolute);
        if (!place) continue; // scratch: not code of the workspace
        const now = after?.get(absolute) ?? readWhole(absolute);
        const modeChanged = then.mode !== null && now.mode !== null && then.mode !== now.mode;
        if (then.hash === now.hash && !modeChanged) continue;
        const from = moves.get(absolute);
        const source = from === undefined ? undefined : before.files.get(from);
        if (movedAway.has(absolute) && now.hash === null && wasMoved(moves, absolute)) continue;
        changes.push({
          relativePath: place.relative,
          absolute,
          root: place.root,
          movedFrom: from === undefined ? null : (parts.relative(from)?.relative ?? null),
          before: source ? source.bytes : then.bytes,
          after: now.bytes,
          modeChanged,
          predicted: true,
        });
      }
      return [...changes, ...unpredicted(before, parts)];
    },
  };
}

/** The old end of a move is told by the record of its new end, once the new end is there. */
function wasMoved(moves: ReadonlyMap<string, string>, from: string): boolean {
  return [...moves].some(([to, source]) => source === from && readWhole(to).hash !== null);
}

function mayTouchAnything(context: HookContext): boolean {
  return (
    context.effects.risk !== "SAFE" &&
    context.effects.list.some((effect) => effect.kind === "run" || effect.kind === "unknown")
  );
}

function unpredicted(before: BeforeCall, parts: ObserverParts): FileChange[] {
  return [...before.trees].flatMap(([root, tree]) =>
    changedBetween(tree, snapshotTree(root, parts.fileLimit()))
      .filter((relative) => !before.files.has(join(root, relative)))
      .map((relative): FileChange => {
        const absolute = join(root, relative);
        return {
          relativePath: relative,
          absolute,
          root,
          movedFrom: null,
          before: tree.files.has(relative) ? { state: "unknown" } : { state: "absent" },
          after: readWhole(absolute).bytes,
          modeChanged: false,
          predicted: false,
        };
      }),
  );
}
