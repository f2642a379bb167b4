/** Pages of other names on this machine, in the browser in which the person has the page open: they read nothing of it and change nothing. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { call, jsonOf, run } from "../stories/scene.ts";
import { browser, closeBrowserAtEnd, serveScene } from "./page-stage.ts";

closeBrowserAtEnd();

/** What a script of the stranger's page got; every one is given the page's origin and the id of what waits. */
const attempts: Record<string, string> = {
  "a fetch with credentials": "fetch(origin + '/api/now', { credentials: 'include' }).then((r) => r.text())",
  "a fetch that hides its answer":
    "fetch(origin + '/api/now', { credentials: 'include', mode: 'no-cors' }).then((r) => r.type === 'opaque' ? '' : r.text())",
  "an answer by fetch":
    "fetch(origin + '/api/approvals/' + id + '/answer', { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: '{\"answer\":\"scope\"}' }).then((r) => r.text())",
  "an answer as plain text":
    "fetch(origin + '/api/approvals/' + id + '/answer', { method: 'POST', credentials: 'include', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body: '{\"answer\":\"scope\"}' }).then(() => '')",
  "an answer by a beacon":
    "Promise.resolve(navigator.sendBeacon(origin + '/api/approvals/' + id + '/answer', new Blob(['{\"answer\":\"scope\"}'], { type: 'text/plain' }))).then(() => '')",
  "an answer by a form":
    "(() => { const f = document.createElement('form'); f.method = 'POST'; f.target = 'hidden'; f.enctype = 'text/plain'; f.action = origin + '/api/approvals/' + id + '/answer'; const i = document.createElement('input'); i.name = '{\"answer\":\"scope\",\"x\":\"'; i.value = '\"}'; f.append(i); const w = document.createElement('iframe'); w.name = 'hidden'; document.body.append(w, f); f.submit(); return new Promise((done) => setTimeout(() => done(''), 500)); })()",
  "a frame":
    "new Promise((done) => { const f = document.createElement('iframe'); f.src = origin + '/'; f.onload = () => { try { done(f.contentDocument?.body?.innerText ?? ''); } catch { done(''); } }; document.body.append(f); setTimeout(() => done(''), 1500); })",
  "a stream of events":
    "new Promise((done) => { const s = new EventSource(origin + '/api/events', { withCredentials: true }); s.onmessage = s.onopen = () => done('READ'); s.onerror = () => done(''); })",
  "a socket":
    "new Promise((done) => { const s = new WebSocket(origin.replace('http', 'ws') + '/api/events'); s.onopen = () => done('READ'); s.onmessage = (e) => done(e.data); s.onerror = () => done(''); })",
  "a script element":
    "new Promise((done) => { const s = document.createElement('script'); s.src = origin + '/api/now'; s.onload = () => done('READ'); s.onerror = () => done(''); document.body.append(s); })",
  "a picture":
    "new Promise((done) => { const s = new Image(); s.src = origin + '/api/now'; s.onload = () => done('READ'); s.onerror = () => done(''); })",
  "a style sheet":
    "new Promise((done) => { const s = document.createElement('link'); s.rel = 'stylesheet'; s.href = origin + '/api/now'; s.onload = () => done('READ'); s.onerror = () => done(''); document.head.append(s); })",
  "a connection made before":
    "new Promise((done) => { for (const rel of ['preconnect', 'prefetch', 'prerender', 'modulepreload']) { const l = document.createElement('link'); l.rel = rel; l.href = origin + '/api/now'; l.crossOrigin = 'use-credentials'; document.head.append(l); } setTimeout(() => fetch(origin + '/api/now', { credentials: 'include' }).then((r) => r.text()).then(done, () => done('')), 500); })",
  "storage of its own":
    "Promise.resolve([localStorage.length, document.cookie, Object.keys(sessionStorage)].join('').replace('0', ''))",
  "caches of its own": "caches.keys().then((k) => k.join('')).catch(() => '')",
  "databases of its own": "indexedDB.databases().then((k) => k.map((d) => d.name).join(''))",
  "a channel":
    "new Promise((done) => { const names = ['intentgate', 'intentgate-key', 'page']; for (const n of names) { const c = new BroadcastChannel(n); c.onmessage = (e) => done(String(e.data)); c.postMessage({ key: 'x', type: 'reload' }); } setTimeout(() => done(''), 500); })",
};

it("a page of another name reads nothing and answers nothing, in whatever way it asks", async () => {
  /** All that the stranger's server was sent. */
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push([request.url, ...Object.values(request.headers)].join(" "));
    response.writeHead(200, { "content-type": "text/html", "access-control-allow-origin": "*" });
    response.end("<!doctype html><title>stranger</title>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const there = `http://stranger.localhost:${(server.address() as AddressInfo).port}/`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const stage = await serveScene({ policy: "approval: { mode: strict, timeout_s: 120 }\n" });
  const { origin } = stage;
  const context = await (await browser()).newContext({ viewport: { width: 1440, height: 900 } });
  onTestFinished(() => context.close());
  const own = await context.newPage();
  await own.goto(stage.address);
  await own.getByText("Live", { exact: true }).waitFor();
  await call(stage.scene, "select_active_intent", { intent_id: "INT-001" });
  const asked = call(stage.scene, "write_to_file", { path: "src/auth/new.ts", content: "x\n" });
  const waiting = async () =>
    jsonOf<{ approvals: { id: string }[] }>(await run(stage.scene, ["approvals", "--json"])).approvals.map(
      (one) => one.id,
    );
  await expect.poll(waiting).toHaveLength(1);
  const [id = ""] = await waiting();

  const stranger = await context.newPage();
  const got: Record<string, unknown> = {};
  for (const [what, script] of Object.entries(attempts)) {
    await stranger.goto(there);
    const words = [origin, id].map((word) => JSON.stringify(word)).join(", ");
    got[what] = await stranger
      .evaluate(`((origin, id) => Promise.resolve().then(() => ${script}).catch(() => ""))(${words})`)
      .catch(() => "");
    expect(await waiting(), what).toEqual([id]);
  }
  expect(got).toEqual(Object.fromEntries(Object.keys(attempts).map((what) => [what, ""])));

  // A window that it opened is out of its reach, and knows no opener.
  await stranger.goto(there);
  const opened = context.waitForEvent("page");
  await stranger.evaluate(`window.w = window.open(${JSON.stringify(`${origin}/`)}, "page"); 0`);
  const popup = await opened;
  await popup.waitForLoadState();
  const reached = await stranger.evaluate(
    `(() => { try { return String(window.w.document.body.innerText); } catch { return ""; } })()`,
  );
  expect(reached).not.toContain("INT-001");
  expect(await popup.evaluate(() => window.opener === null)).toBe(true);
  await popup.close();

  // A cookie for all of localhost neither lets in nor keeps the person out.
  const name = JSON.stringify(`intentgate_${new URL(origin).port}`);
  await stranger.evaluate(
    `for (const d of ["localhost", ".localhost", "stranger.localhost"]) for (const p of ["/", "/api"]) document.cookie = ${name} + "=mine; Domain=" + d + "; Path=" + p; 0`,
  );
  expect(await own.evaluate(() => fetch("/api/now").then((answer) => answer.status))).toBe(200);

  expect(heard.length).toBeGreaterThan(10);
  const kept = await context.cookies(origin);
  const secrets = [
    new URL(stage.address).searchParams.get("token") ?? "",
    new URL(origin).hostname,
    (await own.evaluate(() => localStorage.getItem("intentgate-key"))) ?? "no key",
    ...kept.map(({ value }) => value).filter((value) => value !== "mine"),
  ];
  for (const secret of secrets) expect(heard.join("\n")).not.toContain(secret);

  // The person's own answer counts: what waited could be answered.
  await own
    .getByRole("button", { name: /^Approve once/ })
    .first()
    .click();
  expect(await asked).toMatchObject({ decision: "allow" });
});
