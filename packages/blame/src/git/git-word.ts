/**
 * What git says of a line that is older than the ledger: who committed it, and when. One `git blame` of one line, of a
 * commit and not of the tree: for the tree git would run the clean filters that a repository can name.
 */
import { join } from "node:path";
import { byteLines, lineHunks } from "@intentgate/trace";
import { findRepository, headRevision, type Repository, readText, runGit } from "@intentgate/world";
import { pathInGit } from "./git-objects.ts";
import { isCommit } from "./record-commits.ts";

export interface GitWord {
  author: string;
  commit: string;
  /** When the author wrote it, by git. */
  at: string;
  summary: string;
  /** The history ends there, as in a clone that is not deep: it may be older. */
  cut: boolean;
}

const MOST_BYTES = 64_000_000;

/** Null where git does not know the line either. `path` is relative to the root, `line` counts from 1. */
export function gitWordOf(root: string, path: string, bytes: Uint8Array, line: number): GitWord | null {
  const repository = findRepository(root);
  const commit = headRevision(repository);
  if (repository === null || !isCommit(commit)) return null;
  const named = pathInGit(root, repository, path);
  if (/[\n\0]/.test(named)) return null; // git is asked line by line
  const committed = bytesAt(repository, commit, named);
  const at = committed === null ? null : lineThen(committed, bytes, line);
  if (at === null) return null;
  const answer = runGit(repository, {
    words: [
      "blame",
      "--porcelain",
      "--root",
      "--no-textconv",
      "--encoding=UTF-8",
      "-L",
      `${at},${at}`,
      commit,
      "--",
      named,
    ],
    input: "",
    mostBytes: MOST_BYTES,
  });
  const told = answer.ok ? readPorcelain(answer.output.toString("utf8")) : null;
  return told && { ...told, cut: isCutOff(repository, told.commit) };
}

/** A clone that is not deep names the commits that its history ends at. */
function isCutOff({ commonDir }: Repository, commit: string): boolean {
  return (readText(join(commonDir, "shallow")) ?? "").split("\n").includes(commit);
}

function bytesAt(repository: Repository, commit: string, path: string): Buffer | null {
  const input = `${commit}:${path}\n`;
  const answer = runGit(repository, { words: ["cat-file", "--batch"], input, mostBytes: MOST_BYTES });
  if (!answer.ok) return null;
  const end = answer.output.indexOf(10);
  const [, kind, size] = answer.output.toString("latin1", 0, end).split(" ");
  return kind === "blob" ? answer.output.subarray(end + 1, end + 1 + Number(size)) : null;
}

/** Where the line stood in the commit; null where it did not. Line ends may have been converted on the way. */
function lineThen(committed: Uint8Array, bytes: Uint8Array, line: number): number | null {
  const [before, after] = [committed, bytes].map((one) => byteLines(one).map((text) => text.replace(/\r?\n$/, "")));
  let moved = 0;
  for (const hunk of lineHunks(before ?? [], after ?? [])) {
    if (line - 1 < hunk.afterStart) break;
    if (line - 1 < hunk.afterEnd) return null;
    moved = hunk.beforeEnd - hunk.afterEnd;
  }
  return line + moved;
}

/** The first line names the commit; the next ones say of it what they are called. */
function readPorcelain(text: string): Omit<GitWord, "cut"> | null {
  const [first = "", ...lines] = text.split("\n");
  const commit = first.split(" ")[0];
  const told = (name: string) => lines.find((one) => one.startsWith(`${name} `))?.slice(name.length + 1);
  const seconds = Number(told("author-time"));
  const date = new Date(seconds * 1000);
  if (!isCommit(commit) || Number.isNaN(date.getTime())) return null;
  return {
    author: told("author") ?? "unknown",
    commit,
    at: date.toISOString(),
    summary: told("summary") ?? "",
  };
}
