/**
 * A short name for what a line says, whatever its white space: 48 bits, so that it is exact as a number and eight
 * characters long in base64. The first bit tells whether the line says enough to be found again by its key alone.
 */
import { hash } from "node:crypto";
import { isLoose, isWeighty, lineTokens } from "./line-tokens.ts";

const KEY_BYTES = 6;
const LOW = 2 ** 32;
const WEIGHTY = 2 ** 47;

/** Of one line, one character a byte, with or without its end. */
export function lineKey(line: string): number {
  return keyOfTokens(lineTokens(line));
}

function keyOfTokens(tokens: readonly string[]): number {
  const kept = tokens.length > 0 && isLoose(tokens, tokens.length - 1) ? tokens.slice(0, -1) : tokens;
  const digest = hash("sha256", Buffer.from(kept.join(" "), "latin1"), "buffer");
  const high = digest.readUInt16BE(0) & 0x7fff;
  return high * LOW + digest.readUInt32BE(2) + (isWeighty(tokens) ? WEIGHTY : 0);
}

export function isWeightyKey(key: number): boolean {
  return key >= WEIGHTY;
}

export function encodeLineKeys(keys: readonly number[]): string {
  const bytes = Buffer.alloc(keys.length * KEY_BYTES);
  for (const [at, key] of keys.entries()) bytes.writeUIntBE(key, at * KEY_BYTES, KEY_BYTES);
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
