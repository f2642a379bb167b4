/**
 * Control files around a call that runs programs: what such a program changed is put back, the displaced bytes are kept
 * in quarantine, and the person is told.
 */

import { randomUUID } from "node:crypto";
import { lstatSync, mkdirSync, readFileSync, readlinkSync, rmSync, type Stats } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { changeEntry, copyAside, type FormerEntry, setAside } from "@intentgate/box";
import type { ControlEntry, ControlState, ProgramStamps } from "@intentgate/sidecar";
import { holdFolder, MovedFolderError } from "@intentgate/tools";
import { codeOf, isRealFolder, onSystemError, realFolder, replaceFile } from "@intentgate/world";
import { type ControlPlace, takesAll } from "./control-place.ts";
import { controlPlaces, entriesOf, isAtTop, listedNames, listsTheSame } from "./control-places.ts";
import { steeringText } from "./git-places.ts";
import { changedPrograms } from "./program-stamps.ts";

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

export interface PutBack {
  back: string[];
  /** Changed and not put back: something was in the way, or there is more than can be looked through. */
  left: string[];
  /** Folders that can no longer be listed: what lies in them is not known. */
  closed: string[];
  /** What the gate itself is made of, changed and left as it is. */
  programs: string[];
}

/**
 * Without a home folder only the root and its git folder are looked at. `scripts`: what handlers of hooks are made of,
 * and folders in which git looks for hooks.
 */
export function controlState(
  root: string,
  home: string | null = null,
  scripts: readonly string[] = [],
  programs: ProgramStamps = {},
): ControlState {
  const real = home === null ? null : realFolder(home);
  const { places, whole, closed, cut, bare } = controlPlaces(root, real);
  const found: ControlState = { [LOOKED]: { kind: "looked", home: real, lists: listedNames, scripts, programs } };
  if (!whole || closed.includes(root)) found[ROOT] = { kind: "cut" };
  for (const folder of closed) if (folder !== root) found[keyOf(root, folder)] = { kind: "closed" };
  for (const folder of bare) found[keyOf(root, folder)] = { kind: "repository" };
  for (const folder of cut) found[keyOf(root, folder)] = { kind: "cut" };
  for (const place of places) addPlace(found, root, place);
  for (const path of scripts) addPlace(found, root, { path, takes: takesAll });
  return found;
}

function addPlace(found: ControlState, root: string, place: ControlPlace): void {
  let files = MOST_FILES;
  let bytes = MOST_BYTES;
  const visit = (inside: string): void => {
    if (!place.takes(inside)) return;
    const path = inside === "" ? place.path : `${place.path}/${inside}`;
    const stat = statOf(path);
    if (stat === "closed") found[keyOf(root, place.path)] = { kind: "cut" };
    if (stat === null || stat === "closed") return;
    files -= 1;
    bytes -= stat.isFile() && stat.size <= LARGEST ? stat.size : 0;
    const entries = stat.isDirectory() ? entriesOf(path) : [];
    if (files < 0 || bytes < 0 || entries === "closed") found[keyOf(root, place.path)] = { kind: "cut" };
    else if (!stat.isDirectory()) add(found, root, path);
    else for (const { name } of entries) visit(inside === "" ? name : `${inside}/${name}`);
  };
  visit("");
}

function statOf(path: string): Stats | null | "closed" {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return code === "ENOTDIR" ? null : "closed";
  }
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
  /** For what nothing follows from `before`, whoever changed it. */
  concerns: (absolute: string) => boolean = () => true,
): PutBack {
  // Whoever settles a call may be another process with another home: only the one that was looked at counts.
  const looked = before[LOOKED];
  // What an earlier version kept names no scripts and no programs.
  const { home, scripts = [], programs = {} } = looked?.kind === "looked" ? looked : { home: null };
  const after = controlState(root, home, scripts);
  for (const path of Object.keys(before)) if (!after[path]) addUnseen(after, root, path);
  const repositories = foldersOf("repository", before);
  const made = foldersOf("repository", after).filter((folder) => !repositories.includes(folder));
  const inBare = (path: string) => isBelow(path, [...repositories, ...made]);
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => {
    if (!isKnown(path, before) || isDim(after[path]) || after[path]?.kind === "repository") return false;
    if (!concerns(resolve(root, path))) return false;
    return differs(before[path], after[path], (text) => steeringText(root, path, text, inBare(path)));
  });
  const foreign = changed.filter((path) => {
    const plain = before[path]?.kind !== "link" && after[path]?.kind === "file";
    return path !== GATE_WRITES || !plain || !isOwn(textOf(before[path]), textOf(after[path]));
  });
  // What is new goes first: a link in a folder's place would lead the old bytes elsewhere.
  const cleared = foreign.filter((path) => !isBelow(path, made) && isTaken(root, path, after[path], quarantine));
  const back = cleared.filter((path) => restored(resolve(root, path), before[path], quarantine));
  const became = (kind: "cut" | "closed") => (path: string) =>
    path !== ROOT && after[path]?.kind === kind && !isDim(before[path]) && concerns(resolve(root, path));
  const flooded = Object.keys(after).filter(became("cut"));
  // Whoever opened a folder may have planted what is in it.
  const shown = Object.keys(after).filter(
    (path) =>
      !isDim(after[path]) &&
      isBelow(path, foldersOf("closed", before)) &&
      !before[path] &&
      concerns(resolve(root, path)),
  );
  const left = [...foreign.filter((path) => !back.includes(path)), ...flooded, ...shown];
  return { back, left, closed: Object.keys(after).filter(became("closed")), programs: changedPrograms(programs) };
}

function foldersOf(kind: ControlEntry["kind"], state: ControlState): string[] {
  return Object.keys(state).filter((path) => state[path]?.kind === kind);
}

/** In a folder that became a repository its files were not looked at before: they may be a person's. */
function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path.startsWith(`${folder}/`));
}

function isDim(entry: ControlEntry | undefined): boolean {
  return entry?.kind === "cut" || entry?.kind === "closed";
}

/** False where it could be neither kept nor removed. */
function isTaken(root: string, path: string, entry: ControlEntry | undefined, quarantine: string): boolean {
  try {
    if (!isDisplacedKept(root, path, entry, quarantine)) return false;
    if (entry) takeAway(resolve(root, path));
    return true;
  } catch (error) {
    if (!(error instanceof MovedFolderError) && codeOf(error) === null) throw error;
    return false;
  }
}

/** Never through a link that somebody has put in the place of its folder since it was looked at. */
function takeAway(path: string): void {
  const folder = onSystemError(["ENOENT"], null, () => holdFolder(dirname(path)));
  try {
    if (folder !== null) rmSync(folder.place(basename(path)), { force: true });
  } finally {
    folder?.close();
  }
}

/**
 * A place that has grown beyond its budget since may hide what stood there before, and a repository planted in the root
 * the one above it: what was not met again is looked at once more.
 */
function addUnseen(after: ControlState, root: string, path: string): void {
  const at = resolve(root, path);
  if (isRealFolder(dirname(at))) add(after, root, at);
}

/** Whether anything follows from what was there before: not for what is new in a place that was not seen whole. */
function isKnown(path: string, before: ControlState): boolean {
  const entry = before[path];
  if (path === LOOKED || entry?.kind === "repository") return false;
  if (entry) return !isDim(entry);
  const looked = before[LOOKED];
  if (looked?.kind !== "looked" || !listsTheSame(looked.lists)) return false;
  return !Object.entries(before).some(([place, dim]) => {
    if (!isDim(dim)) return false;
    return place === ROOT ? !path.startsWith("/") && !isAtTop(path) : path === place || path.startsWith(`${place}/`);
  });
}

function isDisplacedKept(root: string, path: string, entry: ControlEntry | undefined, quarantine: string): boolean {
  if (!entry || entry.kind === "cut" || entry.kind === "closed") return true;
  if (entry.kind === "looked" || entry.kind === "repository") return true;
  const kept = join(quarantine, path.startsWith("/") ? `outside${path}` : path);
  mkdirSync(dirname(kept), { recursive: true, mode: 0o700 });
  if (entry.kind === "large") return copyAside(resolve(root, path), kept);
  if (entry.kind === "link") replaceFile(kept, `link to ${entry.target}\n`, { mode: 0o600 });
  else replaceFile(kept, Buffer.from(entry.bytes, "base64"), { mode: 0o600 });
  return true;
}

/** True where it stands again, and where no bytes are known that could be brought back. */
function restored(path: string, original: ControlEntry | undefined, quarantine: string): boolean {
  const former = formerOf(original);
  if (former === null) return true;
  // Whoever put a folder in its place may have put things into it.
  if (isFolder(path)) setAside(path, join(quarantine, `folder-${randomUUID()}`, basename(path)));
  return changeEntry(path, null, former) === null;
}

function isFolder(path: string): boolean {
  return onSystemError("any", false, () => lstatSync(path).isDirectory());
}

function formerOf(original: ControlEntry | undefined): FormerEntry | null {
  if (original?.kind === "link") return original;
  if (original?.kind !== "file") return null;
  return { kind: "file", mode: original.mode, bytes: Buffer.from(original.bytes, "base64") };
}

function differs(
  before: ControlEntry | undefined,
  after: ControlEntry | undefined,
  /** What of a text counts; null where every byte does. */
  steering: (text: string) => string | null,
): boolean {
  const isText = [before, after].every((entry) => entry === undefined || entry.kind === "file");
  const [then, now] = [before, after].map((entry) => (entry === undefined ? "" : steering(textOf(entry) ?? "")));
  if (!isText || then === null || now === null) return JSON.stringify(before) !== JSON.stringify(after);
  return then !== now;
}

function textOf(entry: ControlEntry | undefined): string | null {
  return entry?.kind === "file" ? Buffer.from(entry.bytes, "base64").toString("utf8") : null;
}
