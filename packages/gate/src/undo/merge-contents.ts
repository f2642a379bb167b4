/** Three texts into one: what stands, with what a call changed taken out of it. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isBinary } from "@intentgate/trace";
import { type Repository, runGit } from "@intentgate/world";

export interface Merge {
  stands: Uint8Array;
  /** As the call left it, and as it found it. */
  left: Uint8Array;
  found: Uint8Array;
}

export interface Merged {
  bytes: Uint8Array;
  /** In how many places a person has to choose: there stand conflict markers. */
  conflicts: number;
}

const NAMES = ["as it stands", "as the call left it", "as it was before the call"] as const;

/** Null for what has no lines, and where git cannot be had. `folder` is private. */
export function mergeContents(
  { stands, left, found }: Merge,
  repository: Repository | null,
  folder: string,
): Merged | null {
  const texts = [stands, left, found];
  if (repository === null || texts.some(isBinary)) return null;
  const place = mkdtempSync(join(folder, "merge-"));
  try {
    const files = texts.map((bytes, at) => {
      const file = join(place, `${at}`);
      writeFileSync(file, bytes, { mode: 0o600 });
      return file;
    });
    const labels = NAMES.flatMap((name) => ["-L", name]);
    const mostBytes = texts.reduce((sum, { length }) => sum + length, 1_000_000);
    const answer = runGit(repository, { words: ["merge-file", "-p", ...labels, ...files], input: "", mostBytes });
    return answer.ok ? { bytes: answer.output, conflicts: answer.status } : null;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
