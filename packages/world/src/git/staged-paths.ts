/** Which files a commit would change. Nothing in the tree is converted, so nothing that the repository names runs. */
import { readlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { onSystemError } from "../errors/file-problem.ts";
import { realFolder } from "../files/file-identity.ts";
import { type FileStamp, isLink, stampAt } from "../files/file-stamp.ts";
import { readRegular } from "../files/read-regular.ts";
import { blobName } from "./git-blobs.ts";
import { findRepository, headRevision, type Repository } from "./git-facts.ts";
import { createIndexReader, type GitIndex, type IndexEntry, isAsGitSawIt } from "./git-index.ts";
import { gitSetting, runGit } from "./run-git.ts";

/** What the same command takes from the tree into the index before it commits. */
export interface Taken {
  /** Absolute; the paths may count from here, and null stands for anything in the tree. */
  folder: string;
  paths: readonly string[] | null;
  /** `hidden`: tracked, and also what git was told not to look at. */
  takes: "tracked" | "hidden" | "untracked" | "ignored";
}

/** What a commit without parents is held against. */
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const MOST_BYTES = 1_000_000;
const OWNER_RUNS = 0o100;

export interface Committed {
  /** Canonical. */
  path: string;
  /** What is committed is what stands in the tree. */
  stands: boolean;
}

/** Of `only` no others; of a merge those that none of its parents has so. Null where it cannot be told. */
export function stagedPaths(folder: string, taken: readonly Taken[], only: Taken | null): Committed[] | null {
  const repository = findRepository(folder);
  if (!repository) return [];
  const staged = inIndex(repository);
  const fromTree: (string[] | null)[] = [];
  for (const one of taken) {
    if (findRepository(one.folder)?.top !== repository.top) continue;
    fromTree.push(changedSince(repository, one));
    if (one.takes === "untracked" || one.takes === "ignored") fromTree.push(notTracked(repository, one));
  }
  if (staged === null || fromTree.includes(null)) return null;
  const index = createIndexReader(repository, repository.top)();
  const all = new Map(
    staged.map((path) => [path, standsAsStaged(path, index?.entries.get(path.slice(repository.top.length + 1)))]),
  );
  for (const path of fromTree.flatMap((paths) => paths ?? [])) all.set(path, true);
  const committed = [...all].map(([path, stands]) => ({ path, stands }));
  return only === null ? committed : committed.filter(({ path }) => isTaken(path, only, repository));
}

/** The index has what stands there, or both have nothing. */
export function standsAsStaged(path: string, entry: IndexEntry | undefined): boolean {
  const stamp = stampAt(path);
  return entry === undefined || stamp === null
    ? entry === undefined && stamp === null
    : holds(path, isLink(stamp), entry);
}

export function inIndex(repository: Repository): string[] | null {
  const head = headRevision(repository);
  const merging = onSystemError("any", "", () => readRegular(join(repository.gitDir, "MERGE_HEAD")).toString("utf8"));
  const parents = [head === "unknown" ? EMPTY_TREE : head, ...merging.split("\n").filter((line) => line !== "")];
  let staged: Set<string> | undefined;
  for (const parent of parents) {
    const words = [
      "diff-index",
      "--cached",
      "--name-only",
      "--no-renames",
      "--ignore-submodules=none",
      "-z",
      parent,
      "--",
    ] as const;
    const answer = runGit(repository, { words, input: "", mostBytes: MOST_BYTES });
    if (!answer.ok) return null;
    const changed = pathsIn(answer.output);
    staged = new Set(staged === undefined ? changed : changed.filter((path) => staged?.has(path)));
  }
  return [...(staged ?? [])].map((path) => join(repository.top, path));
}

/** Tracked files that are not what the index has. */
export function changedSince(repository: Repository, taken: Taken): string[] | null {
  const index = createIndexReader(repository, repository.top)();
  if (index === null) return stampAt(join(repository.gitDir, "index")) === null ? [] : null;
  const files = [...index.entries].flatMap(([path, entry]) => {
    const absolute = join(repository.top, path);
    if ((entry.isSkipped && taken.takes !== "hidden") || !isTaken(absolute, taken, repository)) return [];
    const stamp = stampAt(absolute);
    if (stamp !== null && isAsGitSawIt(stamp, entry, index)) return [];
    const isSame = stamp !== null && isLikeIn(stamp, entry, repository) && holds(absolute, isLink(stamp), entry);
    return isSame ? [] : [absolute];
  });
  return [...files, ...movedModules(repository, index, taken)];
}

/** Links and files that may be run are told apart by git, the latter unless it was told not to. */
function isLikeIn(stamp: FileStamp, { mode }: IndexEntry, repository: Repository): boolean {
  if (isLink(stamp) !== isLink({ ...stamp, mode })) return false;
  if (isLink(stamp) || ((stamp.mode ^ mode) & OWNER_RUNS) === 0) return true;
  const said = gitSetting(repository, "core.fileMode");
  return said.ok && said.value === "false";
}

/** Folders that are repositories of their own, and at another commit than the index has. */
function movedModules({ top }: Repository, { modules }: GitIndex, taken: Taken): string[] {
  return [...modules].flatMap(([path, commit]) => {
    const absolute = join(top, path);
    const inner = findRepository(absolute);
    const isThere = inner !== null && inner.top === absolute && headRevision(inner) !== commit;
    return isThere && isTaken(absolute, taken, { top }) ? [absolute] : [];
  });
}

/** Line ends that git makes its own on the way in are no change; of other filters a touched file counts as changed. */
function holds(path: string, isLink: boolean, { blob }: IndexEntry): boolean {
  return onSystemError("any", false, () => {
    const bytes = isLink ? readlinkSync(path, { encoding: "buffer" }) : readRegular(path);
    if (blobName(bytes, blob) === blob) return true;
    return (
      bytes.includes("\r\n") &&
      blobName(Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1"), blob) === blob
    );
  });
}

export function notTracked(repository: Repository, taken: Taken): string[] | null {
  const ignoring = taken.takes === "ignored" ? [] : ["--exclude-standard", ...personsIgnores(repository)];
  const answer = runGit(repository, {
    words: ["ls-files", "--others", "-z", ...ignoring],
    input: "",
    mostBytes: MOST_BYTES,
  });
  if (!answer.ok) return null;
  const paths = pathsIn(answer.output).map((path) => join(repository.top, path));
  return paths.filter((path) => isTaken(path, taken, repository));
}

/** What the person ignores everywhere: our git is told of no settings but the repository's. */
function personsIgnores(repository: Repository): string[] {
  const said = gitSetting(repository, "core.excludesFile");
  const { XDG_CONFIG_HOME, HOME = "" } = process.env;
  const usual = join(XDG_CONFIG_HOME || join(HOME, ".config"), "git/ignore");
  const file = said.ok && said.value !== null ? said.value : usual;
  return stampAt(file) === null ? [] : [`--exclude-from=${file}`];
}

function isTaken(path: string, { folder, paths }: Taken, { top }: Pick<Repository, "top">): boolean {
  return paths === null || paths.flatMap((one) => placesOf(one, folder, top)).some((place) => isAtOrBelow(path, place));
}

/** Git goes through links that lead to the repository. */
function placesOf(path: string, folder: string, top: string): string[] {
  const named = path.startsWith(":/") ? join(top, path.slice(2)) : resolve(folder, path);
  const above = realFolder(dirname(named));
  return [named, ...(above === null ? [] : [join(above, basename(named))]), realFolder(named) ?? named];
}

function isAtOrBelow(path: string, place: string): boolean {
  const folder = place.endsWith("/") ? place.slice(0, -1) : place;
  return path === folder || path.startsWith(`${folder}/`);
}

function pathsIn(output: Buffer): string[] {
  return output.toString("utf8").split("\0").filter(Boolean);
}
