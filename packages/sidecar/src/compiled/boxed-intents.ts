/** Intents in boxes by their id: asking for one opens one box, asking for all opens all. */
import type { Intent } from "@intentgate/policy";

/** With its place in the file. */
export type BoxedIntent = [place: number, intent: Intent];

export function boxOf(id: string, boxes: number): number {
  let sum = 7;
  for (let at = 0; at < id.length; at++) sum = (Math.imul(sum, 31) + id.charCodeAt(at)) | 0;
  return (sum >>> 0) % boxes;
}

export class BoxedIntents implements ReadonlyMap<string, Intent> {
  readonly #boxes: number;
  readonly #box: (at: number) => BoxedIntent[];
  readonly #found = new Map<string, Intent | undefined>();
  #all: ReadonlyMap<string, Intent> | null = null;

  constructor(
    readonly size: number,
    boxes: number,
    box: (at: number) => BoxedIntent[],
  ) {
    this.#boxes = boxes;
    this.#box = box;
  }

  get(id: string): Intent | undefined {
    if (this.#all !== null) return this.#all.get(id);
    if (!this.#found.has(id)) {
      const box = this.#box(boxOf(id, this.#boxes));
      this.#found.set(id, box.find(([, intent]) => intent.id === id)?.[1]);
    }
    return this.#found.get(id);
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  keys = () => this.#whole().keys();
  values = () => this.#whole().values();
  entries = () => this.#whole().entries();
  [Symbol.iterator] = () => this.#whole()[Symbol.iterator]();

  forEach(each: (intent: Intent, id: string, all: ReadonlyMap<string, Intent>) => void): void {
    for (const [id, intent] of this.#whole()) each(intent, id, this);
  }

  /** In the order of the file; one that was asked for before is the same one. */
  #whole(): ReadonlyMap<string, Intent> {
    if (this.#all === null) {
      const boxed = Array.from({ length: this.#boxes }, (_, at) => this.#box(at)).flat();
      boxed.sort(([a], [b]) => a - b);
      this.#all = new Map(boxed.map(([, intent]) => [intent.id, this.#found.get(intent.id) ?? intent]));
    }
    return this.#all;
  }
}
