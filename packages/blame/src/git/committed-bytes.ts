/**
 * Contents of a file that git still has, by their content hash: for what was recorded elsewhere, or is no longer in the
 * private cache. Git is asked once a path, and only where a content has to be compared whose bytes nobody else kept.
 */
import { contentHash } from "@intentgate/trace";
import { findRepository, headRevision, type Repository, readBlobs } from "@intentgate/world";
import { objectsOf, pathInGit } from "./git-objects.ts";
import { isCommit } from "./record-commits.ts";

/** So many commits back from the newest one, along its first parents, and so many that records name. */
const MOST_BACK = 32;
const MOST_NAMED = 32;
const LARGEST_BLOB = 4_000_000;
const MOST_BYTES = 32_000_000;
/** Two git processes a path: a walk over the whole tree must not start thousands. */
const MOST_PATHS = 200;

/** `revisions`: commits that records of the path name. Paths are relative to the root. */
export function createCommittedBytes(root: string, revisions: (path: string) => Iterable<string>) {
  let found: Repository | null | undefined;
  const known = new Map<string, ReadonlyMap<string, Uint8Array>>();

  return (hash: string, path: string): Uint8Array | null => {
    found ??= findRepository(root);
    if (found === null || /[\n\0]/.test(path)) return null; // git is asked line by line
    let contents = known.get(path);
    if (!contents) {
      if (known.size >= MOST_PATHS) return null;
      contents = contentsOf(found, pathInGit(root, found, path), revisions(path));
      known.set(path, contents);
    }
    return contents.get(hash) ?? null;
  };
}

function contentsOf(repository: Repository, path: string, revisions: Iterable<string>): Map<string, Uint8Array> {
  const head = headRevision(repository);
  const back = isCommit(head) ? Array.from({ length: MOST_BACK }, (_, at) => `${head}~${at}`) : [];
  const named: string[] = [];
  for (const one of revisions) {
    if (named.length >= MOST_NAMED) break;
    if (isCommit(one) && !named.includes(one)) named.push(one);
  }
  const asked = [...back, ...named].map((revision) => `${revision}:${path}`);
  const there = objectsOf(repository, asked).filter((one) => one !== null);
  const blobs = new Map(there.filter(({ size }) => size <= LARGEST_BLOB).map(({ name, size }) => [name, size]));
  let bytes = 0;
  const wanted = [...blobs].filter(([, size]) => {
    bytes += size;
    return bytes <= MOST_BYTES;
  });
  const read = readBlobs(
    repository,
    wanted.map(([blob]) => blob),
    MOST_BYTES,
  );
  return new Map([...read.values()].map((content) => [contentHash(content), content]));
}
