/** Chance that can be repeated: the same seed gives the same commands. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, but not, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new RangeError("nothing to pick from");
    return found;
  }

  /** Each with the weight beside it. */
  weighted<T>(list: readonly (readonly [number, T])[]): T {
    let left = this.next() * list.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, each] of list) {
      left -= weight;
      if (left < 0) return each;
    }
    return this.pick(list)[1];
  }

  /** A seed for something else, so that what that uses up changes nothing here. */
  seed(): number {
    return this.below(4_294_967_296);
  }
}

/** The seed given by the environment, or a fixed one: a test says the same twice. */
export function seedFrom(name: string, otherwise: number): number {
  const given = process.env[name];
  return given === undefined || given === "" ? otherwise : Number(given) >>> 0;
}
