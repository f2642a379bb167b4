/** A list of numbers that grows, without an object a number. */

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

export interface Column {
  readonly length: number;
  push(value: number): number;
  get(at: number): number;
  set(at: number, value: number): void;
  /** The bytes in use, for keeping. */
  bytes(): Uint8Array;
}

interface NumbersOf<T extends Numbers> {
  new (length: number): T;
  new (buffer: ArrayBuffer): T;
  readonly BYTES_PER_ELEMENT: number;
}

export function createColumn<T extends Numbers>(kind: NumbersOf<T>, kept?: Uint8Array): Column {
  let length = kept ? Math.floor(kept.length / kind.BYTES_PER_ELEMENT) : 0;
  // Copied: what was read from a file need not be aligned.
  let numbers = kept ? new kind(new Uint8Array(kept).buffer.slice(0, length * kind.BYTES_PER_ELEMENT)) : new kind(64);
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === numbers.length) {
        const larger = new kind(Math.max(64, Math.ceil(length * 1.5)));
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length] = value;
      return length++;
    },
    get: (at) => numbers[at] as number,
    set: (at, value) => {
      numbers[at] = value;
    },
    bytes: () => new Uint8Array(numbers.buffer, 0, length * kind.BYTES_PER_ELEMENT),
  };
}

/** Words by number; the same word has one number. */
export interface Words {
  readonly list: readonly string[];
  numberOf(word: string): number;
  find(word: string): number | undefined;
}

export function createWords(kept: readonly string[] = []): Words {
  const list = [...kept];
  const numbers = new Map(list.map((word, number) => [word, number]));
  return {
    list,
    numberOf(word) {
      let number = numbers.get(word);
      if (number === undefined) {
        number = list.push(word) - 1;
        numbers.set(word, number);
      }
      return number;
    },
    find: (word) => numbers.get(word),
  };
}

/** From a number's hash to the rows that have it, newest first; rows are added in order and never removed. */
export function createBuckets(next: Column) {
  let heads = new Uint32Array(64);
  const put = (hash: number, row: number) => {
    const at = spread(hash) & (heads.length - 1);
    next.set(row, heads[at] as number);
    heads[at] = row + 1;
  };
  return {
    /** `hashOf` gives the hash of any row added before: growing needs them all again. */
    add(hash: number, hashOf: (row: number) => number): void {
      const row = next.push(0);
      if (row >= heads.length) {
        heads = new Uint32Array(heads.length * 2);
        for (let old = 0; old < row; old++) put(hashOf(old), old);
      }
      put(hash, row);
    },
    /** Builds the heads again over rows that came from a file. */
    fill(hashOf: (row: number) => number): void {
      let size = 64;
      while (size < next.length) size *= 2;
      heads = new Uint32Array(size);
      for (let row = 0; row < next.length; row++) put(hashOf(row), row);
    },
    *rows(hash: number): Generator<number> {
      for (let row = heads[spread(hash) & (heads.length - 1)] as number; row > 0; row = next.get(row - 1))
        yield row - 1;
    },
  };
}

function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
