/** What taking calls back would do to each path they changed, and what stands in the way of it. Nothing is changed here. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { FormerEntry } from "@intentgate/box";
import type { KnownRecord } from "@intentgate/trace";
import {
  type EntryReading,
  hashOf,
  isRealFolder,
  LARGEST_KEPT,
  nearestAbove,
  onSystemError,
  readEntry,
} from "@intentgate/world";
import { type Folded, foldSteps, type Standing } from "./fold-steps.ts";
import type { Merge } from "./merge-contents.ts";
import type { PlannedFolder } from "./undo-folders.ts";
import { type UndoStep, undoSteps } from "./undo-steps.ts";

export interface UndoParts {
  root: string;
  isControl(absolute: string): boolean;
  isSecret(relative: string): boolean;
  /** Of another call that has begun and not ended. */
  isAtWork(absolute: string): boolean;
  /** One of these calls made a folder there: it goes, if it is empty then. */
  isMadeFolder(path: string): boolean;
  bytesOf(hash: string, path: string): Uint8Array | null;
  /** With which contents of secret files are named. */
  key: Uint8Array | null;
}

export type PlannedPath =
  | { path: string; does: "nothing" }
  | PlannedFolder
  | ({ path: string; does: "restore" | "create" | "remove" } & Bringing)
  | { path: string; does: "left"; why: string; merge: OfferedMerge | null };

export interface Bringing {
  /** What stands there. */
  now: EntryReading;
  /** What shall; null for nothing. */
  entry: FormerEntry | null;
  /** Nobody saw who made the change: a person may have. */
  isDoubtful: boolean;
}

export interface OfferedMerge extends Merge {
  now: EntryReading;
  mode: number;
}

/** `records` are those of the calls to take back, in the order in which they were written. */
export function planUndo(records: readonly KnownRecord[], parts: UndoParts): PlannedPath[] {
  return [...undoSteps(records)].map(([path, steps]) => planPath(path, steps, parts));
}

function planPath(path: string, steps: readonly UndoStep[], parts: UndoParts): PlannedPath {
  const left = (why: string, merge: OfferedMerge | null = null): PlannedPath => ({ path, does: "left", why, merge });
  const absolute = join(parts.root, path);
  const no = whyNever(path, absolute, parts);
  if (no !== null) return left(no);
  const now = readEntry(absolute);
  const standing = standingOf(now);
  if (standing === null) return left("what stands there is too large, closed, or no file");
  const folded = foldSteps(standing, steps, parts.key);
  if (folded.stuck !== null) return left(whyStuck(folded.stuck), offerMerge(path, now, folded, parts));
  const { to, isDoubtful } = folded;
  if (isSame(standing, to)) return { path, does: "nothing" };
  if (standing.is === "entry" && parts.isSecret(path))
    return left("it is a secret file: what stands there would not be kept, so it is yours to change");
  if (to.is === "absent") return { path, does: "remove", now, entry: null, isDoubtful };
  const bytes = to.bytes ?? parts.bytesOf(to.hash, path);
  if (bytes === null) return left(whyGone(path, parts));
  return {
    path,
    does: standing.is === "absent" ? "create" : "restore",
    now,
    entry: entryOf(bytes, to.mode),
    isDoubtful,
  };
}

/** The ledger lies in the workspace: what it names is not taken for a path before it was looked at. */
function whyNever(path: string, absolute: string, parts: UndoParts): string | null {
  if (!isInside(path)) return "it is no path inside the repository";
  if (!isPathInside(path) || parts.isControl(absolute)) return "it steers the gate, an agent or git";
  if (!isRealFolder(nearestAbove(absolute))) return "a folder above it is a link";
  const isFolder = onSystemError(["ENOTDIR"], false, () =>
    lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory(),
  );
  if (isFolder && !parts.isMadeFolder(path)) return "a folder stands in its place";
  return parts.isAtWork(absolute) ? "an agent's call is at work on it" : null;
}

function isInside(path: string): boolean {
  const names = path.split("/");
  return !path.includes("\0") && !names.some((name) => name === "" || name === "." || name === "..");
}

/** And none of git's. */
export function isPathInside(path: string): boolean {
  return isInside(path) && !path.split("/").some((name) => name.toLowerCase() === ".git");
}

function standingOf({ stamp, bytes }: EntryReading): Standing | null {
  if (stamp === null) return { is: "absent" };
  if (bytes.state !== "present") return null;
  return { is: "entry", hash: hashOf(bytes.bytes), bytes: bytes.bytes, mode: stamp.mode };
}

function isSame(a: Standing, b: Standing): boolean {
  if (a.is === "absent" || b.is === "absent") return a.is === b.is;
  return a.hash === b.hash && a.mode === b.mode;
}

function whyStuck({ why }: NonNullable<Folded["stuck"]>): string {
  if (why === "changed") return "it changed since";
  if (why === "mode") return "its permissions changed since";
  return `what stood there is not known: it was over ${LARGEST_KEPT / 1_000_000} MB, or could not be read`;
}

function whyGone(path: string, { isSecret }: UndoParts): string {
  return isSecret(path)
    ? "its bytes are not kept: it is a secret file"
    : "what stood there is kept no longer, and git does not have it";
}

/** Only for plain text on all three sides. */
function offerMerge(path: string, now: EntryReading, { to, stuck }: Folded, parts: UndoParts): OfferedMerge | null {
  if (stuck?.why !== "changed" || to.is !== "entry" || parts.isSecret(path)) return null;
  const { before, after } = stuck.at;
  if (before.is !== "entry" || after.is !== "entry") return null;
  // What the older ones of these calls did to the file goes with it, where they follow each other.
  const { to: first, stuck: broken } = foldSteps({ ...before, bytes: null }, stuck.older, parts.key);
  if (broken !== null || first.is !== "entry") return null;
  if ([to, first, after].some(({ mode }) => isLinkMode(mode))) return null;
  const bytesOf = (one: { hash: string; bytes?: Uint8Array | null }) => one.bytes ?? parts.bytesOf(one.hash, path);
  const [stands, found, left] = [bytesOf(to), bytesOf(first), bytesOf(after)];
  return stands && found && left ? { now, mode: to.mode & 0o7777, stands, left, found } : null;
}

function entryOf(bytes: Uint8Array, mode: number): FormerEntry {
  return isLinkMode(mode)
    ? { kind: "link", target: Buffer.from(bytes).toString("utf8") }
    : { kind: "file", bytes, mode: mode & 0o7777 };
}

const LINK = 0o120000;

function isLinkMode(mode: number): boolean {
  return (mode & 0o170000) === LINK;
}
