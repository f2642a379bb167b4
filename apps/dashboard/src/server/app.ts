/** Every address of the page, in one list. */
import { Hono } from "hono";
import { type Changed, mostLines } from "../api/api.ts";
import {
  answerBody,
  bodyOf,
  editIntentBody,
  moveBody,
  neededWord,
  newIntentBody,
  noBody,
  numberOf,
  oneOf,
  scopePreviewBody,
  tabBody,
  trustBody,
  windowed,
  windowOf,
  wordOf,
} from "./door/asked.ts";
import type { Door } from "./door/door.ts";
import { addEntrance, withLimitedBodies, withSafeHeaders, withVisibleJson } from "./door/entrance.ts";
import { failureOf, refuse } from "./door/failure.ts";
import { addPage, type PageFile } from "./door/page-files.ts";
import type { Successor } from "./door/successor.ts";
import type { News } from "./project/news.ts";
import type { Served } from "./project/served.ts";
import { editIntent, move, newIntent } from "./views/change-intents.ts";
import { findPaths, folderView, whyView } from "./views/code.ts";
import { createFileViews } from "./views/file-view.ts";
import { healthView, reportView } from "./views/health.ts";
import { hookReview, hookRuns, hooksView, trustHook } from "./views/hooks.ts";
import { columns, intentPage, intentsView, suspectView } from "./views/intents.ts";
import { mapView } from "./views/map.ts";
import { answerApproval, callDetail, callRow, nowView } from "./views/now.ts";
import { scopePreview, scopeView } from "./views/scope.ts";
import { actOnAll, actOnSession } from "./views/sessions.ts";
import { queryOf, recordDetail, timelineView, traceFacets, traceView } from "./views/trace.ts";

export interface AppParts {
  served: Served;
  door: Door;
  successor: Successor;
  page: ReadonlyMap<string, PageFile>;
  complain(text: string): void;
}

export function createApp({ served, door, successor, page, complain }: AppParts): Hono {
  const app = new Hono();
  app.use("*", withSafeHeaders(), withLimitedBodies(), withVisibleJson());
  addEntrance(app, door, successor);
  addLooks(app, served);
  addChanges(app, served);
  app.post("/api/tabs", async (c) => c.json(successor.keep((await bodyOf(c, tabBody)).publicKey), 201));
  addPage(app, page);
  app.all("*", () => refuse(404, "NOT_FOUND", "there is nothing at this address", "Start from the page."));
  app.onError((error, context) => {
    const { status, body, isBug } = failureOf(error);
    if (isBug) complain(`intentgate: ${context.req.method} ${context.req.path}: ${error.stack ?? error.message}`);
    return context.json(body, status);
  });
  return app;
}

function addLooks(app: Hono, served: Served): void {
  const fileView = createFileViews();
  app.get("/api/now", (c) => c.json(nowView(served)));
  app.get("/api/calls", (c) => {
    const outcome = wordOf(c, "outcome");
    const fitting = served.calls.all().filter((one) => outcome === null || one.outcome === outcome);
    return c.json(windowed(fitting, windowOf(c), callRow));
  });
  app.get("/api/calls/:id", (c) => c.json(callDetail(served, c.req.param("id"))));
  app.get("/api/intents", (c) =>
    c.json(intentsView(served, { column: oneOf(c, "column", columns), text: wordOf(c, "text"), window: windowOf(c) })),
  );
  app.get("/api/intents/:id", (c) => c.json(intentPage(served, c.req.param("id"))));
  app.get("/api/intents/:id/suspect", (c) => c.json(suspectView(served, c.req.param("id"))));
  app.get("/api/intents/:id/scope", (c) =>
    c.json(scopeView(served, c.req.param("id"), wordOf(c, "folder") ?? "", windowOf(c))),
  );
  app.get("/api/trace", (c) => c.json(traceView(served, c)));
  app.get("/api/trace/timeline", (c) =>
    c.json(timelineView(served, queryOf(c), numberOf(c, "buckets", { least: 10, most: 500, usual: 120 }))),
  );
  app.get("/api/trace/facets", (c) => c.json(traceFacets(served)));
  app.get("/api/trace/chain", (c) => c.json(served.chain.view()));
  app.get("/api/trace/records/:number{[0-9]{1,9}}", (c) =>
    c.json(recordDetail(served, Number(c.req.param("number")), wordOf(c, "id"))),
  );
  app.get("/api/code", (c) => c.json(folderView(served, wordOf(c, "folder") ?? "", windowOf(c))));
  app.get("/api/code/find", (c) =>
    c.json(findPaths(served, wordOf(c, "text") ?? "", numberOf(c, "count", { least: 1, most: 200, usual: 50 }))),
  );
  app.get("/api/code/file", (c) => c.json(fileView(served, neededWord(c, "path"), windowOf(c, 500, mostLines))));
  app.get("/api/code/why", (c) =>
    c.json(whyView(served, neededWord(c, "path"), numberOf(c, "line", { least: 1, most: 100_000_000, usual: 1 }))),
  );
  app.get("/api/map", (c) =>
    c.json(mapView(served, wordOf(c, "intent"), numberOf(c, "files", { least: 1, most: 500, usual: 40 }))),
  );
  app.get("/api/hooks", (c) => c.json(hooksView(served)));
  app.get("/api/hooks/runs", (c) => c.json(hookRuns(served, wordOf(c, "hook"), windowOf(c))));
  app.get("/api/hooks/:id/review", (c) => c.json(hookReview(served, c.req.param("id"))));
  app.get("/api/health", async (c) => c.json(await healthView(served)));
  app.get("/api/report", (c) => c.json(reportView(served, wordOf(c, "since") ?? "7d")));
  app.get("/api/events", (c) => eventStream(served.news, c.req.header("last-event-id")));
}

function addChanges(app: Hono, served: Served): void {
  app.post("/api/approvals/:id/answer", async (c) =>
    c.json(await answerApproval(served, c.req.param("id"), await bodyOf(c, answerBody))),
  );
  for (const act of ["reset", "revoke", "stop", "resume"] as const)
    app.post(`/api/sessions/:id/${act}`, async (c) => {
      await bodyOf(c, noBody);
      return c.json(actOnSession(served, c.req.param("id"), act));
    });
  for (const act of ["stop", "resume"] as const)
    app.post(`/api/sessions/${act}`, async (c) => {
      await bodyOf(c, noBody);
      return c.json(actOnAll(served, act));
    });
  app.post("/api/intents", async (c) => c.json(await newIntent(served, await bodyOf(c, newIntentBody)), 201));
  app.patch("/api/intents/:id", async (c) =>
    c.json(await editIntent(served, c.req.param("id"), await bodyOf(c, editIntentBody))),
  );
  app.post("/api/intents/:id/move", async (c) =>
    c.json(await move(served, c.req.param("id"), (await bodyOf(c, moveBody)).move)),
  );
  app.post("/api/scope/preview", async (c) => c.json(scopePreview(served, await bodyOf(c, scopePreviewBody))));
  app.post("/api/trace/chain/verify", async (c) => {
    await bodyOf(c, noBody);
    served.chain.verify();
    return c.json(served.chain.view());
  });
  app.post("/api/hooks/:id/trust", async (c) =>
    c.json(trustHook(served, c.req.param("id"), (await bodyOf(c, trustBody)).digest)),
  );
}

const MOST_LISTENERS = 64;
const ALIVE_MS = 15_000;
/** A browser that does not read is let go; it connects again and hears what it missed. */
const MOST_WAITING = 100;

/** `GET /api/events`: tells a browser what changed, for as long as it listens. */
function eventStream(news: News, lastId: string | undefined): Response {
  if (news.listeners >= MOST_LISTENERS)
    refuse(503, "NOT_ALLOWED", "too many pages are open", "Close some of them, then reload this one.");
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (event: "hello" | "changed", id: string, data: Changed | object) =>
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
      send("hello", news.now(), {});
      const missed = lastId === undefined ? [] : news.since(lastId);
      if (missed.length > 0) send("changed", news.now(), { topics: missed });
    },
    cancel: () => stop(),
  });
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}
