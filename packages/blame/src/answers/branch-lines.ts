/** What a branch brought since it left another: every line that it added, and whose that is. Only commits count. */
import { type Checked, type ProblemCode, problem } from "@intentgate/documents";
import type { GovernedRoot } from "@intentgate/sidecar";
import { compareLines } from "@intentgate/trace";
import { findRepository, headRevision, type Repository, readBlobs, runGit } from "@intentgate/world";
import { isCommit } from "../git/record-commits.ts";
import type { Blame } from "./blame.ts";
import type { LineCredit } from "./line-credit.ts";

export interface BranchLine {
  /** From 1, in the last commit of the branch. */
  line: number;
  credit: LineCredit;
}

export interface BranchFile {
  /** Relative to the root. */
  path: string;
  /** As git names it. */
  place: string;
  /** Lines that say something: blank ones and lone brackets count for nobody. */
  added: BranchLine[];
}

export interface Branch {
  /** Where the two parted. */
  base: string;
  head: string;
  files: BranchFile[];
  /** Changed files outside of the root: nothing is known of them. */
  beyond: number;
}

interface ChangedBlob {
  place: string;
  before: string;
  after: string;
}

const MOST_BYTES = 256_000_000;
const REGULAR = /^100(?:644|755)$/;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

/** `name`: a branch, a tag or a commit. */
export function branchLines({ root }: Pick<GovernedRoot, "root">, blame: Blame, name: string): Checked<Branch> {
  const repository = findRepository(root);
  if (repository === null)
    return wrong("NOT_FOUND", "there is no git repository here", "A branch needs one: `git init`.");
  const head = headRevision(repository);
  if (!isCommit(head)) return wrong("NOT_FOUND", "nothing is committed here yet", "Commit first.");
  const other = commitNamed(repository, name);
  if (other === null)
    return wrong(
      "NOT_FOUND",
      `git knows no ${JSON.stringify(name)}`,
      "Name a branch, or fetch it: `git fetch origin`.",
    );
  const base = asked(repository, ["merge-base", other, head]);
  if (!isCommit(base)) {
    const remedy = "Fetch more of the history; in a workflow that is `fetch-depth: 0`.";
    return wrong("NOT_FOUND", `this branch and ${name} have no commit in common here`, remedy);
  }
  const changed = changedBlobs(repository, base, head);
  if (changed === null) return wrong("BAD_INPUT", "git could not compare the two commits", "`git fsck` may tell why.");
  const prefix = root === repository.top ? "" : `${root.slice(repository.top.length + 1)}/`;
  const here = changed.filter(({ place }) => place.startsWith(prefix));
  const blobs = readBlobs(
    repository,
    here.flatMap(({ before, after }) => [before, after]),
    MOST_BYTES,
  );
  const missing = here.filter(({ after }) => !blobs.has(after)).length;
  if (missing > 0)
    return wrong("NOT_FOUND", `git does not give the contents of ${missing} changed files`, "`git fsck` may tell why.");
  const files = here.flatMap((one): BranchFile[] => {
    const path = one.place.slice(prefix.length);
    const after = blobs.get(one.after);
    if (after === undefined || path.startsWith(".orchestration/")) return [];
    const added = addedLines(blobs.get(one.before) ?? null, after);
    const credits = added.length === 0 ? null : blame.content(path, after);
    if (credits === null) return [];
    return [{ path, place: one.place, added: added.flatMap((line) => creditedAt(credits, line)) }];
  });
  return { ok: true, value: { base, head, files, beyond: changed.length - here.length } };
}

function creditedAt(credits: readonly LineCredit[], line: number): BranchLine[] {
  const credit = credits[line - 1];
  return credit === undefined ? [] : [{ line, credit }];
}

function addedLines(before: Uint8Array | null, after: Uint8Array): number[] {
  const compared = compareLines(before, after);
  if (compared === "binary") return [];
  return compared.hunks.flatMap(({ afterStart, afterEnd }) =>
    Array.from({ length: afterEnd - afterStart }, (_, at) => afterStart + at + 1).filter((line) =>
      SAYS_SOMETHING.test(Buffer.from(compared.after[line - 1] ?? "", "latin1").toString("utf8")),
    ),
  );
}

/** A name may be one of this clone or of where it came from; what could be read as an option or a range is none. */
function commitNamed(repository: Repository, name: string): string | null {
  if (name === "" || /^[-^]|\.\.|[\s\0]|@\{/.test(name)) return null;
  for (const one of [name, `refs/remotes/origin/${name}`]) {
    const commit = asked(repository, ["rev-list", "--max-count=1", "--end-of-options", one, "--"]);
    if (isCommit(commit)) return commit;
  }
  return null;
}

function asked(repository: Repository, words: Parameters<typeof runGit>[1]["words"]): string | null {
  const answer = runGit(repository, { words, input: "", mostBytes: 10_000 });
  return answer.ok ? (answer.output.toString("utf8").split("\n")[0] ?? null) : null;
}

/** Files that stand in the later commit and not so in the earlier one; a file that was only renamed has the same blob. */
function changedBlobs(repository: Repository, base: string, head: string): ChangedBlob[] | null {
  const words = ["diff-tree", "-r", "-z", "-M", "--no-abbrev", "--no-commit-id", base, head] as const;
  const answer = runGit(repository, { words, input: "", mostBytes: 64_000_000 });
  if (!answer.ok) return null;
  const fields = answer.output.toString("utf8").split("\0");
  const found: ChangedBlob[] = [];
  for (let at = 0; at < fields.length; ) {
    const [, mode, before, after, status] = /^:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])/.exec(fields[at] ?? "") ?? [];
    if (mode === undefined || before === undefined || after === undefined) break;
    const names = status === "R" || status === "C" ? 2 : 1;
    const place = fields[at + names] ?? "";
    if (REGULAR.test(mode) && before !== after) found.push({ place, before, after });
    at += 1 + names;
  }
  return found;
}

function wrong(
  code: ProblemCode,
  message: string,
  remedy: string,
): { ok: false; problems: ReturnType<typeof problem>[] } {
  return { ok: false, problems: [problem(code, message, remedy)] };
}
