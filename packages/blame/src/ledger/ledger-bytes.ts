/** The ledger as one run of bytes, whatever files it lies in: a rotation moves a border, and no byte gets another place. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { join } from "node:path";
import { archivedSegments, LIVE_NAME } from "@intentgate/sidecar";
import { identity, onSystemError, openRegular, reading } from "@intentgate/world";

interface Piece {
  path: string;
  start: number;
  size: number;
  inode: number;
}

export interface LedgerBytes {
  readonly size: number;
  /** Fills as much of the buffer as one file gives; 0 at the end. */
  read(into: Uint8Array, at: number, length: number, position: number): number;
  /** Looks again at how large the ledger is; false where nothing changed. */
  look(): boolean;
}

export function createLedgerBytes(sidecar: string): LedgerBytes {
  const live = join(sidecar, LIVE_NAME);
  let seen = "";
  let pieces: Piece[] = [];

  function look(): boolean {
    const now = `${identity(live)} ${archivedSegments(sidecar).length}`;
    if (now === seen) return false;
    seen = now;
    pieces = [];
    for (const path of [...archivedSegments(sidecar).map((one) => one.path), live]) {
      const file = openOrNull(path);
      if (file === null) continue;
      const { size, ino } = fstatSync(file);
      closeSync(file);
      // Archived between two looks: it is there under its new name.
      if (!pieces.some((one) => one.inode === ino)) pieces.push({ path, start: sizeOf(pieces), size, inode: ino });
    }
    return true;
  }

  look();
  return {
    get size() {
      return sizeOf(pieces);
    },
    look,
    read(into, at, length, position) {
      for (let tries = 0; tries < 2; tries++) {
        const piece = pieces.find((one) => position >= one.start && position < one.start + one.size);
        if (!piece) return 0;
        const file = openOrNull(piece.path);
        if (file !== null) {
          try {
            const most = Math.min(length, piece.start + piece.size - position);
            if (fstatSync(file).ino === piece.inode) return readSync(file, into, at, most, position - piece.start);
          } finally {
            closeSync(file);
          }
        }
        // Rotated since the last look.
        seen = "";
        look();
      }
      return 0;
    },
  };
}

function sizeOf(pieces: readonly Piece[]): number {
  const last = pieces.at(-1);
  return last ? last.start + last.size : 0;
}

function openOrNull(path: string): number | null {
  return reading(path, () => onSystemError(["ENOENT"], null, () => openRegular(path)));
}
