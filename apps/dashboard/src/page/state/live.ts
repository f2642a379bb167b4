/** Hears from the server what changed: this is what keeps two tabs in step. */
import { signal } from "@preact/signals";
import { topics as allTopics, type Changed, type Topic } from "../../api/api.ts";

export type Connection = "connecting" | "live" | "lost";

export const connection = signal<Connection>("connecting");

type Listener = (changed: ReadonlySet<Topic>) => void;
const listeners = new Set<Listener>();

/** Returns its own remover. */
export function onChanged(listen: Listener): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

function tell(changed: Iterable<Topic>): void {
  const set = new Set(changed);
  for (const listen of [...listeners]) listen(set);
}

/** The browser connects again by itself; only where it gives up (the server said no) do we try again. */
export function listen(): void {
  const source = new EventSource("/api/events");
  source.addEventListener("hello", () => {
    connection.value = "live";
    tell(allTopics); // something may have changed between the first answers and this connection, or while it was lost
  });
  source.addEventListener("changed", (event) => tell((JSON.parse(event.data) as Changed).topics));
  source.addEventListener("error", () => {
    connection.value = "lost";
    if (source.readyState !== EventSource.CLOSED) return;
    tell(["approvals"]); // whoever asks now is told why: the server may not know this browser any more
    setTimeout(listen, 2_000);
  });
}
