/** The id of a new intent: one that no branch here and no other clone gives to something else. */
import { createHash } from "node:crypto";
import { readIntents } from "@intentgate/policy";
import { blobsNamed, findRepository, type Repository, readBlobs, runGit } from "@intentgate/world";
import type { GovernedRoot } from "./governed-root.ts";

const MOST_BRANCHES = 200;
const MOST_BYTES = 16_000_000;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const SIGNS = `${LETTERS}0123456789`;

/** `known`: what stands in the file. What git cannot tell is not known: a person sees the same id twice when they merge. */
export function freeIntentId(root: Pick<GovernedRoot, "authoredAt" | "secretKey">, known: Iterable<string>): string {
  const repository = findRepository(root.authoredAt);
  if (repository === null) return nextId(known, null);
  const tips = tipsOf(repository, "--branches", "--remotes");
  const ids = [...known, ...idsIn(repository, root.authoredAt, tips)];
  // Where something was fetched there are other clones.
  const isShared = tipsOf(repository, "--remotes").length > 0;
  return nextId(ids, isShared ? markOf(root.secretKey.make()) : null);
}

/** After the highest `INT-nnn`, archived ones included: a number that once had a meaning is not used again. */
export function nextId(ids: Iterable<string>, mark: string | null): string {
  let highest = 0;
  for (const id of ids) {
    const number = /^INT-(\d{1,9})(?:-[a-z][a-z0-9])?$/.exec(id)?.[1];
    if (number) highest = Math.max(highest, Number(number));
  }
  return `INT-${String(highest + 1).padStart(3, "0")}${mark === null ? "" : `-${mark}`}`;
}

function tipsOf(repository: Repository, ...refs: readonly string[]): string[] {
  const words = ["rev-list", "--no-walk", `--max-count=${MOST_BRANCHES}`, ...refs] as const;
  const answer = runGit(repository, { words, input: "", mostBytes: MOST_BYTES });
  return answer.ok ? answer.output.toString("latin1").split("\n").filter(Boolean) : [];
}

function idsIn(repository: Repository, root: string, tips: readonly string[]): string[] {
  const below = root === repository.top ? "" : `${root.slice(repository.top.length + 1)}/`;
  const names = tips.map((tip) => `${tip}:${below}.orchestration/active_intents.yaml`);
  const blobs = new Set(blobsNamed(repository, names).filter((one) => one !== null));
  return [...readBlobs(repository, [...blobs], MOST_BYTES).values()].flatMap((bytes) => {
    const read = readIntents(Buffer.from(bytes).toString("utf8"), "");
    return read.ok ? [...read.value.intents.keys()] : [];
  });
}

/** Two signs that differ from clone to clone, and tell nothing of the key. */
function markOf(key: Uint8Array): string {
  const number = createHash("sha256").update("intent ids").update(key).digest().readUInt32BE(0);
  return `${LETTERS[number % LETTERS.length]}${SIGNS[Math.floor(number / LETTERS.length) % SIGNS.length]}`;
}
