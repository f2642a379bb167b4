/** What changed since when: numbered, so that whoever was away can be told what they missed. */
import { randomBytes } from "node:crypto";
import { type Topic, topics } from "../../api/api.ts";

export interface News {
  tell(changed: Iterable<Topic>): void;
  /** Hears, at most every `GATHER_MS`, what changed; returns its own remover. */
  listen(hear: (changed: Topic[], id: string) => void): () => void;
  /** The id of the newest change. */
  now(): string;
  /** Everything that changed after an id; all of it where the id is of another start. */
  since(id: string): Topic[];
  readonly listeners: number;
  /** For whoever must be torn down with the server. */
  onListeners(hear: (count: number) => void): void;
}

const GATHER_MS = 100;

export function createNews(): News {
  const server = randomBytes(8).toString("hex");
  const changedAt = new Map<Topic, number>();
  const listeners = new Set<(changed: Topic[], id: string) => void>();
  const watchers = new Set<(count: number) => void>();
  let number = 0;
  let gathered = new Set<Topic>();
  let isGathering = false;
  const idOf = () => `${server}-${number}`;

  function send(): void {
    isGathering = false;
    const changed = topics.filter((topic) => gathered.has(topic));
    gathered = new Set();
    for (const hear of [...listeners]) hear(changed, idOf());
  }

  return {
    tell(changed) {
      for (const topic of changed) {
        number++;
        changedAt.set(topic, number);
        gathered.add(topic);
      }
      if (gathered.size === 0 || isGathering) return;
      isGathering = true;
      setTimeout(send, GATHER_MS).unref();
    },
    listen(hear) {
      listeners.add(hear);
      for (const one of watchers) one(listeners.size);
      return () => {
        if (!listeners.delete(hear)) return;
        for (const one of watchers) one(listeners.size);
      };
    },
    now: idOf,
    since(id) {
      const [start, seen] = [id.slice(0, server.length), id.slice(server.length + 1)];
      if (start !== server || !/^\d{1,15}$/.test(seen)) return [...topics];
      return topics.filter((topic) => (changedAt.get(topic) ?? 0) > Number(seen));
    },
    get listeners() {
      return listeners.size;
    },
    onListeners: (hear) => void watchers.add(hear),
  };
}
