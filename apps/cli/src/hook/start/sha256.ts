/** SHA-256 (FIPS 180-4) of bytes that are all there. */

/** The first 32 bits of the fractional parts of a root of each of the first 64 primes. */
function fractions(count: number, root: (prime: number) => number): Int32Array {
  const found = new Int32Array(count);
  for (let at = 0, number = 2; at < count; number++) {
    let divisor = 2;
    while (divisor * divisor <= number && number % divisor !== 0) divisor++;
    if (divisor * divisor > number) found[at++] = (root(number) % 1) * 2 ** 32;
  }
  return found;
}

const rounds = fractions(64, Math.cbrt);
const start = fractions(8, Math.sqrt);

export function sha256(bytes: Uint8Array): Buffer {
  const padded = Buffer.alloc(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  padded.writeUInt32BE(Math.floor(bytes.length / 2 ** 29), padded.length - 8);
  padded.writeUInt32BE((bytes.length << 3) >>> 0, padded.length - 4);
  const state = Int32Array.from(start);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) block(state, words, padded, at);
  const digest = Buffer.alloc(32);
  for (let at = 0; at < 8; at++) digest.writeInt32BE(state[at] as number, at * 4);
  return digest;
}

function block(state: Int32Array, w: Int32Array, bytes: Buffer, from: number): void {
  for (let i = 0; i < 16; i++) w[i] = bytes.readInt32BE(from + i * 4);
  for (let i = 16; i < 64; i++) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const next = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) state[at] = ((state[at] as number) + (next[at] as number)) | 0;
}
