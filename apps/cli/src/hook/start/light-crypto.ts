/**
 * What nearly every event needs of node's cryptography, without loading it: that takes as long as all of a decision.
 * Hashes of short texts are computed here, and randomness comes from where node takes it too; everything else, and
 * every system that is not known to have that source, gets node's own.
 */
import type { BinaryLike, BinaryToTextEncoding, Encoding, Hash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { sha256 } from "./sha256.ts";

type Crypto = typeof import("node:crypto");

/** All that is hashed here: with more, V8 would begin to optimise the code, which takes longer than loading the other. */
const MOST_BYTES = 700;

export function lightCrypto(load: () => Crypto): Pick<Crypto, "createHash" | "randomBytes" | "randomUUID"> & Crypto {
  const budget = { left: MOST_BYTES };
  const random = process.platform === "linux" || process.platform === "darwin" ? randomFromSystem : null;
  const light: Partial<Crypto> = {
    createHash: ((algorithm: string, ...rest: []) =>
      algorithm === "sha256" && rest.length === 0
        ? (new ShortHash(load, budget) as unknown as Hash)
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
  readonly #budget: { left: number };
  readonly #parts: Buffer[] = [];
  #size = 0;
  /** Node's own, once there is more than it is worth to hash here. */
  #other: Hash | null = null;

  constructor(load: () => Crypto, budget: { left: number }) {
    this.#load = load;
    this.#budget = budget;
  }

  update(data: BinaryLike, encoding?: Encoding): this {
    const bytes = typeof data === "string" ? Buffer.from(data, encoding) : bytesOf(data);
    if (this.#other !== null) {
      this.#other.update(bytes);
      return this;
    }
    this.#parts.push(Buffer.from(bytes)); // a copy: whoever gave it may write to it before the end
    this.#size += bytes.length;
    if (this.#size > this.#budget.left) {
      this.#other = this.#load().createHash("sha256");
      for (const part of this.#parts.splice(0)) this.#other.update(part);
    }
    return this;
  }

  digest(encoding?: BinaryToTextEncoding): Buffer | string {
    const digest = this.#other?.digest() ?? this.#own();
    return encoding === undefined ? digest : digest.toString(encoding);
  }

  #own(): Buffer {
    this.#budget.left -= this.#size;
    return sha256(Buffer.concat(this.#parts, this.#size));
  }
}

function bytesOf(data: NodeJS.ArrayBufferView): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
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
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
