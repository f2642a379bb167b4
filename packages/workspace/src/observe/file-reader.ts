/** Reads files for hashing and comparing; a file that is too large is known by its hash alone. */
import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import type { FileBytes } from "@intentgate/engine";
import { readRegular } from "../files/read-regular.ts";

const LARGEST_KEPT = 16_000_000;

export interface FileReading {
  hash: string | null;
  bytes: FileBytes;
  mode: number | null;
}

export function readWhole(path: string): FileReading {
  let stat: ReturnType<typeof lstatSync>;
  try {
    stat = lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") throw error;
    stat = undefined;
  }
  if (!stat?.isFile()) return { hash: null, bytes: { state: "absent" }, mode: null };
  const bytes = readRegular(path);
  const hash = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const kept: FileBytes = bytes.length > LARGEST_KEPT ? { state: "unknown" } : { state: "present", bytes };
  return { hash, bytes: kept, mode: Number(stat.mode) & 0o7777 };
}

export function hashNow(path: string): string | null {
  return readWhole(path).hash;
}
