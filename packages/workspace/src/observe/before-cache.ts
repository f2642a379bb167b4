/** Bytes of files as they were before a call: private, content-addressed, bounded. */
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "../files/atomic-write.ts";
import { readRegular } from "../files/read-regular.ts";

export interface BeforeCache {
  keep(hash: string, bytes: Uint8Array): void;
  find(hash: string): Uint8Array | null;
}

const LARGEST = 4_000_000;
/** The folder is counted once in so many new entries; it may be over its limit by that much. */
const PRUNE_EVERY = 200;

export function createBeforeCache(folder: string, limitBytes: () => number): BeforeCache {
  let added = 0;
  const known = new Set<string>();

  function prune(): void {
    const files = readdirSync(folder).map((name) => {
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
    known.clear();
  }

  return {
    keep(hash, bytes) {
      if (bytes.length > LARGEST || known.has(hash)) return;
      const file = join(folder, fileName(hash));
      if (statSync(file, { throwIfNoEntry: false })) {
        const now = new Date();
        utimesSync(file, now, now);
      } else {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        replaceFile(file, bytes, { mode: 0o600 });
        added += 1;
        if (added % PRUNE_EVERY === 0) prune();
      }
      known.add(hash);
    },
    find(hash) {
      try {
        return readRegular(join(folder, fileName(hash)));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
  };
}

function fileName(hash: string): string {
  return hash.replace(/[^0-9a-z]/g, "-");
}
