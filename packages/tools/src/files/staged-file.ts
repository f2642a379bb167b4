/** New content waiting beside its target under a name nobody can foresee, until it is renamed over it. */
import { randomBytes } from "node:crypto";
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, openSync, rmSync, writeFileSync } from "node:fs";
import { errnoOf } from "../contract/failure.ts";
import type { FileAttributes } from "./file-bytes.ts";
import type { HeldFolder } from "./held-folder.ts";

const CREATE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const SET_ID_BITS = 0o6000;

/** The process that staged a file of this name; null for any other file. */
export function stagedBy(name: string): number | null {
  const found = /^\.intentgate-(\d{1,10})-[0-9a-f]{32}\.tmp$/.exec(name);
  return found ? Number(found[1]) : null;
}

export function stageFile(folder: HeldFolder, bytes: Uint8Array, attributes: FileAttributes | null): string {
  const path = folder.place(`.intentgate-${process.pid}-${randomBytes(16).toString("hex")}.tmp`);
  // A replaced file's content stays private until it has that file's own mode.
  const descriptor = openSync(path, CREATE_FLAGS, attributes === null ? 0o666 : 0o600);
  try {
    writeFileSync(descriptor, bytes);
    if (attributes) keepAttributes(descriptor, attributes);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return path;
}

function keepAttributes(descriptor: number, attributes: FileAttributes): void {
  const own = fstatSync(descriptor);
  let { mode } = attributes;
  if (own.uid !== attributes.uid || own.gid !== attributes.gid) {
    try {
      fchownSync(descriptor, attributes.uid, attributes.gid);
    } catch (error) {
      if (errnoOf(error) !== "EPERM") throw error;
      // Only root may give files away; then the new owner must not inherit the old one's powers.
      mode &= ~SET_ID_BITS;
    }
  }
  fchmodSync(descriptor, mode);
}
