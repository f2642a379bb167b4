/**
 * Whether git says that one file was renamed to another. It pairs each file that is new with one that is gone, those that
 * say the same first: while it has a partner, nothing came from any other that vanished.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { byteLines, isBinary, isTellingKey, lineKeys } from "@intentgate/trace";
import {
  blobName,
  blobsNamed,
  createIndexReader,
  headRevision,
  identity,
  type Repository,
  readBlobs,
  runGit,
} from "@intentgate/world";
import { pathInGit } from "./git-objects.ts";
import { isCommit } from "./record-commits.ts";

/** So many commits of a file are gone back, and so many renames. */
const MOST_COMMITS = 200;
const MOST_NAMES = 8;
const MOST_GONE = 32;
const MOST_BYTES = 32_000_000;
const MOST_TOLD = 2_000;

export interface FormerNamesParts {
  root: string;
  repository: Repository;
  /** Bytes of a file as it stands; null where it cannot be read. */
  bytesNow(path: string): Uint8Array | null;
}

/** Null where git cannot tell: it never saw one of the two. */
export function createFormerNames({ root, repository, bytesNow }: FormerNamesParts) {
  const told = new Map<string, boolean | null>();
  const readIndex = createIndexReader(repository, root);

  function ask(...words: Parameters<typeof runGit>[1]["words"]): string | null {
    const answer = runGit(repository, { words, input: "", mostBytes: 4_000_000 });
    return answer.ok ? answer.output.toString("utf8") : null;
  }

  /** The newest commit that has the file while the one before it has not. */
  function addedBy(path: string, from: string): string | null {
    const listed = ask("rev-list", `--max-count=${MOST_COMMITS}`, from, "--", `:(top,literal)${path}`);
    const commits = listed?.split("\n").filter(Boolean) ?? [];
    const blobs = blobsNamed(
      repository,
      commits.flatMap((one) => [`${one}:${path}`, `${one}~1:${path}`]),
    );
    return commits.find((_, at) => blobs[2 * at] !== null && blobs[2 * at + 1] === null) ?? null;
  }

  function renamedTo(path: string, commit: string): string | null {
    const listed = ask("diff-tree", "-r", "-M", "-z", "--name-status", "--diff-filter=R", `${commit}~1`, commit);
    const words = listed?.split("\0") ?? [];
    for (let at = 0; at + 2 < words.length; at += 3) if (words[at + 2] === path) return words[at + 1] ?? null;
    return null;
  }

  function committed(path: string, other: string, head: string): boolean | null {
    let [name, from, isRefuted] = [path, head, false];
    for (let step = 0; step < MOST_NAMES; step++) {
      const commit = addedBy(name, from);
      if (commit === null) break;
      const former = renamedTo(name, commit);
      if (former === other) return true;
      const [stood] = blobsNamed(repository, [`${commit}~1:${other}`]);
      isRefuted ||= stood !== null;
      if (former === null) break;
      [name, from] = [former, `${commit}~1`];
    }
    return isRefuted ? false : null;
  }

  /** Not committed: what git has and no longer stands there, by how much of it stands in the file now. */
  function uncommitted(path: string, other: string): boolean | null {
    const gone = new Map<string, string>();
    for (const [name, { blob }] of readIndex()?.entries ?? [])
      if (!lstatSync(join(root, name), { throwIfNoEntry: false })) gone.set(pathInGit(root, repository, name), blob);
    const staged =
      ask("diff-index", "--cached", "-r", "-z", "--no-renames", "--diff-filter=D", "HEAD")?.split("\0") ?? [];
    for (let at = 0; at + 1 < staged.length; at += 2) gone.set(staged[at + 1] ?? "", staged[at]?.split(" ")[2] ?? "");
    const bytes = gone.has(other) && gone.size <= MOST_GONE ? bytesNow(path) : null;
    if (bytes === null) return null;
    const own = blobName(bytes, gone.get(other) ?? "");
    const contents = readBlobs(repository, [...gone.values()], MOST_BYTES);
    const now = keysOf(bytes, path);
    const rated = [...gone].map(([name, blob]) => {
      const then = blob === own ? now : keysOf(contents.get(blob) ?? new Uint8Array(), path);
      return { name, share: blob === own ? 2 : shareOf(then, now) };
    });
    const best = Math.max(...rated.map(({ share }) => share));
    const fits = rated.filter(({ share }) => share === best).map(({ name }) => name);
    if (best < 0.5) return null;
    return fits.includes(other) ? (fits.length === 1 ? true : null) : false;
  }

  return (path: string, other: string): boolean | null => {
    const head = headRevision(repository);
    if (!isCommit(head) || /[\n\0]/.test(path + other)) return null;
    const [now, then] = [pathInGit(root, repository, path), pathInGit(root, repository, other)];
    const asked = [head, now, then, ...[path, other].map((one) => identity(join(root, one)))].join("\n");
    let answer = told.get(asked);
    if (answer === undefined) {
      const [isThere] = blobsNamed(repository, [`${head}:${now}`]);
      answer = isThere === null ? uncommitted(path, then) : committed(now, then, head);
      if (told.size >= MOST_TOLD) told.clear();
      told.set(asked, answer);
    }
    return answer;
  };
}

function keysOf(bytes: Uint8Array, path: string): ReadonlySet<number> {
  return new Set(isBinary(bytes) ? [] : [...lineKeys(byteLines(bytes), path)].filter(isTellingKey));
}

function shareOf(then: ReadonlySet<number>, now: ReadonlySet<number>): number {
  const most = Math.max(then.size, now.size);
  return most === 0 ? 0 : [...then].filter((key) => now.has(key)).length / most;
}
