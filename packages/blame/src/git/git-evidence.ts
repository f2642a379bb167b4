/** What the tree and git show beside the ledger: what stood in a file when something was recorded, and what git had kept. */
import { join } from "node:path";
import { byteLines, isBinary, lineKeys } from "@intentgate/trace";
import {
  blobName,
  createCheckedOut,
  findRepository,
  headRevision,
  looseObject,
  type Repository,
  readBlobs,
  runGit,
  stampAt,
} from "@intentgate/world";
import type { Evidence } from "../attribution/attribution-parts.ts";
import type { LedgerReader } from "../ledger/ledger-reader.ts";
import { createFormerNames } from "./former-names.ts";
import { objectsOf, pathInGit } from "./git-objects.ts";
import { isCommit } from "./record-commits.ts";

export interface GitEvidenceParts {
  root: string;
  reader: LedgerReader;
  keysNow(path: string): ReadonlySet<number> | null;
  bytesOf(hash: string, path: string): Uint8Array | null;
  bytesNow(path: string): Uint8Array | null;
}

const LARGEST_BLOB = 4_000_000;
const MOST_BYTES = 32_000_000;
const MOST_BACK = 32;
const MOST_NAMED = 32;
const MOST_AT_ONCE = 16;
/** Clocks of files run in steps. */
const STEP_MS = 20;
const ANYTIME = Number.POSITIVE_INFINITY;

type Keys = ReadonlySet<number> | null;

export function createGitEvidence({ root, reader, keysNow, bytesOf, bytesNow }: GitEvidenceParts): Evidence {
  const repository = findRepository(root);
  const committed = new Map<string, ReadonlySet<number> | "absent" | "unknown">();
  const branches = new Map<string, ReadonlySet<string>>();
  const histories = new Map<string, [Keys, Keys][]>();
  const checkedOut = createCheckedOut(repository, root);
  const wasRenamed = repository === null ? null : createFormerNames({ root, repository, bytesNow });
  const inGit = (path: string) => (repository === null ? path : pathInGit(root, repository, path));

  function recordOf(entry: number) {
    const { index } = reader;
    const number = index.entry.record.get(entry);
    return { revision: reader.record(number).vcs.revision_id, at: index.record.time.get(number) };
  }

  /** Keys of the lines that the file had in a commit. */
  function keysIn(revision: string, path: string): ReadonlySet<number> | "absent" | "unknown" {
    if (repository === null) return "absent";
    if (/[\n\0]/.test(path)) return "unknown"; // git is asked line by line
    if (!isCommit(revision)) return isCommit(headRevision(repository)) ? "unknown" : "absent";
    const asked = `${revision}:${inGit(path)}`;
    const known = committed.get(asked);
    if (known) return known;
    const [commit, blob] = objectsOf(repository, [revision, asked]);
    const bytes = blob && blob.size <= LARGEST_BLOB ? readBlobs(repository, [blob.name], LARGEST_BLOB) : null;
    const content = blob ? bytes?.get(blob.name) : undefined;
    const keys = content && !isBinary(content) ? new Set(lineKeys(byteLines(content), path)) : "unknown";
    const found = commit === null ? "unknown" : blob === null ? "absent" : keys;
    committed.set(asked, found);
    return found;
  }

  /** Keys of the lines that both files had in the newest commits, oldest first; null for a file that was not there. */
  function historyOf(path: string, other: string): [Keys, Keys][] {
    const head = repository === null ? "" : headRevision(repository);
    if (repository === null || !isCommit(head) || /[\n\0]/.test(path + other)) return [];
    const asked = `${head}\n${path}\n${other}`;
    const known = histories.get(asked);
    if (known) return known;
    const found = objectsOf(
      repository,
      backFrom(head).flatMap((commit) => [`${commit}:${inGit(path)}`, `${commit}:${inGit(other)}`]),
    );
    const small = found.map((one) => (one && one.size <= LARGEST_BLOB ? one.name : null));
    const contents = readBlobs(
      repository,
      small.filter((one) => one !== null),
      MOST_BYTES,
    );
    const keys = new Map([...contents].map(([blob, bytes]) => [blob, new Set(lineKeys(byteLines(bytes), path))]));
    const keysAt = (at: number) => keys.get(small[at] ?? "") ?? null;
    const history = backFrom(head)
      .map((_, at): [Keys, Keys] => [keysAt(2 * at), keysAt(2 * at + 1)])
      .reverse();
    histories.set(asked, history);
    return history;
  }

  /** Git shows that a line did not go from one file to the other: both had it at once, or neither for a time. */
  function wasNotMoved(path: string, other: string, key: number): boolean {
    const history = historyOf(path, other);
    const came = history.findIndex(([here]) => here?.has(key));
    const last = history.findLastIndex(([, there]) => there?.has(key));
    if (last < 0) return false;
    return came >= 0 ? last !== came - 1 : last !== history.length - 1;
  }

  /** Commits that were there when the entry was recorded, as records of the file name them. */
  function named(path: string, entry: number): string[] {
    const { index } = reader;
    const found = new Set<string>();
    const { at } = recordOf(entry);
    for (
      let row = index.newestOf(path, ANYTIME);
      row !== undefined && found.size < MOST_NAMED;
      row = index.olderOf(row)
    ) {
      const { revision, at: then } = recordOf(row);
      if (then <= at && isCommit(revision)) found.add(revision);
    }
    return [...found];
  }

  /** The contents that a file had in a commit and those behind it. Older records of the file will ask the same: all at once. */
  function branchOf(revision: string, path: string, entry: number): ReadonlySet<string> {
    const nameOf = (one: string) => `${one}:${inGit(path)}`;
    if (repository !== null && !branches.has(nameOf(revision))) {
      const asked = [revision, ...named(path, entry).slice(0, MOST_AT_ONCE)].filter(
        (one) => !branches.has(nameOf(one)),
      );
      const found = objectsOf(
        repository,
        asked.flatMap((one) => backFrom(one).map(nameOf)),
      );
      for (const [at, one] of asked.entries()) {
        const its = found.slice(at * MOST_BACK, (at + 1) * MOST_BACK);
        branches.set(nameOf(one), new Set(its.flatMap((object) => object?.name ?? [])));
      }
    }
    return branches.get(nameOf(revision)) ?? new Set();
  }

  /** Of these commits, those in which the file has this content. */
  function having(blob: string, path: string, commits: readonly string[]): string[] {
    if (repository === null) return [];
    const found = objectsOf(
      repository,
      commits.map((one) => `${one}:${inGit(path)}`),
    );
    return commits.filter((_, number) => found[number]?.name === blob);
  }

  /** Git's name for a content; null where it has none. */
  function blobOf(hash: string, path: string): string | null {
    const bytes = repository === null || /[\n\0]/.test(path) ? null : bytesOf(hash, path);
    return repository === null || bytes === null ? null : blobName(bytes, headRevision(repository));
  }

  return {
    keysNow,
    wasRenamed: (path, other) => wasRenamed?.(path, other) ?? null,
    checkedOut(path, hash, now) {
      const left = bytesOf(hash, path);
      return left ? checkedOut(path, left, now) : [];
    },
    wasOnBranch(path, hash, entry) {
      const { revision } = recordOf(entry);
      const blob = isCommit(revision) ? blobOf(hash, path) : null;
      return blob !== null && branchOf(revision, path, entry).has(blob);
    },
    mayHaveStood(path, key, entry, other) {
      const { revision, at } = recordOf(entry);
      const keys = keysIn(revision, path);
      if (keys === "unknown" || (keys !== "absent" && keys.has(key))) return true;
      if (wasNotMoved(path, other, key)) return true;
      // Not committed then; a file that nobody touched since had it all the same.
      const stamp = stampAt(join(root, path));
      return stamp !== null && stamp.ctimeMs + STEP_MS < at;
    },
    wasKept(path, hash, entry) {
      const blob = blobOf(hash, path);
      if (repository === null || blob === null) return false;
      const { at } = recordOf(entry);
      const loose = looseObject(repository, blob);
      if (loose && loose.mtimeMs < at) return true;
      if (having(blob, path, named(path, entry)).length > 0) return true;
      const head = headRevision(repository);
      const back = isCommit(head) ? having(blob, path, backFrom(head)) : [];
      return back.some((commit) => (committedAt(repository, commit) ?? ANYTIME) < at);
    },
  };
}

function backFrom(commit: string): string[] {
  return Array.from({ length: MOST_BACK }, (_, far) => `${commit}~${far}`);
}

/** When its second was over; null where it cannot be read. */
function committedAt(repository: Repository, commit: string): number | null {
  const answer = runGit(repository, { words: ["cat-file", "--batch"], input: `${commit}\n`, mostBytes: 1_000_000 });
  const header = answer.ok ? answer.output.toString("latin1").split("\n\n", 1)[0] : undefined;
  const seconds = /^committer .*> (\d{1,12}) [+-]\d{4}$/m.exec(header ?? "")?.[1];
  return seconds === undefined ? null : (Number(seconds) + 1) * 1_000;
}
