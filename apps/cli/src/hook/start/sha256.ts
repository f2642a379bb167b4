/**
 * SHA-256 (FIPS 180-4) of bytes that are all there. V8 begins to optimise a function that loops often for its length,
 * and a process cannot end before that is done: so eight steps stand in each loop, which puts it off to some hundred
 * blocks, and makes what is interpreted faster besides.
 */

/** The first 32 bits of the fractional parts of a root of each of the first primes. */
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

/** How many blocks of 64 bytes so many bytes take, with what is put after them. */
export function blocksOf(size: number): number {
  return ((size + 8) >> 6) + 1;
}

export function sha256(bytes: Uint8Array): Buffer {
  const size = bytes.length;
  const padded = new Uint8Array(blocksOf(size) * 64);
  padded.set(bytes);
  padded[size] = 0x80;
  putWord(padded, padded.length - 8, Math.floor(size / 2 ** 29));
  putWord(padded, padded.length - 4, size << 3);
  const state = Int32Array.from(start);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    takeWords(words, padded, at);
    spread(words);
    turn(state, words);
  }
  const digest = Buffer.alloc(32);
  for (let at = 0; at < 8; at++) putWord(digest, at * 4, state[at] as number);
  return digest;
}

function takeWords(w: Int32Array, from: Uint8Array, start: number): void {
  for (let i = 0, at = start; i < 16; i++, at += 4)
    w[i] =
      ((from[at] as number) << 24) |
      ((from[at + 1] as number) << 16) |
      ((from[at + 2] as number) << 8) |
      (from[at + 3] as number);
}

function putWord(into: Uint8Array, at: number, word: number): void {
  into[at] = word >>> 24;
  into[at + 1] = word >>> 16;
  into[at + 2] = word >>> 8;
  into[at + 3] = word;
}

/** From the sixteen words of a block to sixty-four. */
function spread(w: Int32Array): void {
  let x: number;
  let y: number;
  for (let i = 16; i < 64; i += 8) {
    x = w[i - 15] as number;
    y = w[i - 2] as number;
    w[i] =
      (w[i - 16] as number) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (w[i - 7] as number) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
    x = w[i - 14] as number;
    y = w[i - 1] as number;
    w[i + 1] =
      (w[i - 15] as number) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (w[i - 6] as number) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
    x = w[i - 13] as number;
    y = w[i] as number;
    w[i + 2] =
      (w[i - 14] as number) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (w[i - 5] as number) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
    x = w[i - 12] as number;
    y = w[i + 1] as number;
    w[i + 3] =
      (w[i - 13] as number) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (w[i - 4] as number) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
    x = w[i - 11] as number;
    y = w[i + 2] as number;
    w[i + 4] =
      (w[i - 12] as number) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (w[i - 3] as number) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
    x = w[i - 10] as number;
    y = w[i + 3] as number;
    w[i + 5] =
      (w[i - 11] as number) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (w[i - 2] as number) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
    x = w[i - 9] as number;
    y = w[i + 4] as number;
    w[i + 6] =
      (w[i - 10] as number) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (w[i - 1] as number) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
    x = w[i - 8] as number;
    y = w[i + 5] as number;
    w[i + 7] =
      (w[i - 9] as number) +
      (((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)) +
      (w[i] as number) +
      (((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10));
  }
}

/** In each line the names stand one place further. */
function turn(state: Int32Array, w: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  let t: number;
  for (let i = 0; i < 64; i += 8) {
    t =
      h +
      (((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))) +
      ((e & f) ^ (~e & g)) +
      (rounds[i] as number) +
      (w[i] as number);
    d = (d + t) | 0;
    h =
      (t +
        (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) +
        ((a & b) ^ (a & c) ^ (b & c))) |
      0;
    t =
      g +
      (((d >>> 6) | (d << 26)) ^ ((d >>> 11) | (d << 21)) ^ ((d >>> 25) | (d << 7))) +
      ((d & e) ^ (~d & f)) +
      (rounds[i + 1] as number) +
      (w[i + 1] as number);
    c = (c + t) | 0;
    g =
      (t +
        (((h >>> 2) | (h << 30)) ^ ((h >>> 13) | (h << 19)) ^ ((h >>> 22) | (h << 10))) +
        ((h & a) ^ (h & b) ^ (a & b))) |
      0;
    t =
      f +
      (((c >>> 6) | (c << 26)) ^ ((c >>> 11) | (c << 21)) ^ ((c >>> 25) | (c << 7))) +
      ((c & d) ^ (~c & e)) +
      (rounds[i + 2] as number) +
      (w[i + 2] as number);
    b = (b + t) | 0;
    f =
      (t +
        (((g >>> 2) | (g << 30)) ^ ((g >>> 13) | (g << 19)) ^ ((g >>> 22) | (g << 10))) +
        ((g & h) ^ (g & a) ^ (h & a))) |
      0;
    t =
      e +
      (((b >>> 6) | (b << 26)) ^ ((b >>> 11) | (b << 21)) ^ ((b >>> 25) | (b << 7))) +
      ((b & c) ^ (~b & d)) +
      (rounds[i + 3] as number) +
      (w[i + 3] as number);
    a = (a + t) | 0;
    e =
      (t +
        (((f >>> 2) | (f << 30)) ^ ((f >>> 13) | (f << 19)) ^ ((f >>> 22) | (f << 10))) +
        ((f & g) ^ (f & h) ^ (g & h))) |
      0;
    t =
      d +
      (((a >>> 6) | (a << 26)) ^ ((a >>> 11) | (a << 21)) ^ ((a >>> 25) | (a << 7))) +
      ((a & b) ^ (~a & c)) +
      (rounds[i + 4] as number) +
      (w[i + 4] as number);
    h = (h + t) | 0;
    d =
      (t +
        (((e >>> 2) | (e << 30)) ^ ((e >>> 13) | (e << 19)) ^ ((e >>> 22) | (e << 10))) +
        ((e & f) ^ (e & g) ^ (f & g))) |
      0;
    t =
      c +
      (((h >>> 6) | (h << 26)) ^ ((h >>> 11) | (h << 21)) ^ ((h >>> 25) | (h << 7))) +
      ((h & a) ^ (~h & b)) +
      (rounds[i + 5] as number) +
      (w[i + 5] as number);
    g = (g + t) | 0;
    c =
      (t +
        (((d >>> 2) | (d << 30)) ^ ((d >>> 13) | (d << 19)) ^ ((d >>> 22) | (d << 10))) +
        ((d & e) ^ (d & f) ^ (e & f))) |
      0;
    t =
      b +
      (((g >>> 6) | (g << 26)) ^ ((g >>> 11) | (g << 21)) ^ ((g >>> 25) | (g << 7))) +
      ((g & h) ^ (~g & a)) +
      (rounds[i + 6] as number) +
      (w[i + 6] as number);
    f = (f + t) | 0;
    b =
      (t +
        (((c >>> 2) | (c << 30)) ^ ((c >>> 13) | (c << 19)) ^ ((c >>> 22) | (c << 10))) +
        ((c & d) ^ (c & e) ^ (d & e))) |
      0;
    t =
      a +
      (((f >>> 6) | (f << 26)) ^ ((f >>> 11) | (f << 21)) ^ ((f >>> 25) | (f << 7))) +
      ((f & g) ^ (~f & h)) +
      (rounds[i + 7] as number) +
      (w[i + 7] as number);
    e = (e + t) | 0;
    a =
      (t +
        (((b >>> 2) | (b << 30)) ^ ((b >>> 13) | (b << 19)) ^ ((b >>> 22) | (b << 10))) +
        ((b & c) ^ (b & d) ^ (c & d))) |
      0;
  }
  const next = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) state[at] = (state[at] as number) + (next[at] as number);
}
