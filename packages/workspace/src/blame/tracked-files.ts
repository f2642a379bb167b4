/** The paths that git tracks, read from its index file: no process is started, so nothing in a repository can run. */
import { join } from "node:path";
import { codeOf } from "../files/file-problem.ts";
import { readRegular } from "../files/read-regular.ts";
import { findRepository } from "../roots/git-facts.ts";

const FIXED_BYTES = 62;
const REGULAR = 0o100000;
const KIND_MASK = 0o170000;
const EXTENDED = 0x4000;

/** Relative to `root`, regular files only; null where there is no repository, or an index this does not read. */
export function trackedFiles(root: string): string[] | null {
  const repository = findRepository(root);
  if (!repository) return null;
  let bytes: Buffer;
  try {
    bytes = readRegular(join(repository.gitDir, "index"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
  const paths = pathsIn(bytes);
  if (paths === null || repository.top === root) return paths;
  const below = `${root.slice(repository.top.length + 1)}/`;
  return paths.filter((path) => path.startsWith(below)).map((path) => path.slice(below.length));
}

/** Versions 2 to 4, with SHA-1 names. */
function pathsIn(bytes: Buffer): string[] | null {
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "DIRC") return null;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const paths: string[] = [];
  let at = 12;
  let last: Buffer = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    if (at + FIXED_BYTES > bytes.length) return null;
    const mode = bytes.readUInt32BE(at + 24);
    const isExtended = (bytes.readUInt16BE(at + 60) & EXTENDED) !== 0;
    const nameAt = at + FIXED_BYTES + (isExtended ? 2 : 0);
    let name: Buffer;
    if (version === 4) {
      const { value, next } = offsetAt(bytes, nameAt);
      const end = bytes.indexOf(0, next);
      if (end < 0 || value > last.length) return null;
      name = Buffer.concat([last.subarray(0, last.length - value), bytes.subarray(next, end)]);
      at = end + 1;
    } else {
      const end = bytes.indexOf(0, nameAt);
      if (end < 0) return null;
      name = bytes.subarray(nameAt, end);
      at += Math.ceil((end - at + 1) / 8) * 8;
    }
    last = name;
    const path = name.toString("utf8");
    if ((mode & KIND_MASK) === REGULAR && path !== paths.at(-1)) paths.push(path);
  }
  return paths;
}

/** Git's way to write a number: seven bits a byte, each further byte one more than it seems. */
function offsetAt(bytes: Buffer, from: number): { value: number; next: number } {
  let next = from;
  let byte = bytes[next++] ?? 0;
  let value = byte & 127;
  while (byte & 128) {
    byte = bytes[next++] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, next };
}
