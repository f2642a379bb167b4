/**
 * What nearly every event needs of node's cryptography, without loading it: that takes as long as all of a decision.
 * Hashes of short texts are computed here, and randomness comes from where node takes it too; everything else, and
 * every system that is not known to have that source, gets node's own.
 */
import type { BinaryLike, BinaryToTextEncoding, Encoding, Hash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { blocksOf, sha256 } from "./sha256.ts";

type Crypto = typeof import("node:crypto");

/** All that is hashed here: with more, V8 would begin to optimise the code, which takes longer than loading the other. */
const MOST_BLOCKS = 64;

/** Of one process. */
interface Own {
  blocksLeft: number;
  /** Digests of texts of a single block: an event names its session and its root a dozen times. */
  known: Map<string, Buffer>;
}

export function lightCrypto(load: () => Crypto): Pick<Crypto, "createHash" | "randomBytes" | "randomUUID"> & Crypto {
  const own: Own = { blocksLeft: MOST_BLOCKS, known: new Map() };
  const random = process.platform === "linux" || process.platform === "darwin" ? randomFromSystem : null;
  const light: Partial<Crypto> = {
    createHash: ((algorithm: string, ...rest: []) =>
      algorithm === "sha256" && rest.length === 0
        ? (new ShortHash(load, own) as unknown as Hash)
        : load().createHash(algorithm, ...rest)) as Crypto["createHash"],
  };
  if (random !== null) {
    light.randomBytes = ((size: number) => random(size)) as Crypto["randomBytes"];
    light.randomUUID = (() => uuidOf(random(16))) as Crypto["randomUUID"];
  }
  return new Proxy(light as Crypto, {
    get: (known, name) => (name in known ? known[name as keyof Crypto] : load()[name as keyof Crypto]),
  });
}

class ShortHash {
  readonly #load: () => Crypto;
  readonly #own: Own;
  readonly #parts: Buffer[] = [];
  #size = 0;
  /** Node's own, once there is more than it is worth to hash here. */
  #other: Hash | null = null;

  constructor(load: () => Crypto, own: Own) {
    this.#load = load;
    this.#own = own;
  }

  update(data: BinaryLike, encoding?: Encoding): this {
    const bytes = typeof data === "string" ? Buffer.from(data, encoding) : copyOf(data);
    if (this.#other !== null) {
      this.#other.update(bytes);
      return this;
    }
    this.#parts.push(bytes);
    this.#size += bytes.length;
    if (blocksOf(this.#size) > Math.max(this.#own.blocksLeft, 1)) this.#handOver();
    return this;
  }

  digest(encoding?: BinaryToTextEncoding): Buffer | string {
    const digest = this.#other?.digest() ?? this.#digestHere();
    return encoding === undefined ? digest : digest.toString(encoding);
  }

  #digestHere(): Buffer {
    const { known } = this.#own;
    const [first = Buffer.alloc(0), ...others] = this.#parts;
    const bytes = others.length === 0 ? first : Buffer.concat(this.#parts, this.#size);
    const blocks = blocksOf(this.#size);
    const text = blocks === 1 ? bytes.toString("latin1") : null;
    const before = text === null ? undefined : known.get(text);
    if (before !== undefined) return Buffer.from(before);
    if (blocks > this.#own.blocksLeft) return this.#handOver().digest();
    this.#own.blocksLeft -= blocks;
    const digest = sha256(bytes);
    if (text !== null) known.set(text, Buffer.from(digest));
    return digest;
  }

  #handOver(): Hash {
    const other = this.#load().createHash("sha256");
    for (const part of this.#parts.splice(0)) other.update(part);
    this.#other = other;
    return other;
  }
}

/** Whoever gave it may write to it before the end. */
function copyOf({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer);
}

function randomFromSystem(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  const file = openSync("/dev/urandom", "r");
  try {
    for (let at = 0; at < size; ) {
      const read = readSync(file, bytes, at, size - at, null);
      if (read === 0) throw new Error("the system has no random bytes");
      at += read;
    }
  } finally {
    closeSync(file);
  }
  return bytes;
}

/** Version 4. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
