/**
 * Folders that a command gives another name. On a layer a folder of the tree cannot be renamed: the kernel says that its
 * two ends lie on different devices. Where that is known before, or was met, the folders are copied to the layer first.
 */
import { lstatSync, opendirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createScope } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";
import { onSystemError, realFolder } from "@intentgate/world";
import type { CallScopeParts } from "../observe/call-scope.ts";
import { callScope } from "../observe/call-scope.ts";
import type { ContainedCall } from "./judge-rules.ts";

/** Those that the command says it moves; what else it moves is copied by whoever moves it, or met. */
export function movedFolders(root: string, { effects }: ContainedCall): string[] {
  return effects.list.flatMap((effect) => (effect.kind === "move" ? (folderIn(root, effect.from.absolute) ?? []) : []));
}

const met = /EXDEV|cross-device link/i;
const named = /['"`]([^'"`\n]{1,4000})['"`]/g;
const MOST_NAMES = 100;
const MOST_BYTES = 200_000_000;
const MOST_ENTRIES = 20_000;

/**
 * Null where it did not fail for that. Else the folders of the scope, or those that it named where these are too large to
 * be copied.
 */
export function foldersMet(
  said: string,
  cwd: string,
  { root }: GovernedRoot,
  made: ContainedCall,
  parts: CallScopeParts,
): string[] | null {
  if (!met.test(said)) return null;
  const scope = createScope(callScope(made, parts).globs(root), { ignoreCase: false });
  const covered = foldersIn(root).filter((name) => scope.mayCoverBelow(name) && !isOthers(name));
  const names = [...said.matchAll(named)].slice(-MOST_NAMES).map(([, name = ""]) => resolve(cwd, name));
  const folders = [...new Set(names.flatMap((path) => folderIn(root, path) ?? []))].filter((path) => !isOthers(path));
  // Below one that is copied there is nothing left to copy.
  const outer = folders.filter((path) => !folders.some((other) => path.startsWith(`${other}/`)));
  const found = [covered, outer].find((some) => some.length > 0 && isSmall(some.map((path) => join(root, path))));
  return found ?? null;
}

/** Git's own, and code of others. */
function isOthers(path: string): boolean {
  return /^(?:\.git|node_modules|\.venv|venv|vendor|target)(?:\/|$)/.test(path);
}

function folderIn(root: string, path: string): string[] | null {
  if (!path.startsWith(`${root}/`)) return null;
  const stat = onSystemError("any", undefined, () => lstatSync(path, { throwIfNoEntry: false }));
  // The command chose the name: behind a link it may lie anywhere.
  return stat?.isDirectory() && realFolder(path) === path ? [path.slice(root.length + 1)] : null;
}

function foldersIn(root: string): string[] {
  return [...entriesOf(root)].flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

function isSmall(folders: readonly string[]): boolean {
  let [entries, bytes] = [0, 0];
  const waiting = [...folders];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      entries += 1;
      if (entry.isDirectory()) waiting.push(path);
      else bytes += onSystemError("any", 0, () => lstatSync(path).size);
      if (entries > MOST_ENTRIES || bytes > MOST_BYTES) return false;
    }
  }
  return true;
}

function* entriesOf(folder: string) {
  const opened = onSystemError("any", null, () => opendirSync(folder));
  if (opened === null) return;
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) yield entry;
  } finally {
    opened.closeSync();
  }
}
