/** The bytes that git keeps under a name, taken only where they are what the name says. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { type FileStamp, stampAt } from "../files/file-stamp.ts";
import type { Repository } from "./git-facts.ts";
import { runGit } from "./run-git.ts";

/** Git's own name for these bytes; the length of the name tells which of its two hashes the repository uses. */
export function blobName(bytes: Uint8Array, like: string): string {
  return createHash(like.length === 64 ? "sha256" : "sha1")
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest("hex");
}

/** Those that cannot be had are missing from the answer. */
export function readBlobs(repository: Repository, names: readonly string[], mostBytes: number): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const asked = [...new Set(names)].filter((name) => /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(name));
  if (asked.length === 0) return found;
  const answer = runGit(repository, {
    words: ["cat-file", "--batch"],
    input: asked.map((name) => `${name}\n`).join(""),
    mostBytes: mostBytes + asked.length * 128,
  });
  if (!answer.ok) return found;
  const { output } = answer;
  for (let at = 0; at < output.length; ) {
    const stop = output.indexOf(10, at);
    if (stop < 0) break;
    const [name = "", kind, size] = output.toString("latin1", at, stop).split(" ");
    at = stop + 1;
    if (size === undefined) continue; // "<name> missing"
    const bytes = output.subarray(at, at + Number(size));
    at += Number(size) + 1;
    if (kind === "blob" && blobName(bytes, name) === name) found.set(name, bytes);
  }
  return found;
}

/** The file of an object that is not packed, which tells when git got it; null for any other. */
export function looseObject({ commonDir }: Repository, name: string): FileStamp | null {
  return stampAt(join(commonDir, "objects", name.slice(0, 2), name.slice(2)));
}

/** Git's names of these blobs, `commit:path` or names themselves, in the order asked; null for what is not there. */
export function blobsNamed(repository: Repository, names: readonly string[]): (string | null)[] {
  if (names.length === 0) return [];
  const input = names.map((name) => `${name}\n`).join("");
  const mostBytes = 1_000_000 + input.length * 2;
  const answer = runGit(repository, { words: ["cat-file", "--batch-check"], input, mostBytes });
  const lines = answer.ok ? answer.output.toString("utf8").split("\n") : [];
  return names.map((_, at) => /^([0-9a-f]{40,64}) blob \d+$/.exec(lines[at] ?? "")?.[1] ?? null);
}

/** Of these names, those of blobs that git has. */
export function objectsAmong(repository: Repository, names: readonly string[]): ReadonlySet<string> {
  return new Set(blobsNamed(repository, names).filter((one) => one !== null));
}
