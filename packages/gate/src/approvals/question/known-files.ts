/** What would be lost with the files that a call changes, and who else names them. Looked up for a question alone. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { KnownFile, Restores } from "@intentgate/policy";
import {
  blobName,
  blobsNamed,
  filesNaming,
  findRepository,
  headRevision,
  LARGEST_KEPT,
  onSystemError,
  type Repository,
  readEntry,
  runGit,
} from "@intentgate/world";

export interface LookedAt {
  /** Relative to the root. */
  path: string;
  /** Of what goes away from its place, whoever names it is of interest; what is moved is not lost. */
  becomes: "gone" | "moved" | "changed";
}

export interface KnownFiles {
  files: KnownFile[];
  /** That were not looked at. */
  more: number;
}

const MOST = 50;
const MOST_NAMED = 5;
const LONGEST_MS = 2_000;
const MOST_BYTES = 64_000;

/**
 * Before a call the gate keeps the bytes that stand there, but for secret and large files: these are in git, or lost.
 * Where nothing can be looked up, nothing is known of any.
 */
export function knownFiles(
  root: string,
  changed: readonly LookedAt[],
  isSecret: (relative: string) => boolean,
): KnownFiles {
  return onSystemError("any", { files: [], more: changed.length }, () => lookAt(root, changed, isSecret));
}

function lookAt(root: string, changed: readonly LookedAt[], isSecret: (relative: string) => boolean): KnownFiles {
  const looked = changed.slice(0, MOST);
  const repository = findRepository(root);
  const inGit = committed(
    repository,
    looked.map(({ path }) => topPath(repository, root, path)),
  );
  const files = looked.map(({ path, becomes }, at): KnownFile => {
    const blob = inGit[at] ?? null;
    const above = topPath(repository, root, "");
    const isSecretBelow = (one: string) => isSecret(one.slice(above.length));
    const stood = restoresOf({ root, path, blob, repository, isSecret: isSecret(path), isSecretBelow });
    const restores = becomes === "moved" ? "nothing" : stood;
    const isNamed = becomes !== "changed" && stood !== "nothing" && at < MOST_NAMED && repository !== null;
    return { path, restores, usedBy: isNamed ? filesNaming(repository, topPath(repository, root, path)) : null };
  });
  return { files, more: changed.length - looked.length };
}

function topPath(repository: Repository | null, root: string, path: string): string {
  const below =
    repository !== null && root.startsWith(`${repository.top}/`) ? root.slice(repository.top.length + 1) : "";
  return below === "" ? path : `${below}/${path}`;
}

/** Git's names of what the last commit has at these paths. */
function committed(repository: Repository | null, paths: readonly string[]): (string | null)[] {
  const head = headRevision(repository);
  if (repository === null || head === "unknown" || paths.some((path) => path.includes("\n"))) return [];
  return blobsNamed(
    repository,
    paths.map((path) => `${head}:${path}`),
  );
}

interface Looked {
  root: string;
  path: string;
  blob: string | null;
  repository: Repository | null;
  isSecret: boolean;
  /** Of a path from the top of the repository. */
  isSecretBelow(path: string): boolean;
}

function restoresOf(looked: Looked): Restores {
  const { root, path, blob, repository, isSecret } = looked;
  const absolute = join(root, path);
  const stands = onSystemError(["ENOTDIR"], null, () => lstatSync(absolute, { throwIfNoEntry: false }) ?? null);
  if (stands === null) return "nothing";
  const { bytes } = readEntry(absolute);
  if (stands.isDirectory()) return holdsUnkept(looked) ? "folder" : "kept";
  if (bytes.state === "present" && blob !== null && blobName(bytes.bytes, blob) === blob) return "git";
  if (isSecret) return "secret";
  if (bytes.state === "present") return "kept";
  if (stands.size <= LARGEST_KEPT) return "unreadable";
  return blob !== null && repository !== null && isLargeBlob(repository, absolute, blob) ? "git" : "large";
}

/** What is not tracked and secret, or ignored, is not kept. True also where nobody can say: without git, or not in time. */
function holdsUnkept({ repository, root, path, isSecretBelow }: Looked): boolean {
  if (repository === null) return true;
  const others = (...which: string[]) => {
    const words = [
      "ls-files",
      "--others",
      ...which,
      "-z",
      "--",
      `:(top,literal)${topPath(repository, root, path)}`,
    ] as const;
    const limits = { input: "", mostBytes: MOST_BYTES, longestMs: LONGEST_MS };
    const answer = runGit(repository, { words: [...words], ...limits });
    return answer.ok ? answer.output.toString("utf8").split("\0").filter(Boolean) : null;
  };
  const untracked = others();
  if (untracked === null || untracked.some(isSecretBelow)) return true;
  return untracked.length > 0 && others("--ignored", "--exclude-standard")?.length !== 0;
}

function isLargeBlob(repository: Repository, absolute: string, blob: string): boolean {
  const answer = runGit(repository, {
    words: ["hash-object", "--no-filters", "--", absolute],
    ...{ input: "", mostBytes: 200, longestMs: LONGEST_MS },
  });
  return answer.ok && answer.output.toString("latin1").trim() === blob;
}
