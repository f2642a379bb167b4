/** The line of commits of a repository, oldest first: what each changed from the one before it. Links and modules are left out. */
import { execFileSync } from "node:child_process";

export interface Version {
  bytes: Buffer;
  isProgram: boolean;
  /** The names of git for what stood there, if a file did, and for what does. */
  blobs: { before: string | null; after: string };
}

export type Change =
  | { kind: "written"; path: string; to: Version }
  | { kind: "removed"; path: string }
  | { kind: "renamed"; from: string; path: string; to: Version };

export interface Commit {
  id: string;
  changes: Change[];
}

const LARGEST = 2_000_000;
const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const regular = new Set(["100644", "100755"]);

/** The last `most` commits along first parents; the first of them is the whole tree as it stood then. */
export function readHistory(repository: string, most: number): Commit[] {
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", repository, ...words], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "ignore"] });
  const ids = String(git("rev-list", "--first-parent", `--max-count=${most}`, "HEAD"))
    .trim()
    .split("\n")
    .reverse();
  return ids.map((id, at) => ({ id, changes: changesOf(git, ids[at - 1] ?? EMPTY_TREE, id) }));
}

function changesOf(git: (...words: string[]) => Buffer, before: string, after: string): Change[] {
  const words = String(git("diff-tree", "-r", "-M", "--raw", "-z", "--no-abbrev", before, after)).split("\0");
  const version = (before: string | null, after: string, mode: string): Version | null => {
    const bytes = git("cat-file", "blob", after);
    return bytes.length > LARGEST ? null : { bytes, isProgram: mode === "100755", blobs: { before, after } };
  };
  const changes: Change[] = [];
  for (let at = 0; at < words.length - 1; ) {
    const [modeBefore = "", mode = "", was = "", blob = "", status = ""] = (words[at++] ?? "").slice(1).split(" ");
    const path = words[at++] ?? "";
    const target = status.startsWith("R") ? (words[at++] ?? "") : path;
    const stood = regular.has(modeBefore);
    const to = regular.has(mode) ? version(stood ? was : null, blob, mode) : null;
    if (to === null) {
      if (stood) changes.push({ kind: "removed", path });
    } else if (stood && target !== path) changes.push({ kind: "renamed", from: path, path: target, to });
    else changes.push({ kind: "written", path: target, to });
  }
  return changes;
}
