/**
 * The content each path had when the ledger last heard of it, in one small file a path, so that a call that finds
 * another content knows at once that somebody was there in between. Derived; where it is missing nothing is claimed.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TraceDraft } from "@intentgate/trace";
import { cannotWrite, readText } from "@intentgate/world";

/** Null: it was deleted or moved away. Undefined: the ledger never heard of it, or nobody remembers. */
export type LastKnown = string | null | undefined;

const ABSENT = "absent";

export function createLastKnown(sidecar: string) {
  const folder = join(sidecar, "cache", "last");
  const fileOf = (path: string) => join(folder, createHash("sha256").update(path).digest("hex").slice(0, 32));

  return {
    /** Only under the ledger's lock. */
    add({ files }: Pick<TraceDraft, "files">): void {
      const last = lastHashes(files);
      if (last.size === 0) return;
      try {
        mkdirSync(folder, { recursive: true });
        for (const [path, hash] of last) writeFileSync(fileOf(path), `${hash ?? ABSENT}\n`);
      } catch (error) {
        throw cannotWrite(error, folder);
      }
    },

    of(path: string): LastKnown {
      const text = readText(fileOf(path))?.trim();
      if (text === ABSENT) return null;
      return text !== undefined && /^(?:hmac-)?sha256:[0-9a-f]{64}$/.test(text) ? text : undefined;
    },
  };
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
