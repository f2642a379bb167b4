/** The bytes that git keeps under a name, taken only where they are what the name says. */
import { createHash } from "node:crypto";
import type { Repository } from "../roots/git-facts.ts";
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
