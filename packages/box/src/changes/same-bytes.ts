import { closeSync, constants, openSync, readSync } from "node:fs";

const CHUNK = 1 << 16;
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export function hasSameBytes(one: string, other: string): boolean {
  const a = openSync(one, READ);
  try {
    const b = openSync(other, READ);
    try {
      return isSameIn(a, b);
    } finally {
      closeSync(b);
    }
  } finally {
    closeSync(a);
  }
}

function isSameIn(a: number, b: number): boolean {
  const [x, y] = [Buffer.allocUnsafe(CHUNK), Buffer.allocUnsafe(CHUNK)];
  for (;;) {
    const [read, readToo] = [readSync(a, x), readSync(b, y)];
    if (read !== readToo || x.compare(y, 0, read, 0, read) !== 0) return false;
    if (read === 0) return true;
  }
}
