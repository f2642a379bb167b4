/** What was read of files, remembered by their stamps, so that a file is read once and not before every call. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import {
  type BytesSource,
  codeOf,
  type FileStamp,
  formatSource,
  formatStamp,
  parseSource,
  parseStamp,
  readRegular,
  replaceFile,
  sameStamp,
} from "@intentgate/world";

export interface FileMemory {
  known(path: string, stamp: FileStamp): BytesSource | undefined;
  learn(path: string, stamp: FileStamp, source: BytesSource): void;
  /** Writes what was learned; forgets files that are not there any more. */
  save(isThere: (path: string) => boolean): void;
}

const MARK = "intentgate seen files 1";

/** Lies outside the workspace: what is remembered decides what a file is put back to. */
export function createFileMemory(file: string): FileMemory {
  let entries: Map<string, { stamp: FileStamp; source: BytesSource }> | undefined;
  let isNews = false;
  const all = () => {
    entries ??= read(file);
    return entries;
  };
  return {
    known(path, stamp) {
      const entry = all().get(path);
      return entry && sameStamp(entry.stamp, stamp) ? entry.source : undefined;
    },
    learn(path, stamp, source) {
      all().set(path, { stamp, source });
      isNews = true;
    },
    save(isThere) {
      if (!isNews) return;
      isNews = false;
      const parts = [MARK];
      for (const [path, { stamp, source }] of all()) {
        if (isThere(path)) parts.push(path, formatStamp(stamp), formatSource(source));
        else all().delete(path);
      }
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      replaceFile(file, parts.join("\0"), { mode: 0o600 });
    },
  };
}

/** Only a memory: what cannot be read is as good as empty. */
function read(file: string): Map<string, { stamp: FileStamp; source: BytesSource }> {
  const found = new Map<string, { stamp: FileStamp; source: BytesSource }>();
  let text: string;
  try {
    text = readRegular(file).toString("utf8");
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return found;
  }
  const [mark, ...parts] = text.split("\0");
  if (mark !== MARK) return found;
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const stamp = parseStamp(parts[at + 1] ?? "");
    if (stamp) found.set(parts[at] ?? "", { stamp, source: parseSource(parts[at + 2] ?? "") });
  }
  return found;
}
