/** What another program left in the browser under this machine's name and the page's port speaks for nobody but itself. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { call, textOf } from "../stories/scene.ts";
import { browser, closeBrowserAtEnd, type Stage, serveScene } from "./page-stage.ts";

closeBrowserAtEnd();

/** Answers every request that it sees in place of the server, and keeps what it saw. */
const worker = `
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { url, headers } = event.request;
  const seen = [url, ...headers.values()].join(" ");
  const page = new Response("<!doctype html><title>HOSTILE</title><h1>HOSTILE</h1>", { headers: { "content-type": "text/html" } });
  event.respondWith(caches.open("seen").then((cache) => cache.put("/seen/" + encodeURIComponent(seen), new Response(seen))).then(() => page));
});`;

const page = `<!doctype html><title>left</title><script>
  localStorage.setItem("intentgate-key", "${"A".repeat(43)}");
  document.cookie = "intentgate=left; path=/";
  caches.open("left").then((cache) => cache.put("/", new Response("<h1>HOSTILE</h1>", { headers: { "content-type": "text/html" } })));
  navigator.serviceWorker.register("/worker.js", { scope: "/" }).then(() => navigator.serviceWorker.ready).then(() => { document.title = "stays"; });
</script>`;

const names = (port: number) => [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`];

/** A program listens where the page will, is looked at in the browser, and goes; what it registered stays. */
async function leftBehind(context: BrowserContext): Promise<number> {
  const server = createServer((request, response) => {
    const isWorker = request.url === "/worker.js";
    response.writeHead(200, { "content-type": isWorker ? "text/javascript" : "text/html" });
    response.end(isWorker ? worker : page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (const name of names(port)) {
    const tab = await context.newPage();
    await tab.goto(name);
    await tab.waitForFunction(() => document.title === "stays");
    await tab.close();
  }
  server.closeAllConnections();
  server.close();
  await once(server, "close");
  return port;
}

const seenIn = async (context: BrowserContext, name: string): Promise<string> => {
  const tab = await context.newPage();
  await tab.goto(name);
  expect(await tab.title()).toBe("HOSTILE"); // it is still there, and answers for its own origin
  const seen = await tab.evaluate(async () => {
    const cache = await caches.open("seen");
    return (await cache.keys()).map(({ url }) => decodeURIComponent(url)).join("\n");
  });
  await tab.close();
  return seen;
};

it("a service worker, a cache, a cookie and storage at the page's port read nothing and answer nothing", async () => {
  const context = await (await browser()).newContext({ viewport: { width: 1440, height: 900 } });
  onTestFinished(() => context.close());
  const port = await leftBehind(context);
  const policy = "approval: { mode: strict, timeout_s: 40 }\n";
  const stage = await serveScene({ policy }, undefined, ["--port", String(port)]);
  const token = new URL(stage.address).searchParams.get("token") ?? "";

  const tab = await context.newPage();
  await tab.goto(stage.address);
  await tab.getByText("Live", { exact: true }).waitFor();
  expect(new URL(tab.url()).host).toMatch(new RegExp(`^[0-9a-f]{40}\\.localhost:${port}$`));
  const inside = await tab.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
    cookie: document.cookie,
    key: localStorage.getItem("intentgate-key"),
  }));
  expect(inside).toMatchObject({ workers: 0, caches: [], cookie: "" });
  expect(inside.key).not.toBe("A".repeat(43));

  // A question is put and answered by the person at the page, while tabs of the left origins are open.
  for (const name of names(port)) await (await context.newPage()).goto(name);
  await call(stage.scene, "select_active_intent", { intent_id: "INT-001" });
  const asked = call(stage.scene, "write_to_file", { path: "src/auth/new.ts", content: "x\n" });
  await tab
    .getByRole("button", { name: /^Approve once/ })
    .first()
    .click();
  expect(await asked).toMatchObject({ decision: "allow" });
  expect(textOf(stage.scene, "src/auth/new.ts")).toBe("x\n");

  const cookies = (await context.cookies(stage.origin)).map(({ value }) => value);
  for (const name of names(port)) {
    const seen = await seenIn(context, name);
    expect(seen).toContain(name);
    for (const secret of [token, inside.key ?? "", ...cookies, new URL(stage.origin).hostname])
      expect(seen).not.toContain(secret);
  }

  // Nor does its own way to the server lead in, past its worker: under these names no browser is known.
  for (const name of names(port)) {
    const past = await context.request.get(`${name}api/now`);
    expect(past.status()).toBe(403);
    expect(await past.text()).not.toContain("INT-001");
  }
});

async function liveTab(stage: Stage): Promise<Page> {
  const context = await (await browser()).newContext({ viewport: { width: 1440, height: 900 } });
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  const told = tab.waitForResponse((one) => one.url().endsWith("/api/tabs"));
  await tab.goto(stage.address);
  await tab.getByText("Live", { exact: true }).waitFor();
  expect((await told).status()).toBe(201);
  return tab;
}

it("a tab of an earlier start is let in by the next one on its port, by itself, and may change something there", async () => {
  const first = await serveScene({ policy: "approval: { mode: strict, timeout_s: 40 }\n" });
  const tab = await liveTab(first);
  await first.stop();
  await tab.getByText("Live", { exact: true }).waitFor({ state: "detached" });
  const second = await first.again();
  expect(new URL(second.origin).port).toBe(new URL(first.origin).port);
  expect(new URL(second.origin).hostname).not.toBe(new URL(first.origin).hostname);
  await tab.waitForURL(`${second.origin}/#/now`);
  await tab.getByText("Live", { exact: true }).waitFor();
  await call(second.scene, "select_active_intent", { intent_id: "INT-001" });
  const asked = call(second.scene, "write_to_file", { path: "src/auth/new.ts", content: "x\n" });
  await tab
    .getByRole("button", { name: /^Approve once/ })
    .first()
    .click();
  expect(await asked).toMatchObject({ decision: "allow" });
});

it("a program that has the port in between can neither lead the tab away nor learn what lets it in", async () => {
  const first = await serveScene({});
  const tab = await liveTab(first);
  const tabs = tab.waitForRequest((one) => new URL(one.url()).pathname === "/api/successor");
  await first.stop();
  const port = Number(new URL(first.origin).port);
  const heard: string[] = [];
  const evil = `${"e".repeat(40)}.localhost:${port}`;
  const lies = [
    { name: "e".repeat(40), ticket: "A".repeat(43) },
    { key: "A".repeat(87), iv: "A".repeat(16), sealed: "A".repeat(120) },
    { location: `http://${evil}/` },
  ];
  let asks = 0;
  const hostile = createServer((request, response) => {
    heard.push([request.url, ...Object.values(request.headers)].join(" "));
    const isAsked = request.url?.startsWith("/api/successor");
    if (isAsked && asks++ === 0) response.writeHead(302, { location: `http://${evil}/` }).end();
    else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(lies[asks % lies.length]));
  });
  hostile.listen(port, "127.0.0.1");
  await once(hostile, "listening");
  await tabs;
  await expect.poll(() => asks, { timeout: 30_000 }).toBeGreaterThan(3);
  expect(new URL(tab.url()).origin, "it was led away").toBe(first.origin);
  const asked = heard.filter((one) => one.includes("/api/successor"));
  for (const one of asked) expect(one).not.toContain("intentgate_");
  hostile.closeAllConnections();
  hostile.close();
  await once(hostile, "close");

  const second = await first.again();
  await tab.waitForURL(`${second.origin}/#/now`);
  await tab.getByText("Live", { exact: true }).waitFor();
  const secrets = [
    new URL(second.address).searchParams.get("token") ?? "",
    (await tab.evaluate(() => localStorage.getItem("intentgate-key"))) ?? "",
    ...(await tab.context().cookies(second.origin)).map(({ value }) => value),
    new URL(second.origin).hostname,
  ];
  for (const secret of secrets) expect([secret.length > 20, heard.join("\n").includes(secret)]).toEqual([true, false]);
  // What it heard, asked again, opens nothing either: the tab is known no more, and a new question is another one.
  for (const one of asked.slice(0, 3)) {
    const path = one.split(" ")[0] ?? "";
    const told = await tab
      .context()
      .request.get(`http://127.0.0.1:${port}${path}`, { headers: { host: new URL(first.origin).host } });
    expect([told.status(), (await told.text()).includes("sealed")]).toEqual([403, false]);
  }
});

it("where the port belongs to somebody else by then, the tab is over, and the new address is the way in", async () => {
  const first = await serveScene({});
  const tab = await liveTab(first);
  await first.stop();
  const { port } = new URL(first.origin);
  const other = await serveScene({}, undefined, ["--port", port]); // the page of another repository
  const second = await first.again();
  expect(new URL(second.origin).port).not.toBe(port);
  await tab.getByText("This browser is not let in").waitFor();
  expect(await tab.content()).not.toContain("JWT");
  expect(new URL(tab.url()).origin).toBe(first.origin);
  for (const stage of [other, second]) {
    const again = await tab.context().newPage();
    await again.goto(stage.address);
    await again.getByText("Live", { exact: true }).waitFor();
  }
});
