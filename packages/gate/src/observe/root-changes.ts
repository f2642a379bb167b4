/** What is not the same any more since a look at a root, with the bytes of both sides where they can be had. */
import { join } from "node:path";
import type { FileBytes } from "@intentgate/engine";
import type { KeptBytes, RootLook } from "@intentgate/sidecar";
import {
  blobName,
  changedBetween,
  type EntryReading,
  type FileStamp,
  isBelow,
  isCacheFile,
  isRegular,
  LARGEST_KEPT,
  permissionsOf,
  type Repository,
  readBlobs,
  readEntry,
  type TreeSnapshot,
} from "@intentgate/world";
import type { LookOptions, RootEye } from "./root-look.ts";

export interface ChangedEntry {
  path: string;
  was: ThenThere;
  now: EntryReading;
}

export interface ThenThere {
  /** Null where nothing stood there. */
  stamp: FileStamp | null;
  link: string | null;
  bytes: FileBytes;
  /** The bytes are those that stood there for certain, not only by git's word. */
  sure: boolean;
}

export interface RootChanges {
  entries: ChangedEntry[];
  /** Empty where all was seen. */
  unseen: string[];
  /** Of these, what is news: closed by whoever changed something, or opened. */
  closed: string[];
}

export interface ChangesParts {
  root: string;
  repository: Repository | null;
  eye: RootEye;
  cache: KeptBytes;
}

/** More bytes than these are not read into memory for one comparison. */
const MOST_BYTES = 256_000_000;

export function changesSince(
  before: RootLook,
  parts: ChangesParts,
  options: Pick<LookOptions, "limit" | "reaches"> & {
    /** Files that are told of even where git ignores them. */
    matters(path: string): boolean;
  },
): RootChanges {
  const after = parts.eye.again(before, options);
  const changed = [...changedBetween(before.tree, after), ...youngChanges(before, after, parts.root)];
  const minor = changed.filter((path) => !before.isTracked(path) && !options.matters(path));
  const ignored = before.rules === after.rules ? parts.eye.ignored(minor, after.rules) : new Set<string>();
  const caches = new Set(minor.filter(isCacheFile));
  const counted = changed.filter((path) => !ignored.has(path) && !caches.has(path));
  const closed = closedSince(before.tree, after);
  const isWhole = before.tree.whole && after.whole;
  const most = Math.max(before.tree.files.size, after.files.size);
  const unseen = isWhole ? closed : [...closed, `there are more than ${most} files`];
  return { entries: entriesOf(counted, before, parts), unseen, closed };
}

/** A file that was written in the very tick in which it was looked at may have changed under the same stamp. */
function youngChanges(before: RootLook, after: TreeSnapshot, root: string): string[] {
  return before.young.filter((path) => {
    const [then, now] = [before.tree.files.get(path), after.files.get(path)];
    if (!then || !now || then.ctimeMs !== now.ctimeMs || then.ino !== now.ino || then.size !== now.size) return false;
    const source = before.sourceOf(path);
    const { hash, bytes } = readEntry(join(root, path));
    if (source.in === "git") return bytes.state !== "present" || blobName(bytes.bytes, source.blob) !== source.blob;
    return source.in !== "link" && source.hash !== null && source.hash !== hash;
  });
}

function entriesOf(paths: readonly string[], before: RootLook, parts: ChangesParts): ChangedEntry[] {
  const blobs = neededBlobs(paths, before, parts);
  let left = MOST_BYTES;
  return paths.flatMap((path): ChangedEntry[] => {
    const was = thenAt(path, before, blobs, parts.cache);
    const size = was.stamp?.size ?? 0;
    const now = left > 0 ? readEntry(join(parts.root, path)) : unread(readEntry(join(parts.root, path)));
    left -= size + (now.stamp?.size ?? 0);
    return isSame(was, now) ? [] : [{ path, was, now }];
  });
}

function unread(reading: EntryReading): EntryReading {
  return reading.bytes.state === "present" ? { ...reading, bytes: { state: "unknown" } } : reading;
}

/** Touched, or replaced by the same: nothing to tell. */
function isSame({ stamp, link, bytes }: ThenThere, now: EntryReading): boolean {
  if (!stamp || !now.stamp) return !stamp && !now.stamp;
  if (bytes.state !== "present" || now.bytes.state !== "present" || (link === null) !== (now.link === null))
    return false;
  return permissionsOf(stamp) === permissionsOf(now.stamp) && Buffer.compare(bytes.bytes, now.bytes.bytes) === 0;
}

function neededBlobs(paths: readonly string[], before: RootLook, parts: ChangesParts): Map<string, Buffer> {
  const names: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    const source = before.sourceOf(path);
    const size = before.tree.files.get(path)?.size ?? 0;
    if (source.in !== "git" || size > LARGEST_KEPT || bytes + size > MOST_BYTES) continue;
    names.push(source.blob);
    bytes += size;
  }
  // Where a conversion stands between them the blob may be longer than the file.
  return parts.repository ? readBlobs(parts.repository, names, 2 * bytes + 1_000_000) : new Map();
}

function thenAt(path: string, before: RootLook, blobs: Map<string, Buffer>, cache: KeptBytes): ThenThere {
  const stamp = before.tree.files.get(path) ?? null;
  const unknown: ThenThere = { stamp, link: null, bytes: { state: "unknown" }, sure: false };
  if (!stamp) return { stamp, link: null, bytes: { state: "absent" }, sure: true };
  const source = before.sourceOf(path);
  if (source.in === "link")
    return { stamp, link: source.target, bytes: { state: "present", bytes: Buffer.from(source.target) }, sure: true };
  if (source.in === "nowhere" || !isRegular(stamp)) return unknown;
  const bytes = source.in === "cache" ? cache.find(source.hash) : blobs.get(source.blob);
  // A filter or a conversion of line ends stands between the blob and the file.
  if (!bytes || bytes.length !== stamp.size) return unknown;
  return { stamp, link: null, bytes: { state: "present", bytes }, sure: source.in === "cache" || source.sure };
}

/** A folder that was closed before the call and still is hides nothing that the call could be asked about. */
function closedSince(before: TreeSnapshot, after: TreeSnapshot): string[] {
  const closed = after.closed.filter((folder) => !before.closed.includes(folder));
  const opened = before.closed.filter((folder) => !isBelow(folder, after.closed));
  const shown = opened.filter((folder) => [...after.files.keys()].some((path) => isBelow(path, [folder])));
  return [
    ...closed.map((path) => `${path || "the root"} can no longer be read`),
    ...shown.map((path) => `what stood in ${path || "the root"} before could not be read`),
  ];
}
