/** The files that a handler is made of: what a person trusts when they trust it. */
import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { contentHash } from "@intentgate/trace";
import { codeOf, onSystemError, readRegular } from "@intentgate/world";
import type { CommandWords } from "./command-words.ts";

const LARGEST = 64_000_000;
const MOST_IN_FOLDER = 2_000;
/** Equals no digest, not even another one like it. */
export const UNKNOWN = "unknown";

/** Those that no tool call may change, whether they are there or not. */
export function scriptFiles({ files, listed, steering }: CommandWords): string[] {
  return [...new Set([...files, ...listed, ...steering])];
}

/** Of the words of its command that may be names of files those that no tool call may change: they are, or would be if somebody made them. */
export function openFiles(root: string, { possible }: CommandWords): string[] {
  return possible.filter((path) => {
    const stat = statAt(placeOf(root, path));
    return stat ? stat.isFile() : /[/.]/.test(path);
  });
}

function placeOf(root: string, path: string): string {
  return isAbsolute(path) ? path : join(root, path);
}

/** Why a person cannot trust it: nobody can tell which files it would run, or they are not there. */
export function whyUntrustable(root: string, words: CommandWords): { why: string; remedy: string } | null {
  const { files, listed, steering, closed, unclear } = words;
  const at = (path: string) => placeOf(root, path);
  const exactly = "Name the script exactly, or list what it runs in handler.files.";
  if (unclear !== null) return { why: `${unclear}: nobody can tell which files it runs`, remedy: exactly };
  const missing = files.find((path) => !isPlainFile(at(path)));
  if (missing !== undefined) return { why: `${missing} does not exist as a plain file`, remedy: exactly };
  const absent = listed.find((path) => !existsSync(at(path)));
  if (absent !== undefined) return { why: `${absent} does not exist`, remedy: "Correct handler.files." };
  if (steering.length > 0 && !steering.some((path) => isPlainFile(at(path)))) {
    return { why: `none of ${steering.join(", ")} is there, which would say what it does`, remedy: exactly };
  }
  const folder = closed.find((path) => statAt(at(path))?.isDirectory());
  if (folder !== undefined) return { why: `${folder} is a folder: what of it runs is not told`, remedy: exactly };
  return null;
}

function isPlainFile(path: string): boolean {
  return statAt(path)?.isFile() ?? false;
}

function statAt(path: string): Stats | undefined {
  return onSystemError("any", undefined, () => statSync(path, { throwIfNoEntry: false }));
}

/** Where the files stand and where links lead from there. There may be hundreds, nearly all in one folder. */
export function placesOf(root: string, paths: readonly string[]): string[] {
  const byFolder = new Map<string, string[]>();
  for (const path of paths) {
    const absolute = placeOf(root, path);
    const folder = dirname(absolute);
    const names = byFolder.get(folder) ?? [];
    names.push(basename(absolute));
    byFolder.set(folder, names);
  }
  const places = [...byFolder].flatMap(([folder, names]) => {
    const real = realPath(folder);
    const links = names.length < MANY ? null : linksIn(real);
    return names.flatMap((name) => {
      const there = below(real, name);
      const isLinked = links ? links.has(name) : isLink(there);
      return [below(folder, name), there, ...(isLinked ? [realPath(there)] : [])];
    });
  });
  return [...new Set(places)];
}

/** As `join`, which is slow where there are hundreds. */
function below(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}

/** So many names of one folder are asked for at once. */
const MANY = 8;

/** Null where the folder cannot be listed: then each is looked at. */
function linksIn(folder: string): ReadonlySet<string> | null {
  const entries = onSystemError("any", null, () => readdirSync(folder, { withFileTypes: true }));
  return entries && new Set(entries.flatMap((entry) => (entry.isSymbolicLink() ? [entry.name] : [])));
}

function isLink(path: string): boolean {
  return onSystemError("any", false, () => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false);
}

/** As it is where nothing is there. */
function realPath(path: string): string {
  return onSystemError("any", path, () => realpathSync.native(path));
}

/** Of a file its bytes, of a folder all that is in it; null where nothing is there. */
export function digestAt(root: string, path: string): string | null {
  const absolute = placeOf(root, path);
  try {
    const bytes = bytesAt(absolute);
    return bytes === "folder" ? folderDigest(absolute) : bytes === "other" ? UNKNOWN : contentHash(bytes);
  } catch (error) {
    const code = codeOf(error) ?? (error as { code?: unknown }).code;
    if (typeof code !== "string") throw error;
    return code === "ENOENT" || code === "ENOTDIR" ? null : UNKNOWN;
  }
}

function bytesAt(path: string): Buffer | "folder" | "other" {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) return "folder";
    return stat.isFile() && stat.size <= LARGEST ? readFileSync(file) : "other";
  } finally {
    closeSync(file);
  }
}

/** Changes when one of the files may have changed: cheaper than to read them all again. */
export function identityOf(root: string, { files, listed, possible }: CommandWords): string {
  const exact = [...files, ...listed].map((path) => identityAt(placeOf(root, path)));
  return [...exact, ...possible.map((path) => plainIdentity(statAt(placeOf(root, path))))].join(" ");
}

/** Of a folder nothing can be said without looking through it. */
function identityAt(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isDirectory() ? folderDigest(path) : plainIdentity(stat);
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code;
  }
}

function plainIdentity(stat: Stats | undefined): string {
  return stat?.isFile() ? `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}` : "absent";
}

function folderDigest(folder: string): string {
  const hash = createHash("sha256");
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  if (entries.length > MOST_IN_FOLDER) return UNKNOWN;
  const lines = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) return `${path}/`;
    return `${path}\0${entry.isFile() && statSync(path).size <= LARGEST ? contentHash(readRegular(path)) : UNKNOWN}`;
  });
  // A link or a pipe inside: what is behind it is not known.
  if (lines.some((line) => line.endsWith(`\0${UNKNOWN}`))) return UNKNOWN;
  for (const line of lines.sort()) hash.update(line.slice(folder.length)).update("\n");
  return `sha256:${hash.digest("hex")}`;
}

/** By path; null where a file that must be there is not. What a word may name counts where it is a file. */
export function digestsOf(root: string, { files, listed, possible }: CommandWords): Record<string, string | null> {
  const paths = new Set([...files, ...listed, ...possible.filter((path) => isPlainFile(placeOf(root, path)))]);
  return Object.fromEntries([...paths].map((path) => [path, digestAt(root, path)]));
}
