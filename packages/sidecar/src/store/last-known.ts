/**
 * The content each path had when the ledger last heard of it, in one small file a path, so that a call that finds
 * another content knows at once that somebody was there in between. Derived; where it is missing nothing is claimed,
 * nor where it is written over in that moment: then it and its check differ.
 */
import { createHash, hash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { TraceDraft } from "@intentgate/trace";
import { overwriteFile, readText, replaceFile, writing } from "@intentgate/world";

/** Null: it was deleted or moved away. Undefined: the ledger never heard of it, or nobody remembers. */
export type LastKnown = string | null | undefined;

const ABSENT = "absent";

export function createLastKnown(sidecar: string) {
  const folder = join(sidecar, "cache", "last");
  const fileOf = (path: string) => join(folder, createHash("sha256").update(path).digest("hex").slice(0, 32));

  function write(file: string, name: string): void {
    const bytes = Buffer.from(`${name} ${checkOf(name)}\n`);
    if (overwriteFile(file, bytes)) return;
    mkdirSync(folder, { recursive: true });
    replaceFile(file, bytes);
  }

  return {
    /** Only under the ledger's lock. */
    add({ files }: Pick<TraceDraft, "files">): void {
      const last = lastHashes(files);
      if (last.size === 0) return;
      writing(folder, () => {
        for (const [path, name] of last) write(fileOf(path), name ?? ABSENT);
      });
    },

    of(path: string): LastKnown {
      const [name, check] = readText(fileOf(path))?.trim().split(" ") ?? [];
      if (name === undefined || (check !== undefined && check !== checkOf(name))) return undefined;
      if (name === ABSENT) return null;
      return /^(?:hmac-)?sha256:[0-9a-f]{64}$/.test(name) ? name : undefined;
    },
  };
}

function checkOf(name: string): string {
  return hash("sha256", name).slice(0, 8);
}

/** What a record leaves behind at each path it names. */
export function lastHashes(files: TraceDraft["files"]): Map<string, string | null> {
  const last = new Map<string, string | null>();
  for (const file of files) {
    if (file.renamed_from !== undefined && !last.has(file.renamed_from)) last.set(file.renamed_from, null);
    if (file.change === "deleted") last.set(file.relative_path, null);
    else if (file.after_hash !== undefined) last.set(file.relative_path, file.after_hash);
  }
  return last;
}
