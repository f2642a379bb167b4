/**
 * Files with git's ignore rules that a program changed without being allowed to. Until somebody touches them, what lies
 * beside and below them is looked at as if nothing were ignored there: else the next call could not be seen any more.
 */
import { mkdirSync } from "node:fs";
import { join, posix } from "node:path";
import { jsonFields } from "@intentgate/documents";
import { formatStamp, readText, replaceFile, stampAt } from "@intentgate/world";

const NAME = "doubted-ignores.json";

export function isIgnoreFile(path: string): boolean {
  return posix.basename(path) === ".gitignore";
}

export function doubtIgnores(state: string, root: string, paths: readonly string[]): void {
  const left = Object.entries(known(state)).filter(([path, stamp]) => isStill(root, path, stamp));
  const added = paths.flatMap((path) => {
    const stamp = stampAt(join(root, path));
    return stamp ? [[path, formatStamp(stamp)] as const] : [];
  });
  mkdirSync(state, { recursive: true, mode: 0o700 });
  replaceFile(join(state, NAME), JSON.stringify({ version: 1, files: Object.fromEntries([...left, ...added]) }), {
    mode: 0o600,
  });
}

/** The folders whose rules do not count. */
export function doubtedFolders(state: string, root: string): ReadonlySet<string> {
  const files = Object.entries(known(state)).filter(([path, stamp]) => isStill(root, path, stamp));
  return new Set(files.map(([path]) => (path.includes("/") ? posix.dirname(path) : "")));
}

function known(state: string): Record<string, unknown> {
  const { files } = jsonFields(readText(join(state, NAME)) ?? "");
  return typeof files === "object" && files !== null ? (files as Record<string, unknown>) : {};
}

function isStill(root: string, path: string, stamp: unknown): boolean {
  const now = stampAt(join(root, path));
  return now !== null && formatStamp(now) === stamp;
}
