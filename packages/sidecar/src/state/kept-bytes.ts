/**
 * Bytes of files as they stood before a call changed them, and as it left them: private, by their hash, for a while.
 * They lie in the state folder, where no contained program can look.
 */
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { hashOf, LARGEST_KEPT, onSystemError, readRegular, replaceFile, writeNew, writing } from "@intentgate/world";
import { createBytePacks, isPack } from "./byte-packs.ts";

export interface KeptBytes {
  keep(hash: string, bytes: Uint8Array): void;
  /** What is kept at this moment. */
  listing(): { has(hash: string): boolean };
  /** Null where they are gone, or are not what their name says: uncontained programs can write here too. */
  find(hash: string): Uint8Array | null;
  /** Forgets what is too old, and the oldest of what is too much. */
  prune(): void;
}

export interface KeptBytesParts {
  folder: string;
  /** Where earlier versions kept them, in the sidecar: still read, never written. */
  former: string;
  limitBytes(): number;
  /** Without a sidecar nothing is kept. */
  isWanted(): boolean;
}

export const KEPT_DAYS = 7;

const DAY_MS = 86_400_000;
/** A process that keeps more than these goes on with packs: one that was started for a single event never has one. */
const MOST_ALONE = 4;
/** A process that lives on counts the folder once in so many new entries or bytes; it may be over its limit by that much. */
const PRUNE_EVERY = { files: 2_000, bytes: 128_000_000 };
/** What is kept again is as good as new; so exactly nobody needs to know when. */
const TOUCH_AFTER_MS = 600_000;
/** One that does not lets an hour pass since anybody did. */
const PRUNE_AFTER_MS = 3_600_000;

export function createKeptBytes({ folder, former, limitBytes, isWanted }: KeptBytesParts): KeptBytes {
  const mark = join(folder, "pruned");
  let added = { files: 0, bytes: 0 };
  let hasLooked = false;
  const packs = createBytePacks(folder, limitBytes);
  let alone = 0;

  function prune(): void {
    if (!isFolder(folder)) return;
    replaceFile(mark, "", { mode: 0o600 });
    const files = names(folder).map((name) => {
      const file = join(folder, name);
      const stat = statSync(file, { throwIfNoEntry: false });
      return { file, size: stat?.size ?? 0, at: stat?.mtimeMs ?? 0 };
    });
    files.sort((a, b) => b.at - a.at);
    const oldest = Date.now() - KEPT_DAYS * DAY_MS;
    let total = 0;
    for (const { file, size, at } of files) {
      total += size;
      if (total > limitBytes() || at < oldest) rmSync(file, { force: true });
    }
    added = { files: 0, bytes: 0 };
  }

  function isDue(): boolean {
    if (hasLooked) {
      const most = Math.min(PRUNE_EVERY.bytes, limitBytes() / 8);
      return added.files >= PRUNE_EVERY.files || added.bytes >= most;
    }
    hasLooked = true;
    const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    return Math.abs(Date.now() - last) > PRUNE_AFTER_MS;
  }

  /** False where they were there already. */
  function keepIn(hash: string, bytes: Uint8Array): boolean {
    if (packs.has(hash)) return false;
    const file = join(folder, fileName(hash));
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.size === bytes.length) {
      const at = new Date();
      if (at.getTime() - there.mtimeMs > TOUCH_AFTER_MS) utimesSync(file, at, at);
      return false;
    }
    const isPacked = !there && alone >= MOST_ALONE && packs.add(hash, bytes);
    if (!isPacked) alone += 1;
    if (!isPacked && (there || !writeAtOnce(file, bytes))) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      replaceFile(file, bytes, { mode: 0o600 });
    }
    added.files += 1;
    added.bytes += bytes.length;
    return true;
  }

  return {
    prune,
    keep(hash, bytes) {
      if (bytes.length > LARGEST_KEPT || bytes.length > limitBytes() || !isWanted()) return;
      writing(folder, () => {
        if (keepIn(hash, bytes) && isDue()) prune();
      });
    },
    listing() {
      const kept = new Set([...names(folder), ...packs.hashes().map(fileName)]);
      return { has: (hash) => kept.has(fileName(hash)) };
    },
    find(hash) {
      const alone = (place: string) => onSystemError("any", null, () => readRegular(join(place, fileName(hash))));
      for (const look of [() => alone(folder), () => packs.find(hash), () => alone(former)]) {
        const bytes = look();
        if (bytes !== null && hashOf(bytes) === hash) return bytes;
      }
      return null;
    },
  };
}

/**
 * Under its name from the start, which is half the cost: who reads compares the hash, and who keeps it again the size.
 * False where it could not be done this way.
 */
function writeAtOnce(file: string, bytes: Uint8Array): boolean {
  return onSystemError("any", false, () => {
    writeNew(file, bytes, 0o600, null);
    return true;
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Of bytes only: the folder also holds a mark, and what a killed writer left. */
function names(folder: string): string[] {
  return isFolder(folder) ? readdirSync(folder).filter((name) => name.startsWith("sha256-") || isPack(name)) : [];
}

function fileName(hash: string): string {
  return hash.replace(/[^0-9a-z]/g, "-");
}
