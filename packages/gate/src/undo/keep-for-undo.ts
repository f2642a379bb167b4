/**
 * Before a call takes away what stands there: whether an undo could give all of it back. The bytes are kept in that very
 * moment, so that the answer is no guess; whatever cannot be kept is lost.
 */
import { lstatSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { ForUndo, Governed } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import {
  findRepository,
  ignoredAmong,
  isCacheFolder,
  isNeverWalked,
  LARGEST_KEPT,
  onDisk,
  onSystemError,
  type Repository,
  readEntry,
} from "@intentgate/world";

export interface KeepForUndoParts {
  roots: readonly GovernedRoot[];
  relative(absolute: string): { root: string; relative: string } | null;
  isSecret(root: string, relative: string): boolean;
  /** Of one call: more would push out what it kept first. */
  limitBytes(): number;
  /** False where nothing may be written at all. */
  writes: boolean;
}

/** A call that changes more is a person's to decide. */
const MOST_FILES = 5_000;
/** As many are named in a question. */
const MOST_LOST = 20;

export function createKeepForUndo(parts: KeepForUndoParts): Governed["keepForUndo"] {
  return (paths, { folders, isExact, writes, spent }) => {
    const found = { files: 0, bytes: 0, lost: [] as string[] } satisfies ForUndo;
    for (const path of new Set(paths)) {
      if (found.lost.length >= MOST_LOST) break;
      const place = parts.relative(path);
      const root = parts.roots.find((one) => one.root === place?.root);
      if (root === undefined) found.lost.push(path);
      else keepAt(path, root, findRepository(root.root));
    }
    return found;

    function keepAt(path: string, root: GovernedRoot, repository: Repository | null): void {
      const files = filesAt(path, folders, root.root, isExact ? null : repository);
      if (files === null) {
        found.lost.push(path);
        return;
      }
      for (const file of files) {
        if (found.lost.length >= MOST_LOST) return;
        found.files += 1;
        if (found.files > MOST_FILES || !isKept(file, root)) found.lost.push(file);
      }
    }

    function isKept(file: string, { root, kept }: GovernedRoot): boolean {
      if (parts.isSecret(root, file.slice(root.length + 1))) return false;
      const { hash, bytes } = readEntry(file);
      if (bytes.state !== "present" || hash === null || bytes.bytes.length > LARGEST_KEPT) return false;
      found.bytes += bytes.bytes.length;
      if (spent + found.bytes > parts.limitBytes()) return false;
      if (!writes || !parts.writes) return true;
      kept.keep(hash, bytes.bytes);
      return kept.find(hash) !== null;
    }
  };
}

/**
 * Every file at and below a path; none where nothing stands. Null where a look around the call would not see all of it,
 * or where not all of it can be listed.
 */
function filesAt(
  path: string,
  folders: "emptied" | "left",
  root: string,
  repository: Repository | null,
): string[] | null {
  return onSystemError("any", null, () => {
    const stat = lstatSync(onDisk(path), { throwIfNoEntry: false });
    if (stat === undefined) return [];
    if (!stat.isDirectory()) return [path];
    if (folders === "left") return [];
    const files: string[] = [];
    const open = [path];
    for (let here = open.pop(); here !== undefined; here = open.pop()) {
      const name = basename(here);
      if (isNeverWalked(name) || isCacheFolder(name)) return null;
      for (const entry of readdirSync(here, { withFileTypes: true })) {
        const at = join(here, entry.name);
        if (isNeverWalked(entry.name)) return null;
        if (entry.isDirectory()) open.push(at);
        else files.push(at);
        if (files.length + open.length > MOST_FILES) return null;
      }
    }
    const seen = files.map((file) => file.slice(root.length + 1));
    return repository !== null && ignoredAmong(repository, root, seen).size > 0 ? null : files;
  });
}
