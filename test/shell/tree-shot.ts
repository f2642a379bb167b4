/** A folder with everything in it, as it was at one moment: to say what has changed and to put it back. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { sampleFiles, sampleFolders, sampleLinks, sampleSetup } from "./sample-tree.ts";

export type Kind = "file" | "folder" | "link" | "other";

interface Entry {
  kind: Kind;
  mode: number;
  /** When it was last written, in milliseconds: put back with the rest, but no change of its own. */
  time: number;
  /** Of a link. */
  target: string | null;
  /** Of a file. */
  bytes: Buffer | null;
}

/** Paths relative to the folder, which is `.` itself; a folder before what is in it. */
export type Shot = Map<string, Entry>;

export interface Change {
  path: string;
  how: "made" | "gone" | "changed";
  /** What is there now, or what was there where nothing is left. */
  kind: Kind;
}

export function takeShot(root: string): Shot {
  const shot: Shot = new Map([[".", entryAt(root)]]);
  walk(root, "", shot);
  return shot;
}

function walk(root: string, folder: string, shot: Shot): void {
  for (const bytes of readdirSync(join(root, folder), { encoding: "buffer" }).sort(Buffer.compare)) {
    const name = bytes.toString();
    const path = folder === "" ? name : `${folder}/${name}`;
    const entry = Buffer.from(name).equals(bytes) ? entryAt(join(root, path)) : unspeakable(join(root, folder), bytes);
    shot.set(path, entry);
    if (entry.kind === "folder") walk(root, path, shot);
  }
}

/** A name that is no text cannot be put back later by its path: it goes at once. */
function unspeakable(folder: string, name: Buffer): Entry {
  rmSync(Buffer.concat([Buffer.from(`${folder}/`), name]), { recursive: true, force: true });
  return { kind: "other", mode: 0, time: 0, target: null, bytes: null };
}

function entryAt(path: string): Entry {
  const stat = lstatSync(path);
  const mode = stat.mode & 0o7777;
  const time = stat.mtimeMs;
  if (stat.isSymbolicLink()) return { kind: "link", mode: 0, time, target: readlinkSync(path), bytes: null };
  if (stat.isDirectory()) {
    // To look inside; the mode is known and put back.
    if ((mode & 0o700) !== 0o700) chmodSync(path, 0o700);
    return { kind: "folder", mode, time, target: null, bytes: null };
  }
  if (!stat.isFile()) return { kind: "other", mode, time, target: null, bytes: null };
  if ((mode & 0o400) === 0) chmodSync(path, 0o600);
  return { kind: "file", mode, time, target: null, bytes: readFileSync(path) };
}

export function changesBetween(before: Shot, after: Shot): Change[] {
  const changes: Change[] = [];
  for (const [path, was] of before) {
    const is = after.get(path);
    if (!is) changes.push({ path, how: "gone", kind: was.kind });
    else if (!same(was, is)) changes.push({ path, how: "changed", kind: is.kind });
  }
  for (const [path, { kind }] of after) if (!before.has(path)) changes.push({ path, how: "made", kind });
  return changes;
}

function same(one: Entry, other: Entry): boolean {
  if (one.kind !== other.kind || one.mode !== other.mode || one.target !== other.target) return false;
  return one.bytes === null || other.bytes === null ? one.bytes === other.bytes : one.bytes.equals(other.bytes);
}

export function putBack(root: string, before: Shot, after: Shot): void {
  for (const [path, is] of after) {
    const was = before.get(path);
    if (was?.kind === is.kind) continue;
    rmSync(join(root, path), { recursive: true, force: true });
  }
  for (const [path, was] of before) {
    const is = after.get(path);
    if (!is || !same(was, is)) lay(join(root, path), was);
    else if (was.kind === "file" && was.time !== is.time) setTime(join(root, path), was.time);
  }
  // Modes last and from inside out: a folder that may not be written to takes nothing.
  for (const [path, { kind, mode }] of [...before].reverse()) {
    const is = after.get(path);
    if (kind === "folder" && is?.mode !== mode) chmodSync(join(root, path), mode);
  }
}

/** Git takes a file with another time for one that may have changed, and notes in its index that it has not. */
function setTime(path: string, time: number): void {
  utimesSync(path, time / 1000, time / 1000);
}

function lay(path: string, { kind, mode, time, target, bytes }: Entry): void {
  if (kind === "folder") mkdirSync(path, { recursive: true });
  if (kind === "link") {
    rmSync(path, { force: true });
    symlinkSync(target ?? "", path);
  }
  if (kind !== "file") return;
  // A new file and not the old one written over: that may not be writable, and other names may lead to it.
  rmSync(path, { force: true });
  writeFileSync(path, bytes ?? "", { flag: "wx" });
  setTime(path, time);
  chmodSync(path, mode);
}

export function layTree(root: string, setUp: (script: string) => void): void {
  for (const folder of sampleFolders) mkdirSync(join(root, folder), { recursive: true });
  layFiles(root, sampleFiles);
  setUp(sampleSetup);
  for (const [path, target] of Object.entries(sampleLinks)) symlinkSync(target, join(root, path));
}

export function layFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
