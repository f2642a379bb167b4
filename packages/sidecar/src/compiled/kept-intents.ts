/** The intents of a root as they were read, so that one of ten thousand is found without reading the others. */
import type { Intent } from "@intentgate/policy";
import { type KeptByIdentity, readKept, writeKept } from "./kept-by-identity.ts";

export interface ReadIntents {
  intents: ReadonlyMap<string, Intent>;
  digest: string;
}

interface Head {
  build: string;
  identity: string;
  digest: string;
  count: number;
  boxes: number;
}

/** Where a box begins and how long it is. */
const ROW = 8;

/** All of it twice, so that damage shows: a line of JSON, a table of boxes, and the boxes, which are lists in JSON. */
export function keptIntents(file: string, build: string | null): KeptByIdentity<ReadIntents> {
  return {
    find(identity) {
      const twice = build === null ? null : readKept(file);
      const bytes = twice === null ? null : half(twice);
      if (bytes === null) return null;
      const tableAt = bytes.indexOf("\n") + 1;
      const head = JSON.parse(bytes.toString("utf8", 0, tableAt)) as Head;
      if (head.build !== build || head.identity !== identity) return null;
      const { digest, count, boxes } = head;
      return { intents: new BoxedIntents(count, boxes, (at) => boxAt(bytes, tableAt, boxes, at)), digest };
    },
    keep(identity, { intents, digest }) {
      if (build === null) return;
      const boxes = Math.max(1, intents.size);
      const head: Head = { build, identity, digest, count: intents.size, boxes };
      const once = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...tableAndBoxes(intents, boxes)]);
      writeKept(file, Buffer.concat([once, once]));
    },
  };
}

/** Null where the two halves are not the same. */
function half(twice: Buffer): Buffer | null {
  const middle = twice.length / 2;
  if (middle === 0 || !Number.isInteger(middle)) return null;
  const first = twice.subarray(0, middle);
  return first.equals(twice.subarray(middle)) ? first : null;
}

function boxAt(bytes: Buffer, tableAt: number, boxes: number, at: number): BoxedIntent[] {
  const row = tableAt + at * ROW;
  const from = tableAt + boxes * ROW + bytes.readUInt32LE(row);
  return JSON.parse(bytes.toString("utf8", from, from + bytes.readUInt32LE(row + 4))) as BoxedIntent[];
}

function tableAndBoxes(intents: ReadonlyMap<string, Intent>, boxes: number): Buffer[] {
  const filled = Array.from({ length: boxes }, (): BoxedIntent[] => []);
  let place = 0;
  for (const [id, intent] of intents) filled[boxOf(id, boxes)]?.push([place++, intent]);
  const texts = filled.map((box) => Buffer.from(JSON.stringify(box)));
  const table = Buffer.alloc(boxes * ROW);
  let offset = 0;
  for (const [at, text] of texts.entries()) {
    table.writeUInt32LE(offset, at * ROW);
    table.writeUInt32LE(text.length, at * ROW + 4);
    offset += text.length;
  }
  return [table, ...texts];
}

/** With its place in the file. */
type BoxedIntent = [place: number, intent: Intent];

/** Intents in boxes by their id: asking for one opens one box, asking for all opens all. */
function boxOf(id: string, boxes: number): number {
  let sum = 7;
  for (let at = 0; at < id.length; at++) sum = (Math.imul(sum, 31) + id.charCodeAt(at)) | 0;
  return (sum >>> 0) % boxes;
}

class BoxedIntents implements ReadonlyMap<string, Intent> {
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
