/** Which folders of a root a command works on copies of, and whether they can be copied at all. Looks, and changes nothing. */
import { spawnSync } from "node:child_process";
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { onSystemError, realFolder, SYSTEM_PATH } from "@intentgate/world";
import { isEnvironment } from "../changes/environments.ts";
import { type HeldScope, outputFolders } from "../held/held-folders.ts";
import type { Copies } from "../plan/copies.ts";
import { mountsBelow } from "../run/what-forbids.ts";
import { isDependencyFolder } from "../verdict/named-paths.ts";

export type PlannedCopies = { can: true; copies: Copies } | { can: false; why: string };

type CopiedScope = Pick<HeldScope, "mayCoverBelow" | "isControl">;

const MOST_ENTRIES = 20_000;
const MOST_BYTES = 200_000_000;
/** A single file beside the folders of the scope. */
const LARGEST_BESIDE = 20_000_000;
const MOST_PLACES = 500;

class NotCopiedError extends Error {}

export function planCopies(root: string, scope: CopiedScope): PlannedCopies {
  try {
    return { can: true, copies: planned(root, scope) };
  } catch (error) {
    if (!(error instanceof NotCopiedError)) throw error;
    return { can: false, why: error.message };
  }
}

function planned(root: string, scope: CopiedScope): Copies {
  const isClosed = (path: string) => scope.isControl(path) || isEnvironment(join(root, path));
  const output = outputFolders(root).filter((path) => ![...above(path), path].some(isClosed));
  const [joined, bound]: [string[], Copies["bound"][number][]] = [[], []];
  const copied = new Map<string, string[]>();
  let [entries, bytes] = [0, 0];

  const isOutput = (path: string) => output.some((one) => isIn(path, one));
  const isLeft = (path: string) =>
    path === ".git" || path.endsWith("/.git") || isClosed(path) || isDependencyFolder(path);
  const isCopied = (path: string) =>
    !isLeft(path) && (scope.mayCoverBelow(path) || isOutput(path) || output.some((one) => isIn(one, path)));

  /** True where all of it is copied. */
  function walk(folder: string): boolean {
    const names: string[] = [];
    let isWhole = folder !== "";
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const isWholeEntry = entry.isDirectory() ? takeFolder(path) : takeFile(path, entry);
      if (isWholeEntry) names.push(entry.name);
      else isWhole = false;
    }
    if (!isWhole) {
      joined.push(folder);
      copied.set(folder, names);
    }
    return isWhole;
  }

  /** What has no name that can be said is not there for the command. */
  function takeFolder(path: string): boolean {
    if (path.includes("\ufffd")) return false;
    if (isCopied(path)) {
      count(path, 0o500);
      return walk(path);
    }
    bound.push({ path, kind: "folder" });
    return false;
  }

  function takeFile(path: string, entry: Dirent): boolean {
    if (path.includes("\ufffd")) return false;
    if (!entry.isFile() && !entry.isSymbolicLink()) return false;
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false });
    if (stat === undefined) return false;
    const isInside = scope.mayCoverBelow(dirname(path)) && dirname(path) !== ".";
    const isLarge = stat.size > LARGEST_BESIDE && !isInside && !isOutput(path);
    if (isLarge) bound.push({ path, kind: "file" });
    else count(path, 0o400);
    return !isLarge;
  }

  function count(path: string, rights: number): void {
    const stat = lstatSync(join(root, path));
    const isOpen = stat.isSymbolicLink() || (stat.uid === process.getuid?.() && (stat.mode & rights) === rights);
    if (!isOpen) throw new NotCopiedError(`${path} belongs to somebody else, or is closed`);
    entries += 1;
    bytes += stat.isFile() ? stat.size : 0;
    if (entries > MOST_ENTRIES || bytes > MOST_BYTES)
      throw new NotCopiedError("the folders that it may write to hold too much to be copied");
  }

  walk("");
  const over = output.filter((path) => isBelowBound(path) && realFolder(join(root, path)) === join(root, path));
  for (const path of over) {
    const folder = dirname(path);
    if (!walk(path)) throw new NotCopiedError(`${path} cannot be copied as a whole`);
    copied.set(folder, [...(copied.get(folder) ?? []), path.slice(folder.length + 1)]);
  }
  const mounted = mountsBelow(root).find((path) => !isBelowBound(path.slice(root.length + 1)));
  if (mounted !== undefined) throw new NotCopiedError(`something else is mounted at ${mounted}`);
  const fixed = new Set(bound.flatMap(({ path }) => above(path)));
  if (bound.length + fixed.size > MOST_PLACES)
    throw new NotCopiedError("too many folders lie beside those that it may write to");
  return {
    joined: joined.filter((path) => path !== "").toSorted((one, other) => one.length - other.length),
    copied: [...copied].map(([folder, names]) => ({ folder, names })),
    bound,
    fixed: [...fixed],
    over,
    masked: listenedAt(
      root,
      bound.flatMap(({ path, kind }) => (kind === "folder" ? [path] : [])),
    ),
  };

  function isBelowBound(path: string): boolean {
    return bound.some((one) => isIn(path, one.path));
  }
}

function isIn(path: string, folder: string): boolean {
  return `${path}/`.startsWith(`${folder}/`);
}

function above(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join("/"));
}

function entriesOf(folder: string): Dirent[] {
  return onSystemError("any", [], () => readdirSync(folder, { withFileTypes: true }));
}

/** A read-only folder keeps nobody from connecting to a socket in it, or writing to a pipe. What cannot be looked into cannot be entered. */
function listenedAt(root: string, folders: readonly string[]): string[] {
  if (folders.length === 0) return [];
  const found = spawnSync("find", [...folders.map((path) => `./${path}`), "-type", "s,p", "-print0"], {
    cwd: root,
    env: { PATH: SYSTEM_PATH },
    maxBuffer: 16_000_000,
    stdio: ["ignore", "pipe", "ignore"],
    encoding: "utf8",
  });
  if (found.error !== undefined) throw new NotCopiedError("its folders could not be looked at");
  return found.stdout.split("\0").flatMap((path) => (path === "" ? [] : [path.slice(2)]));
}
