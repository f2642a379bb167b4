/**
 * Whether exactly these bytes could be had again once something else stands in their place: they are kept, or in a git
 * object that a ref leads to. What git cannot say in time cannot be restored.
 */
import type { KeptBytes } from "@intentgate/sidecar";
import { blobName, hashOf, headRevision, objectsAmong, type Repository, runGit } from "@intentgate/world";

export interface RestoreParts {
  kept: Pick<KeptBytes, "find">;
  repository: Repository | null;
}

const MOST_BYTES = 64_000_000;

/** `path` is relative to the top of the repository; it only says where git finds them soonest. */
export function canBeRestored(bytes: Uint8Array, path: string, { kept, repository }: RestoreParts): boolean {
  if (kept.find(hashOf(bytes)) !== null) return true;
  if (repository === null) return false;
  const blob = blobName(bytes, headRevision(repository));
  if (!objectsAmong(repository, [blob]).has(blob)) return false;
  const inHistory = ["--full-history", "--", `:(top,literal)${path}`];
  return isReachable(repository, blob, inHistory) || isReachable(repository, blob, []);
}

/** An object that was only staged, or whose branch is gone, is git's to throw away. */
function isReachable(repository: Repository, blob: string, among: readonly string[]): boolean {
  const words = ["rev-list", "--objects", "--all", ...among] as const;
  const answer = runGit(repository, { words: [...words], input: "", mostBytes: MOST_BYTES });
  if (!answer.ok) return false;
  const name = Buffer.from(blob);
  return answer.output.subarray(0, name.length).equals(name) || answer.output.includes(`\n${blob}`);
}
