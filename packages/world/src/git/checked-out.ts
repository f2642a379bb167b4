/**
 * What git put in place of a content that it had kept, up to what its index has now. Branches that were switched, merged
 * or reverted in between explain more than the content before and the content now: a line that git took away on the way
 * was not left alone.
 */

import { blobName, blobsNamed, looseObject, objectsAmong, readBlobs } from "./git-blobs.ts";
import { headRevision, type Repository } from "./git-facts.ts";
import { createIndexReader } from "./git-index.ts";

const MOST_BYTES = 32_000_000;
/** So many commits back from the newest one. */
const MOST_BACK = 32;
const MOST_BETWEEN = 8;

/** Where what git has now is partly somebody's later doing: how it stood then, or since when nothing counts. */
export type GitThen =
  /** `index`: by path relative to the root, the blob. */
  { head: string; index: Readonly<Record<string, string>> } | { since: number };

/** `left` is what the ledger knows last of the file, `now` what stands there. Oldest first; none where git shows nothing. */
export function createCheckedOut(repository: Repository | null, root: string, then: GitThen | null = null) {
  const readIndex = repository === null ? () => null : createIndexReader(repository, root);
  return (path: string, left: Uint8Array, now: Uint8Array): Uint8Array[] => {
    const known = then !== null && "head" in then ? then : null;
    const entry = known === null ? readIndex()?.entries.get(path)?.blob : own(known.index, path);
    if (repository === null || entry === undefined || /[\n\0]/.test(path)) return [];
    const head = known?.head ?? headRevision(repository);
    const before = blobName(left, head);
    if (entry === before) return [];
    const inGit = root === repository.top ? path : `${root.slice(repository.top.length + 1)}/${path}`;
    const commits = Array.from({ length: MOST_BACK }, (_, far) => `${head}~${MOST_BACK - 1 - far}:${inGit}`);
    const committed = blobsNamed(repository, commits);
    const at = committed.lastIndexOf(before);
    if (at < 0 && !hasObject(repository, before)) return [];
    const isOlder = (one: string) =>
      then === null || !("since" in then) || !((looseObject(repository, one)?.mtimeMs ?? 0) >= then.since);
    const since = [...new Set([...(at < 0 ? [] : committed.slice(at + 1)), entry])]
      .filter((one) => one !== null)
      .filter(isOlder);
    const contents = readBlobs(repository, since, MOST_BYTES);
    const found = since.flatMap((blob) => contents.get(blob) ?? []).filter((one) => Buffer.compare(one, now) !== 0);
    return telling(found, left, now);
  };
}

/** The last one, and before it those that lack a line which was there and is there again. */
function telling(contents: readonly Uint8Array[], left: Uint8Array, now: Uint8Array): Uint8Array[] {
  const there = linesOf(now);
  const kept = [...linesOf(left)].filter((line) => there.has(line));
  const last = contents.slice(-1);
  const lacking = contents.slice(0, -1).filter((one) => {
    const lines = linesOf(one);
    return kept.some((line) => !lines.has(line));
  });
  return [...lacking.slice(-MOST_BETWEEN), ...last];
}

function own(index: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.hasOwn(index, path) ? index[path] : undefined;
}

function linesOf(bytes: Uint8Array): Set<string> {
  return new Set(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1").split("\n"));
}

/** Git has these bytes, whoever gave them to it. */
function hasObject(repository: Repository, blob: string): boolean {
  return looseObject(repository, blob) !== null || objectsAmong(repository, [blob]).has(blob);
}
