/** One writer, many readers: every reader gets every event from the moment it came. */
import { messageOf } from "@intentgate/engine";

export interface EventStream<Event> {
  emit(event: Event): void;
  listen(listener: (event: Event) => void): () => void;
  /** Ends when the stream is closed. */
  iterate(): AsyncIterable<Event>;
  close(): void;
}

export function createEventStream<Event>(): EventStream<Event> {
  const listeners = new Set<(event: Event) => void>();
  const atClose = new Set<() => void>();
  let closed = false;

  return {
    emit(event) {
      for (const listen of [...listeners]) {
        try {
          listen(event);
        } catch (error) {
          // Who only watches must not be able to stop what it watches.
          listeners.delete(listen);
          process.emitWarning(`a listener of the task failed and hears no more: ${messageOf(error)}`);
        }
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      closed = true;
      for (const end of [...atClose]) end();
    },
    iterate() {
      const waiting: Event[] = [];
      let wake = () => {};
      const hear = (event: Event) => {
        waiting.push(event);
        wake();
      };
      const end = () => wake();
      listeners.add(hear);
      atClose.add(end);
      return {
        async *[Symbol.asyncIterator]() {
          try {
            for (;;) {
              for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
              if (closed) return;
              await new Promise<void>((resume) => {
                wake = resume;
              });
            }
          } finally {
            listeners.delete(hear);
            atClose.delete(end);
          }
        },
      };
    },
  };
}
