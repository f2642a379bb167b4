/**
 * The commit that took a line in, out of those that were noted for its record: notes are never taken back, so what they
 * say is looked at again. It must be part of what is checked out, and hold the line.
 */
import type { GovernedRoot } from "@intentgate/sidecar";
import { findRepository, headRevision, type Repository, readBlobs, runGit } from "@intentgate/world";
import { objectsOf, pathInGit } from "../git/git-objects.ts";
import { commitNotes, isCommit } from "../git/record-commits.ts";
import type { Blame } from "./blame.ts";
import type { CreditedRecord } from "./line-credit.ts";

const MOST_COMMITS = 16;
const MOST_BYTES = 64_000_000;

/** `path` is where the line stands now. Empty where no commit is known, or none that was noted holds the line. */
export function commitsOfLine(
  root: Pick<GovernedRoot, "root" | "sidecar">,
  blame: Blame,
  path: string,
  credited: CreditedRecord,
): string[] {
  const noted = commitNotes(root.sidecar).commitsOf(blame.record(credited.number).id).slice(-MOST_COMMITS);
  const repository = noted.length === 0 ? null : findRepository(root.root);
  const head = headRevision(repository);
  if (repository === null || !isCommit(head)) return [];
  const { written } = credited;
  const paths = [...new Set([path, written.path])].filter((one) => !/[\n\0]/.test(one)); // git is asked line by line
  const blobs = blobsAt(repository, root.root, noted, paths);
  // The oldest: later ones may have moved the line, or taken in others of the same record.
  const first = noted.find(
    (commit) =>
      paths.some((one) => holds(blobs.get(`${commit}:${one}`), one, credited, blame)) &&
      isPartOf(repository, commit, head),
  );
  return first === undefined ? [] : [first];
}

function holds(bytes: Buffer | undefined, path: string, { number, written }: CreditedRecord, blame: Blame): boolean {
  const credits = bytes ? blame.content(path, bytes) : null;
  return (credits ?? []).some(
    (one) =>
      one.credit === "record" &&
      one.number === number &&
      one.written.line === written.line &&
      one.written.path === written.path,
  );
}

/** By `commit:path`, the path relative to the root. */
function blobsAt(
  repository: Repository,
  root: string,
  commits: readonly string[],
  paths: readonly string[],
): Map<string, Buffer> {
  const asked = commits.flatMap((commit) => paths.map((path) => ({ commit, path })));
  const found = objectsOf(
    repository,
    asked.map(({ commit, path }) => `${commit}:${pathInGit(root, repository, path)}`),
  );
  const names = found.flatMap((one) => one?.name ?? []);
  const blobs = readBlobs(repository, names, MOST_BYTES);
  return new Map(
    asked.flatMap(({ commit, path }, at) => {
      const bytes = blobs.get(found[at]?.name ?? "");
      return bytes ? [[`${commit}:${path}`, bytes] as const] : [];
    }),
  );
}

function isPartOf(repository: Repository, commit: string, head: string): boolean {
  if (commit === head) return true;
  const answer = runGit(repository, { words: ["merge-base", commit, head], input: "", mostBytes: 10_000 });
  return answer.ok && answer.output.toString("latin1").trim() === commit;
}
