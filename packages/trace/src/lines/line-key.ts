/**
 * A short name for a line: 48 bits, so that it is exact as a number and eight characters long in base64. The first bit
 * tells whether the line says enough to be found again by its key alone.
 */
import { hash } from "node:crypto";
import { countsIndent, layoutOf } from "./layout.ts";
import { isTelling } from "./line-weight.ts";

const KEY_BYTES = 6;
const LOW = 2 ** 32;
const TELLING = 2 ** 47;

/** Of lines of this file, one character a byte, with or without their ends. */
export function lineKeys(lines: readonly string[], path: string): Float64Array {
  const isIndented = countsIndent(layoutOf(path));
  // Brackets, blank lines and the like stand in a file many times.
  const known = new Map<string, number>();
  return Float64Array.from(lines, (line) => {
    const key = known.get(line) ?? keyOf(line, isIndented);
    known.set(line, key);
    return key;
  });
}

/** Without white space at its end, and at its beginning where that means nothing. */
function keyOf(line: string, isIndented: boolean): number {
  let [start, end] = [0, line.length];
  while (end > 0 && isBlank(line.charCodeAt(end - 1))) end--;
  if (!isIndented) while (start < end && isBlank(line.charCodeAt(start))) start++;
  const text = line.slice(start, end);
  // As a text: a buffer for each line costs three times its hash.
  const digest = hash("sha256", Buffer.from(text, "latin1"), "hex").slice(0, 2 * KEY_BYTES);
  return (Number.parseInt(digest, 16) % TELLING) + (isTelling(text) ? TELLING : 0);
}

/** Space, tab and the line ends that ASCII has. */
export function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

export function isTellingKey(key: number): boolean {
  return key >= TELLING;
}

export function encodeLineKeys(keys: ArrayLike<number>): string {
  const bytes = Buffer.alloc(keys.length * KEY_BYTES);
  for (let at = 0; at < keys.length; at++) bytes.writeUIntBE(keys[at] as number, at * KEY_BYTES, KEY_BYTES);
  return bytes.toString("base64");
}

/** Whatever is no key at the end is left out: a foreign writer's text must not move the others. */
export function decodeLineKeys(text: string): Float64Array {
  const bytes = Buffer.from(text, "base64");
  const keys = new Float64Array(Math.floor(bytes.length / KEY_BYTES));
  for (let at = 0; at < keys.length; at++) {
    const from = at * KEY_BYTES;
    keys[at] = bytes.readUInt16BE(from) * LOW + bytes.readUInt32BE(from + 2);
  }
  return keys;
}
