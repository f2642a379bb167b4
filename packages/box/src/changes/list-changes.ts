/** What a command changed: the layer that it wrote to, beside the tree as it stands. Equal bytes are no change. */
import { readdirSync, readlinkSync, type Stats } from "node:fs";
import { join } from "node:path";
import { codeOf, findRepository, ignoredAmong } from "@intentgate/world";
import { layerName } from "../plan/box-plan.ts";
import { readNote } from "../run/run-folder.ts";
import type { Change, ChangeSet, Kind, Made } from "./change.ts";
import { copiedList } from "./copied-list.ts";
import { hasSameBytes } from "./same-bytes.ts";
import { ABSENT, statAt, stoodOf } from "./stood.ts";

interface Run {
  folder: string;
  /** Which layer, and what lies below it. */
  layer: "root" | "git";
  root: string;
  beganMs: number;
}

export interface Written extends Made {
  path: string;
  mtimeMs: number;
}

/** Null where the shell around the box did not come to the end of its lists. */
export function listChanges({ folder, layer, root, beganMs }: Run): ChangeSet | null {
  if (readNote(folder, "listed") === null) return null;
  const [upperList, mergedList] = [readNote(folder, `${layer}-upper`), readNote(folder, `${layer}-merged`)];
  const copied = layer === "root" ? copiedList(folder, layer) : null;
  // Where nothing was written nothing is listed.
  if (upperList === null || (mergedList === null && copied === null))
    return { changes: [], unreadable: [], mayHoldMoved: false };
  const { written, unreadable } = readWritten(upperList, copied?.isTouched);
  const merged = new Set(fieldsIn(mergedList ?? Buffer.alloc(0)).map((path) => path.slice(2)));
  // On copies only what was copied can be gone: what came into the tree meanwhile is no business of the command.
  const isGone = copied?.isGone ?? ((path: string) => !merged.has(path));
  const upper = join(folder, layerName(layer, "upper"));
  const changes: Change[] = [];
  let mayHoldMoved = false;
  const isContested = (stat: Stats) => stat.ctimeMs > beganMs;

  for (const name of namesIn(root)) if (isGone(name)) remove(name);
  for (const entry of written) {
    // A name that the merged view does not have stands for a deletion.
    if (isGone(entry.path)) continue;
    const there = statAt(join(root, entry.path));
    if (there !== null && entry.kind !== "folder") mayHoldMoved = true;
    compare(entry, there);
    const isBoth = entry.kind === "folder" && there?.isDirectory() === true;
    if (!isBoth) continue;
    for (const name of namesIn(join(root, entry.path))) {
      const path = `${entry.path}/${name}`;
      if (isGone(path)) remove(path);
    }
  }
  return { changes, unreadable, mayHoldMoved };

  /** What it holds first, so that nothing is deleted before its content. */
  function remove(path: string): void {
    const stat = statAt(join(root, path));
    if (stat === null) return;
    if (stat.isDirectory()) for (const name of namesIn(join(root, path))) remove(`${path}/${name}`);
    mayHoldMoved = true;
    const stood = stoodOf(stat, join(root, path));
    changes.push({ does: "delete", path, was: kindOf(stat), isContested: isContested(stat), stood });
  }

  function compare({ path, mtimeMs, ...made }: Written, there: Stats | null): void {
    if (there === null) {
      changes.push({ does: "create", path, made, isContested: false, stood: ABSENT });
      return;
    }
    const was = kindOf(there);
    const about = () => ({
      isContested: isContested(there) && !there.isDirectory(),
      stood: stoodOf(there, join(root, path)),
    });
    if (was !== made.kind) {
      if (was === "folder") for (const name of namesIn(join(root, path))) remove(`${path}/${name}`);
      changes.push({ does: "replace", path, was, made, ...about() });
    } else if (
      made.kind === "link" ? readlinkSync(join(root, path)) !== made.target : hasOtherBytes(path, made, there)
    ) {
      changes.push({ does: "change", path, made, ...about() });
    } else if (made.kind !== "link" && made.mode !== (there.mode & 0o7777)) {
      changes.push({ does: "mode", path, made, ...about() });
    } else if (made.kind === "file" && Math.abs(mtimeMs - there.mtimeMs) >= 1) {
      changes.push({ does: "touch", path, made, ...about() });
    }
  }

  function hasOtherBytes(path: string, { kind, size }: Made, there: Stats): boolean {
    if (kind !== "file") return false;
    return size !== there.size || !hasSameBytes(join(upper, path), join(root, path));
  }
}

const FIELDS = 7;

/** The order is that of `find`: a folder before what it holds. `isTouched`: what counts, by its place in the list. */
export function readWritten(
  list: Buffer,
  isTouched: (at: number) => boolean = () => true,
): { written: Written[]; unreadable: string[] } {
  const written: Written[] = [];
  const unreadable: string[] = [];
  const fields = splitAtNul(list);
  for (let at = 0; at + FIELDS <= fields.length; at += FIELDS) {
    if (!isTouched(at / FIELDS)) continue;
    const [letter = "", mode = "", size = "", time = "", names = "", path = "", target = ""] = fields
      .slice(at, at + FIELDS)
      .map((field) => field.toString("utf8"));
    const isText =
      Buffer.from(path, "utf8").equals(fields[at + 5] as Buffer) &&
      Buffer.from(target, "utf8").equals(fields[at + 6] as Buffer);
    if (!isText) unreadable.push(path);
    else
      written.push({
        path,
        kind: kindOfLetter(letter),
        mode: Number.parseInt(mode, 8),
        size: Number(size),
        mtimeMs: Number(time) * 1_000,
        names: Number(names),
        target,
      });
  }
  return { written, unreadable };
}

function splitAtNul(list: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let from = 0; from < list.length; ) {
    const end = list.indexOf(0, from);
    if (end < 0) break;
    found.push(list.subarray(from, end));
    from = end + 1;
  }
  return found;
}

function fieldsIn(list: Buffer): string[] {
  return splitAtNul(list).map((field) => field.toString("utf8"));
}

const kinds: Record<string, Kind> = { f: "file", d: "folder", l: "link", p: "fifo", s: "socket" };

function kindOfLetter(letter: string): Kind {
  return kinds[letter] ?? "device";
}

function kindOf(stat: Stats): Kind {
  if (stat.isFile()) return "file";
  if (stat.isDirectory()) return "folder";
  if (stat.isSymbolicLink()) return "link";
  if (stat.isFIFO()) return "fifo";
  return stat.isSocket() ? "socket" : "device";
}

/** A folder that may not be read holds nothing that could be said to be gone. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return [];
  }
}

/**
 * What git ignores by the rules and the index of the tree, not by those of the layer, and what lies `below` new folders
 * that are ignored too. Null where there is no git; nothing is ignored where git does not answer.
 */
export function ignoredChanges(
  root: string,
  changes: readonly Change[],
  below: readonly string[],
): ReadonlySet<string> | null {
  const repository = findRepository(root);
  if (repository === null) return null;
  const asked = changes.filter(({ path }) => !path.startsWith(".git/")).map(nameFor);
  const ignored = [...ignoredAmong(repository, root, asked)].map((path) => path.replace(/\/$/, ""));
  const more = changes.filter(({ path }) => below.some((folder) => `${path}/`.startsWith(`${folder}/`)));
  return new Set([...ignored, ...more.map(({ path }) => path)]);
}

/** A rule for folders holds for one that is not there yet only where its name says that it is one. */
function nameFor(change: Change): string {
  const kind = change.does === "delete" ? change.was : change.made.kind;
  return kind === "folder" ? `${change.path}/` : change.path;
}
