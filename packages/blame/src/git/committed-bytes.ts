/**
 * Contents of a file that git still has, by their content hash: for what was recorded elsewhere, or is no longer in the
 * private cache. Git is asked once a path, and only where a content has to be compared whose bytes nobody else kept.
 */
import { contentHash } from "@intentgate/trace";
import { findRepository, headRevision, type Repository, readBlobs, runGit } from "@intentgate/world";
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
      contents = contentsOf(found, below(root, found, path), revisions(path));
      known.set(path, contents);
    }
    return contents.get(hash) ?? null;
  };
}

function below(root: string, { top }: Repository, path: string): string {
  return root === top ? path : `${root.slice(top.length + 1)}/${path}`;
}

function contentsOf(repository: Repository, path: string, revisions: Iterable<string>): Map<string, Uint8Array> {
  const head = headRevision(repository);
  const back = isCommit(head) ? Array.from({ length: MOST_BACK }, (_, at) => `${head}~${at}`) : [];
  const named: string[] = [];
  for (const one of revisions) {
    if (named.length >= MOST_NAMED) break;
    if (isCommit(one) && !named.includes(one)) named.push(one);
  }
  const answer = runGit(repository, {
    words: ["cat-file", "--batch-check"],
    input: [...back, ...named].map((revision) => `${revision}:${path}\n`).join(""),
    mostBytes: 1_000_000,
  });
  const blobs = new Map<string, number>();
  for (const line of answer.ok ? answer.output.toString("utf8").split("\n") : []) {
    const [, blob, size] = /^([0-9a-f]{40,64}) blob (\d{1,12})$/.exec(line) ?? [];
    if (blob !== undefined && Number(size) <= LARGEST_BLOB) blobs.set(blob, Number(size));
  }
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
