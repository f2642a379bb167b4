/** Walks a folder breadth first, by name order, following no link and asking the gate for every folder it enters. */
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { done, errnoOf, fail, type Outcome } from "../contract/failure.ts";
import type { ToolContext } from "../contract/tool.ts";
import { readFailure } from "./file-bytes.ts";
import { resolveForRead } from "./resolve-path.ts";

export interface Entry {
  absolute: string;
  /** From the walked folder, with forward slashes. */
  relative: string;
  kind: "file" | "folder" | "link" | "other";
}

export interface Walk {
  entries: Entry[];
  truncated: boolean;
  /** Folders the gate would not let us into, or that vanished meanwhile. */
  skipped: number;
}

const NOT_ENTERED = new Set([".git", "node_modules"]);
/** A single folder may hold millions of names. */
const MOST_PER_FOLDER = 20_000;

export async function walkFolder(
  root: string,
  shown: string,
  recursive: boolean,
  most: number,
  context: ToolContext,
): Promise<Outcome<Walk>> {
  const walk: Walk = { entries: [], truncated: false, skipped: 0 };
  const queue: { absolute: string; relative: string }[] = [{ absolute: root, relative: "" }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    if (context.signal?.aborted) return fail("ABORTED", `Going through ${shown} was stopped.`);
    const found = await readFolder(next.absolute, next.relative === "" ? shown : next.relative);
    if (!found.ok) {
      if (next.relative === "") return found;
      walk.skipped++;
      continue;
    }
    walk.truncated ||= found.value.truncated;
    for (const { name, kind } of found.value.names) {
      if (walk.entries.length >= most) return done({ ...walk, truncated: true });
      const relative = next.relative === "" ? name : `${next.relative}/${name}`;
      const entry: Entry = { absolute: join(next.absolute, name), relative, kind };
      walk.entries.push(entry);
      if (!recursive || kind !== "folder" || NOT_ENTERED.has(name)) continue;
      if (isOpenTo(context, entry.absolute)) queue.push(entry);
      else walk.skipped++;
    }
  }
  return done(walk);
}

/** The gate must agree, and mean the very same place. */
export function isOpenTo(context: ToolContext, absolute: string): boolean {
  const resolved = resolveForRead(context, absolute);
  return resolved.ok && resolved.value === absolute;
}

interface Names {
  names: { name: string; kind: Entry["kind"] }[];
  truncated: boolean;
}

async function readFolder(folder: string, shown: string): Promise<Outcome<Names>> {
  const names: Names["names"] = [];
  let truncated = false;
  try {
    for await (const found of await opendir(folder)) {
      if (names.length >= MOST_PER_FOLDER) {
        truncated = true;
        break;
      }
      const kind = found.isFile() ? "file" : found.isDirectory() ? "folder" : found.isSymbolicLink() ? "link" : "other";
      names.push({ name: found.name, kind });
    }
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return readFailure(error, shown);
  }
  names.sort((one, other) => (one.name < other.name ? -1 : 1));
  return done({ names, truncated });
}
