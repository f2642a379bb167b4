/** Bytes of files as they were before a call: private, content-addressed, bounded. */
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf, hashOf, readRegular, replaceFile, writeNew } from "@intentgate/world";

export interface BeforeCache {
  /** Files above this size are not kept. */
  largest: number;
  keep(hash: string, bytes: Uint8Array): void;
  /** What is kept at this moment. */
  listing(): { has(hash: string): boolean };
  /** Null where they are gone, or are not what their name says: programs can write here too. */
  find(hash: string): Uint8Array | null;
}

const LARGEST = 4_000_000;
/** The folder is counted once in so many new entries or bytes; it may be over its limit by that much. */
const PRUNE_EVERY = { files: 200, bytes: 32_000_000 };
const MOST_TOUCHED = 1_000;

/** `folder` lies two levels below the sidecar. */
export function createBeforeCache(folder: string, limitBytes: () => number): BeforeCache {
  let added = { files: 0, bytes: 0 };
  /** Whose time is new enough; forgotten with every count, as what was touched long ago is old again. */
  const touched = new Set<string>();

  function touch(hash: string): void {
    if (touched.size >= MOST_TOUCHED) touched.clear();
    touched.add(hash);
  }

  function prune(): void {
    const files = names(folder).map((name) => {
      const file = join(folder, name);
      const stat = statSync(file, { throwIfNoEntry: false });
      return { file, size: stat?.size ?? 0, at: stat?.mtimeMs ?? 0 };
    });
    files.sort((a, b) => b.at - a.at);
    let total = 0;
    for (const { file, size } of files) {
      total += size;
      if (total > limitBytes()) rmSync(file, { force: true });
    }
    added = { files: 0, bytes: 0 };
    touched.clear();
  }

  return {
    largest: LARGEST,
    keep(hash, bytes) {
      if (bytes.length > LARGEST) return;
      const file = join(folder, fileName(hash));
      const there = statSync(file, { throwIfNoEntry: false });
      if (there?.size === bytes.length) {
        const now = new Date();
        if (!touched.has(hash)) utimesSync(file, now, now);
        touch(hash);
        return;
      }
      if (there || !writeAtOnce(file, bytes)) {
        // A sidecar that was removed must not come back empty.
        if (!statSync(dirname(dirname(folder)), { throwIfNoEntry: false })) return;
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        replaceFile(file, bytes, { mode: 0o600 });
      }
      touch(hash);
      added.files += 1;
      added.bytes += bytes.length;
      const most = Math.min(PRUNE_EVERY.bytes, limitBytes() / 8);
      if (added.files >= PRUNE_EVERY.files || added.bytes >= most) prune();
    },
    listing() {
      const kept = new Set(names(folder));
      return { has: (hash) => kept.has(fileName(hash)) };
    },
    find(hash) {
      try {
        const bytes = readRegular(join(folder, fileName(hash)));
        return hashOf(bytes) === hash ? bytes : null;
      } catch (error) {
        if (codeOf(error) === null) throw error;
        return null;
      }
    },
  };
}

/**
 * Under its name from the start, which is half the cost: who reads compares the hash, and who keeps it again the size.
 * False where it could not be done this way.
 */
function writeAtOnce(file: string, bytes: Uint8Array): boolean {
  try {
    writeNew(file, bytes, 0o600, null);
    return true;
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return false;
  }
}

function names(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}

function fileName(hash: string): string {
  return hash.replace(/[^0-9a-z]/g, "-");
}
