/** One writer, many readers: every reader gets every event from the moment it came. */
import { messageOf } from "@intentgate/engine";

export interface EventStream<Event> {
  emit(event: Event): void;
  listen(listener: (event: Event) => void): () => void;
}

export function createEventStream<Event>(): EventStream<Event> {
  const listeners = new Set<(event: Event) => void>();

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
  };
}
