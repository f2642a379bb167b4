/**
 * Control files around a call that runs programs: what such a program changed is put back, the displaced bytes are kept
 * in quarantine, and the person is told.
 */
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { ProblemError } from "@intentgate/policy";
import { replaceFile } from "../files/atomic-write.ts";
import { codeOf } from "../files/file-problem.ts";
import { type ControlPlace, controlPlaces, entriesOf, isAtTop, listsDigest, realFolder } from "./control-places.ts";
import { executingLines } from "./git-config.ts";

/** The one place here that the gate writes too, lessons being learned while programs run. */
const GATE_WRITES = "AGENT.md";
/** A budget for each place: filling one must not hide another. */
const MOST_FILES = 20_000;
const MOST_BYTES = 32_000_000;
const LARGEST = 1_000_000;
/** Stands for the whole root among the places that were not seen to their end. */
const ROOT = "";
/** Says what was looked at: a state must never be held against another home folder, or against other lists. */
const LOOKED = "~";

/** Path relative to the root, or absolute where it lies elsewhere → what stands there. Plain data: it is kept on disk. */
export type ControlState = Record<string, ControlEntry>;

export type ControlEntry =
  | { kind: "file"; mode: number; bytes: string }
  | { kind: "link"; target: string }
  /** Too large to be kept: only its identity is known. */
  | { kind: "large"; identity: string }
  /** A place with more than is kept, or that may not be read: nothing follows from what is not known of it. */
  | { kind: "cut" }
  | { kind: "looked"; home: string | null; lists: string };

export interface PutBack {
  back: string[];
  /** Changed and not put back: something was in the way, or there is more than can be looked through. */
  left: string[];
}

/** Without a home folder only the root and its git folder are looked at. */
export function controlState(root: string, home: string | null = null): ControlState {
  const real = home === null ? null : realFolder(home);
  const { places, whole, closed } = controlPlaces(root, real);
  const found: ControlState = { [LOOKED]: { kind: "looked", home: real, lists: listsDigest } };
  if (!whole || closed.includes(root)) found[ROOT] = { kind: "cut" };
  for (const folder of closed) if (folder !== root) found[keyOf(root, folder)] = { kind: "cut" };
  for (const place of places) addPlace(found, root, place);
  return found;
}

function addPlace(found: ControlState, root: string, place: ControlPlace): void {
  let files = MOST_FILES;
  let bytes = MOST_BYTES;
  const visit = (inside: string): void => {
    if (!place.takes(inside)) return;
    const path = inside === "" ? place.path : `${place.path}/${inside}`;
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    files -= 1;
    bytes -= stat.isFile() && stat.size <= LARGEST ? stat.size : 0;
    const entries = stat.isDirectory() ? entriesOf(path) : [];
    if (files < 0 || bytes < 0 || entries === "closed") found[keyOf(root, place.path)] = { kind: "cut" };
    else if (!stat.isDirectory()) add(found, root, path);
    else for (const { name } of entries) visit(inside === "" ? name : `${inside}/${name}`);
  };
  visit("");
}

function add(found: ControlState, root: string, path: string): void {
  const entry = entryAt(path);
  if (entry) found[keyOf(root, path)] = entry;
}

function keyOf(root: string, path: string): string {
  return path.startsWith(`${root}/`) ? relative(root, path) : path;
}

/** Undefined for what is not there or no file. */
function entryAt(path: string): ControlEntry | undefined {
  try {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return { kind: "link", target: readlinkSync(path) };
    if (!stat.isFile()) return undefined;
    if (stat.size > LARGEST)
      return { kind: "large", identity: `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}` };
    return { kind: "file", mode: stat.mode & 0o7777, bytes: readFileSync(path).toString("base64") };
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code === "ENOENT" || code === "ENOTDIR" ? undefined : { kind: "cut" };
  }
}

/** Puts back what changed and was not the gate's own doing. */
export function putBack(
  root: string,
  before: ControlState,
  quarantine: string,
  isOwn: (then: string | null, now: string | null) => boolean,
): PutBack {
  // Whoever settles a call may be another process with another home: only the one that was looked at counts.
  const looked = before[LOOKED];
  const after = controlState(root, looked?.kind === "looked" ? looked.home : null);
  for (const path of Object.keys(before)) if (!after[path]) addUnseen(after, root, path);
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => isKnown(path, before) && after[path]?.kind !== "cut" && differs(path, before[path], after[path]),
  );
  const foreign = changed.filter((path) => {
    const plain = before[path]?.kind !== "link" && after[path]?.kind === "file";
    return path !== GATE_WRITES || !plain || !isOwn(textOf(before[path]), textOf(after[path]));
  });
  for (const path of foreign) keepDisplaced(root, path, after[path], quarantine);
  // What is new goes first: a link in a folder's place would lead the old bytes elsewhere.
  for (const path of foreign) if (after[path]) rmSync(resolve(root, path), { force: true });
  const back = foreign.filter((path) => restored(resolve(root, path), before[path]));
  const flooded = Object.keys(after).filter(
    (path) => path !== ROOT && after[path]?.kind === "cut" && before[path]?.kind !== "cut",
  );
  return { back, left: [...foreign.filter((path) => !back.includes(path)), ...flooded] };
}

/** A place that has grown beyond its budget since may hide what stood there before. */
function addUnseen(after: ControlState, root: string, path: string): void {
  if (!Object.values(after).some((entry) => entry.kind === "cut")) return;
  const at = resolve(root, path);
  if (isReal(dirname(at))) add(after, root, at);
}

/** Whether anything follows from what was there before: not for what is new in a place that was not seen whole. */
function isKnown(path: string, before: ControlState): boolean {
  const entry = before[path];
  if (path === LOOKED) return false;
  if (entry) return entry.kind !== "cut";
  const looked = before[LOOKED];
  if (looked?.kind !== "looked" || looked.lists !== listsDigest) return false;
  return !Object.entries(before).some(([place, { kind }]) => {
    if (kind !== "cut") return false;
    return place === ROOT ? !path.startsWith("/") && !isAtTop(path) : path === place || path.startsWith(`${place}/`);
  });
}

function keepDisplaced(root: string, path: string, entry: ControlEntry | undefined, quarantine: string): void {
  if (!entry || entry.kind === "cut" || entry.kind === "looked") return;
  const kept = join(quarantine, path.startsWith("/") ? `outside${path}` : path);
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
  if (entry.kind === "large") copyFileSync(resolve(root, path), kept);
  else if (entry.kind === "link") replaceFile(kept, `link to ${entry.target}\n`, { mode: 0o600 });
  else replaceFile(kept, Buffer.from(entry.bytes, "base64"), { mode: 0o600 });
}

/** False where something that is no control file stands in the way: a link, or a file, in the place of a folder. */
function restored(path: string, original: ControlEntry | undefined): boolean {
  if (original?.kind !== "file" && original?.kind !== "link") return true; // no bytes to bring back
  try {
    const folder = dirname(path);
    if (!isReal(nearestAbove(path))) return false;
    mkdirSync(folder, { recursive: true });
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) rmSync(path, { recursive: true });
    if (original.kind === "link") symlinkSync(original.target, path);
    else {
      replaceFile(path, Buffer.from(original.bytes, "base64"), {});
      chmodSync(path, original.mode);
    }
    return true;
  } catch (error) {
    if (codeOf(error) !== null || error instanceof ProblemError) return false;
    throw error;
  }
}

function nearestAbove(path: string): string {
  const folder = dirname(path);
  return folder === path || lstatSync(folder, { throwIfNoEntry: false }) ? folder : nearestAbove(folder);
}

function isReal(folder: string): boolean {
  try {
    return realpathSync(folder) === folder;
  } catch (error) {
    if (codeOf(error) !== null) return false;
    throw error;
  }
}

function differs(path: string, before: ControlEntry | undefined, after: ControlEntry | undefined): boolean {
  const readable = [before, after].every((entry) => entry === undefined || entry.kind === "file");
  if (!isGitConfig(path) || !readable) {
    return JSON.stringify(before) !== JSON.stringify(after);
  }
  const executing = (entry: ControlEntry | undefined) => executingLines(textOf(entry) ?? "").join("\n");
  return executing(before) !== executing(after);
}

/** Git itself writes its configuration all the time; only what can make it run something matters. */
function isGitConfig(path: string): boolean {
  const name = basename(path);
  if (name === ".gitconfig") return true;
  const above = path.split("/").slice(0, -1);
  return /^config(\.worktree)?$/.test(name) && above.some((one) => one === "git" || one.endsWith(".git"));
}

function textOf(entry: ControlEntry | undefined): string | null {
  return entry?.kind === "file" ? Buffer.from(entry.bytes, "base64").toString("utf8") : null;
}
