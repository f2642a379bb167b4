/**
 * The ends of the chains in a git ref, where a person asked for it: pushed elsewhere, it is an anchor that nobody who
 * writes to this machine's files can set back.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { jsonFields, ProblemError, problem } from "@intentgate/documents";
import { type Repository, readText, runGit } from "@intentgate/world";
import type { LedgerHead } from "./store.ts";

export const ANCHOR_REF = "refs/intentgate/heads";
const LARGEST_BYTES = 64_000_000;

/** Empty where the repository has no anchor. */
export function readAnchor(repository: Repository): LedgerHead[] {
  if (!hasAnchor(repository)) return [];
  const answer = runGit(repository, {
    words: ["cat-file", "--batch"],
    input: `${ANCHOR_REF}\n`,
    mostBytes: LARGEST_BYTES,
  });
  if (!answer.ok) throw failed("read", answer.why);
  const text = answer.output.toString("utf8");
  const end = text.indexOf("\n");
  const [, kind] = text.slice(0, end).split(" ");
  if (kind !== "blob") return [];
  return text
    .slice(end + 1)
    .split("\n")
    .flatMap(readHead);
}

/** Known from git's files alone: where nobody asked for an anchor, no git is needed either. */
function hasAnchor({ commonDir }: Repository): boolean {
  if (existsSync(join(commonDir, ANCHOR_REF))) return true;
  const packed = readText(join(commonDir, "packed-refs")) ?? "";
  return packed.split("\n").some((line) => line.endsWith(` ${ANCHOR_REF}`));
}

/** No session is ever dropped and no end set back: what was anchored before and is gone now must go on to show. */
export function writeAnchor(repository: Repository, heads: readonly LedgerHead[]): LedgerHead[] {
  const all = new Map(readAnchor(repository).map((head) => [head.session, head]));
  for (const head of heads) if (head.seq > (all.get(head.session)?.seq ?? 0)) all.set(head.session, head);
  const anchored = [...all.values()].sort((a, b) => (a.session < b.session ? -1 : 1));
  const lines = anchored.map(({ session, seq, hash }) => `${JSON.stringify({ session, seq, hash })}\n`);
  const blob = runGit(repository, {
    words: ["hash-object", "-w", "--no-filters", "--stdin"],
    input: lines.join(""),
    mostBytes: 1_000,
  });
  const name = blob.ok ? blob.output.toString("latin1").trim() : "";
  if (!blob.ok || !/^[0-9a-f]{40,64}$/.test(name)) throw failed("write", blob.ok ? "git gave no name" : blob.why);
  const updated = runGit(repository, { words: ["update-ref", ANCHOR_REF, name], input: "", mostBytes: 10_000 });
  if (!updated.ok) throw failed("write", updated.why);
  return anchored;
}

function failed(what: "read" | "write", why: string): ProblemError {
  const code = what === "read" ? "CANNOT_READ" : "CANNOT_WRITE";
  const remedy = "Check that git works in this repository: `git show-ref` must answer.";
  return new ProblemError([problem(code, `cannot ${what} ${ANCHOR_REF}: ${why.trim()}`, remedy)]);
}

/** A line that says something else names no head. */
function readHead(line: string): LedgerHead[] {
  const { session, seq, hash } = jsonFields(line);
  const isHead = typeof session === "string" && typeof hash === "string" && Number.isSafeInteger(seq);
  return isHead ? [{ session, seq: seq as number, hash }] : [];
}
