/**
 * Many small contents in one file, each behind a line with its hash and length: to append costs a small part of what a new
 * file does. A process writes only to a pack of its own, so nobody waits and nothing mixes; what a killed one left
 * unfinished is its last entry.
 */
import { randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { onSystemError, openRegular, readRegular, writeNew } from "@intentgate/world";

export interface BytePacks {
  /** Whether the pack that is being written has it. */
  has(hash: string): boolean;
  /** False where it is too large for a pack, or the pack could not be written. */
  add(hash: string, bytes: Uint8Array): boolean;
  /** Whoever asks compares the hash. */
  find(hash: string): Uint8Array | null;
  /** Of all packs of the folder. */
  hashes(): string[];
}

interface Pack {
  path: string;
  size: number;
  began: number;
  entries: Map<string, { from: number; length: number }>;
}

const LARGEST_ENTRY = 64 * 1024;
/** One pack is forgotten as a whole, and read as a whole to find what is in it. */
const LARGEST_PACK = 4 * 1024 * 1024;
const LONGEST_MS = 3_600_000;
const MOST_ENTRIES = 2_000;
const FLAGS = constants.O_WRONLY | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
const NEWLINE = 10;
const START = "pack-";

export const isPack = (name: string) => name.startsWith(START);

export function createBytePacks(folder: string, limitBytes: () => number): BytePacks {
  let own: Pack | null = null;

  function roomFor(length: number): Pack {
    const most = Math.min(LARGEST_PACK, limitBytes() / 8);
    const isFull = own && (own.size + length > most || own.entries.size >= MOST_ENTRIES);
    if (own && !isFull && Date.now() - own.began < LONGEST_MS) return own;
    // The time in front puts packs in order.
    const name = `${START}${Date.now().toString(36).padStart(9, "0")}-${randomBytes(6).toString("hex")}`;
    own = { path: join(folder, name), size: 0, began: Date.now(), entries: new Map() };
    writeNew(own.path, "", 0o600, null);
    return own;
  }

  function append(pack: Pack, hash: string, bytes: Uint8Array): boolean {
    const entry = Buffer.concat([Buffer.from(`${hash} ${bytes.length}\n`), bytes]);
    const file = openSync(pack.path, FLAGS);
    try {
      own = null; // unless all of it is there
      if (fstatSync(file).size !== pack.size || writeSync(file, entry) !== entry.length) return false;
    } finally {
      closeSync(file);
    }
    pack.size += entry.length;
    pack.entries.set(hash, { from: pack.size - bytes.length, length: bytes.length });
    own = pack;
    return true;
  }

  function inOwn(hash: string): Uint8Array | null {
    const entry = own?.entries.get(hash);
    if (!own || !entry) return null;
    const file = openRegular(own.path);
    try {
      const bytes = Buffer.alloc(entry.length);
      return readSync(file, bytes, 0, entry.length, entry.from) === entry.length ? bytes : null;
    } finally {
      closeSync(file);
    }
  }

  return {
    has(hash) {
      if (!own?.entries.has(hash)) return false;
      // Somebody may have taken it away.
      if (statSync(own.path, { throwIfNoEntry: false })?.size !== own.size) own = null;
      return own !== null;
    },
    add(hash, bytes) {
      if (bytes.length > Math.min(LARGEST_ENTRY, limitBytes() / 16)) return false;
      return onSystemError("any", false, () => append(roomFor(bytes.length), hash, bytes));
    },
    find(hash) {
      const found = onSystemError("any", null, () => inOwn(hash));
      if (found) return found;
      for (const pack of packsIn(folder))
        for (const entry of entriesOf(pack)) if (entry.hash === hash) return entry.bytes;
      return null;
    },
    hashes: () => [...packsIn(folder)].flatMap((pack) => [...entriesOf(pack)].map(({ hash }) => hash)),
  };
}

/** The newest first; those that cannot be read have nothing. */
function* packsIn(folder: string): Generator<Buffer> {
  const names = onSystemError("any", [], () => readdirSync(folder)).filter(isPack);
  for (const name of names.sort().reverse())
    yield onSystemError("any", Buffer.alloc(0), () => readRegular(join(folder, name)));
}

function* entriesOf(pack: Buffer): Generator<{ hash: string; bytes: Buffer }> {
  for (let at = 0; ; ) {
    const end = pack.indexOf(NEWLINE, at);
    const [, hash, length] = /^(sha256:[0-9a-f]{64}) (\d{1,6})$/.exec(pack.toString("latin1", at, end)) ?? [];
    if (end < 0 || hash === undefined) return;
    at = end + 1 + Number(length);
    if (at > pack.length) return;
    yield { hash, bytes: pack.subarray(end + 1, at) };
  }
}
