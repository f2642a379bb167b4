/** Git's folder as it stands on the layer, beside the one of the tree. */
import { createHash } from "node:crypto";
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { bareIndex, findRepository, onSystemError, type Repository, readRegular, runGit } from "@intentgate/world";
import type { Change } from "./change.ts";
import { type GitPlace, placeInGit } from "./git-place.ts";

export interface GitLayer {
  repository: Repository;
  /** Where a path of git's folder stood before, and stands on the layer. */
  before(path: string): string;
  after(path: string): string;
  /** By path in git's folder. */
  changes: ReadonlyMap<string, Change>;
}

/** The layers that a command wrote to. */
export interface Written {
  root: string;
  upper: string;
  /** Where git's folder is not one of the root: its place, and its own layer. */
  git: { place: GitPlace; upper: string } | null;
  changes: readonly Change[];
}

type Words = Parameters<typeof runGit>[1]["words"];

const MOST_BYTES = 64_000_000;
const MOST_OBJECT_BYTES = 256_000_000;

/** Null where git's folder is not the one of the root, or holds objects that are not what their names say. */
export function gitLayer({ root, upper, git, changes }: Written): GitLayer | null {
  const repository = findRepository(root);
  if (repository?.top !== root) return null;
  const changed = changesBelow(".git/", changes, (path) => !path.startsWith("modules/"));
  if (git !== null) {
    const { place } = git;
    const at = (folder: string) => (path: string) => join(folder, placeInGit(place, path));
    return honest({ repository, before: at(place.folder), after: at(git.upper), changes: changed });
  }
  if (repository.gitDir !== join(root, ".git")) return null;
  const at = (folder: string) => (path: string) => join(folder, ".git", path);
  return honest({ repository, before: at(root), after: at(upper), changes: changed });
}

export function changesBelow(
  folder: string,
  changes: readonly Change[],
  isOf: (path: string) => boolean = () => true,
): Map<string, Change> {
  const below = changes.filter(({ path }) => path.startsWith(folder) && isOf(path.slice(folder.length)));
  return new Map(below.map((change) => [change.path.slice(folder.length), change]));
}

export function honest(layer: GitLayer): GitLayer | null {
  return hasHonestObjects(layer) && !replacesObjects(layer) ? layer : null;
}

/** Git would read another object in the place of the one that a name says. Those without a pack are not let through. */
function replacesObjects(layer: GitLayer): boolean {
  const packed = layer.changes.has("packed-refs") ? (textOf("packed-refs", layer) ?? "") : "";
  return /^\^?[0-9a-f]+\s+refs\/replace\//im.test(packed);
}

/** By the settings and references that stood before, with the objects of both. */
export function askGit({ repository, after }: GitLayer, words: Words, input = ""): ReturnType<typeof runGit> {
  return runGit(repository, { words, input, mostBytes: MOST_BYTES }, after("objects"));
}

/** Every new object is what its name says and was not there before, so whoever reads it later reads what is read here. */
function hasHonestObjects({ repository, after, changes }: GitLayer): boolean {
  const files = [...changes].flatMap(([path, { does }]) =>
    /^objects\/..\/./.test(path) && does === "create" ? [path] : [],
  );
  const names = files.map((path) => path.slice("objects/".length).replace("/", ""));
  const isHonest = (path: string, at: number) => {
    const name = names[at] ?? "";
    const bytes = onSystemOrZlibError(() =>
      inflateSync(readRegular(after(path)), { maxOutputLength: MOST_OBJECT_BYTES }),
    );
    return (
      bytes !== null &&
      createHash(name.length === 64 ? "sha256" : "sha1")
        .update(bytes)
        .digest("hex") === name
    );
  };
  if (names.length === 0) return true;
  const input = names.map((name) => `${name}\n`).join("");
  const there = runGit(repository, { words: ["cat-file", "--batch-check"], input, mostBytes: MOST_BYTES });
  const isNew =
    there.ok &&
    there.output
      .toString("latin1")
      .split("\n")
      .filter((line) => line.endsWith(" missing")).length === names.length;
  return isNew && files.every(isHonest);
}

function onSystemOrZlibError(read: () => Buffer): Buffer | null {
  try {
    return read();
  } catch (error) {
    // A bug has no code; what is no object has one of zlib's.
    if (!(error instanceof Error && "code" in error)) throw error;
    return null;
  }
}

export type Entry = NonNullable<ReturnType<typeof bareIndex>>["entries"][number];

/**
 * The entries of the index before and after; null where one cannot be read. The one on the layer is written anew, without
 * what git would take on trust.
 */
export function indexes({ repository, before, after, changes }: GitLayer): { before: Entry[]; after: Entry[] } | null {
  const change = changes.get("index");
  const file = after("index");
  const old = entriesIn(read(before("index")));
  if (change === undefined) return { before: old?.entries ?? [], after: old?.entries ?? [] };
  if (old === null) return null;
  const made = entriesIn(change.does === "delete" ? null : read(file));
  if (made === null) return null;
  if (made.bytes !== null) {
    const { atime, mtime } = statSync(file);
    writeFileSync(file, made.bytes);
    // A later time would make git believe that it looked at the files later.
    utimesSync(file, atime, mtime);
  }
  return { before: old.entries, after: made.entries };

  function entriesIn(bytes: Buffer | null): { entries: Entry[]; bytes: Buffer | null } | null {
    return bytes === null ? { entries: [], bytes: null } : bareIndex(bytes, repository);
  }
}

/** Where names of commits stand: at the start of a line, in a log two of them. */
const naming = /^(?:HEAD|[A-Z][A-Z_]*_HEAD|packed-refs|refs\/.+|logs\/.+)$/;
const named = /^\^?([0-9a-f]{40}(?:[0-9a-f]{24})?)(?: ([0-9a-f]{40}(?:[0-9a-f]{24})?))?(?=\s|$)/gim;

/** What is named on the layer and was not before; null where it is no commit. */
export function newTips(layer: GitLayer): string[] | null {
  const { changes } = layer;
  const tips = new Set<string>();
  for (const [path, change] of changes) {
    if (!naming.test(path) || change.does === "delete" || change.made.kind !== "file") continue;
    const before = namesIn(read(layer.before(path)));
    for (const name of namesIn(read(layer.after(path)))) if (!before.has(name)) tips.add(name);
  }
  if (tips.size === 0) return [];
  const kinds = askGit(layer, ["cat-file", "--batch-check"], [...tips].map((tip) => `${tip}^{commit}\n`).join(""));
  return kinds.ok && !/ missing$/m.test(kinds.output.toString("latin1")) ? [...tips] : null;
}

export function namesIn(bytes: Buffer | null): Set<string> {
  const all = [...(bytes?.toString("latin1") ?? "").matchAll(named)].flatMap(([, one = "", two = ""]) => [one, two]);
  return new Set(all.map((name) => name.toLowerCase()).filter((name) => /[1-9a-f]/.test(name)));
}

const MOST_STEPS = 5;

export function revisionOf(ref: string, layer: GitLayer, steps = 0): string | null {
  const text = textOf(ref, layer)?.trim();
  if (text === undefined) {
    const packed = textOf("packed-refs", layer)?.split("\n") ?? [];
    return packed.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0] ?? null;
  }
  const next = /^ref:\s*(refs\/\S+)$/.exec(text)?.[1];
  if (next !== undefined) return steps < MOST_STEPS && !next.includes("..") ? revisionOf(next, layer, steps + 1) : null;
  return /^[0-9a-f]{40,64}$/i.test(text) ? text : null;
}

/** As it stands on the layer, or below it. */
export function textOf(path: string, { before, after, changes }: GitLayer): string | undefined {
  const change = changes.get(path);
  if (change?.does === "delete") return;
  return read(change === undefined ? before(path) : after(path))?.toString("utf8");
}

export function read(file: string): Buffer | null {
  return onSystemError("any", null, () => readRegular(file));
}
