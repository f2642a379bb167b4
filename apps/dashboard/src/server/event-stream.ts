/** `GET /api/events`: tells a browser what changed, for as long as it listens. */
import type { Changed, Hello } from "../api/api.ts";
import { refuse } from "./door/failure.ts";
import type { News } from "./project/news.ts";

const MOST_LISTENERS = 64;
const ALIVE_MS = 15_000;
/** A browser that does not read is let go; it connects again and hears what it missed. */
const MOST_WAITING = 100;

export function eventStream(news: News, hello: Omit<Hello, "server">, lastId: string | undefined): Response {
  if (news.listeners >= MOST_LISTENERS)
    refuse(503, "NOT_ALLOWED", "too many pages are open", "Close some of them, then reload this one.");
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (event: "hello" | "changed", id: string, data: Hello | Changed) =>
        controller.enqueue(encoder.encode(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`));
      const forget = news.listen((topics, id) => {
        if ((controller.desiredSize ?? 0) < -MOST_WAITING) {
          stop();
          controller.close();
        } else send("changed", id, { topics });
      });
      const alive = setInterval(() => controller.enqueue(encoder.encode(":\n\n")), ALIVE_MS).unref();
      stop = () => {
        clearInterval(alive);
        forget();
      };
      controller.enqueue(encoder.encode("retry: 1000\n\n"));
      send("hello", news.now(), { server: news.server, ...hello });
      const missed = lastId === undefined ? [] : news.since(lastId);
      if (missed.length > 0) send("changed", news.now(), { topics: missed });
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}
