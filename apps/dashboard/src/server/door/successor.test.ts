/** A tab of an earlier start, as its page would ask, and everybody who is not that tab. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask, enter, type Stage, serveHere } from "../../../../../test/support/dashboard/server-stage.ts";
import { type KnownTab, makeTabKeys, newChallenge, openWay, type TabKeys } from "../../api/tab-keys.ts";
import type { RunningServer } from "../start-server.ts";
import { createSuccessor } from "./successor.ts";
import { createTabFiles } from "./tab-files.ts";

interface OpenTab {
  keys: TabKeys;
  tab: KnownTab;
  /** Name and port of its start. */
  host: string;
}

async function openTab(server: RunningServer): Promise<OpenTab> {
  const { withKey } = await enter(server);
  const keys = await makeTabKeys();
  const told = await ask(server, "/api/tabs", {
    method: "POST",
    headers: withKey,
    body: { publicKey: keys.publicKey },
  });
  expect(told.status).toBe(201);
  return { keys, tab: told.json, host: new URL(server.url).host };
}

const question = ({ tab }: OpenTab, challenge: string) => `/api/successor?tab=${tab.id}&challenge=${challenge}`;

/** Asks as the page of the tab does: at its own old address, without a cookie. */
async function lookFor(open: OpenTab, server: RunningServer, headers: Record<string, string> = {}) {
  const challenge = newChallenge();
  const own = { host: open.host, "sec-fetch-site": "same-origin", ...headers };
  const told = await ask(server, question(open, challenge), { headers: own });
  return { told, challenge, way: await openWay({ ...open, challenge }, told.json) };
}

/** A tab that was open when its start ended, and the next start. */
async function restarted() {
  const stage = await serveHere();
  const open = await openTab(stage.server);
  await stage.server.stop();
  const next = await stage.start();
  return { stage, open, next };
}

const redeem = (server: RunningServer, ticket: string) => ask(server, `/enter?ticket=${ticket}`);
const folderOf = ({ stateDir }: Stage) => {
  const roots = join(stateDir, "roots");
  const [name = ""] = readdirSync(roots);
  return join(roots, name, "page-tabs");
};

it("the next start takes the same port, and tells the tab where it is with a ticket that lets it in", async () => {
  const { open, next } = await restarted();
  const { told, way } = await lookFor(open, next);
  expect(new URL(next.url).port).toBe(open.host.split(":")[1]);
  expect(`http://${way?.name}.localhost:${new URL(next.url).port}`).toBe(next.url);
  expect(told.headers["set-cookie"]).toBeUndefined();
  expect(told.headers["access-control-allow-origin"]).toBeUndefined();
  for (const secret of [next.token, way?.ticket ?? "", way?.name ?? ""]) expect(told.text).not.toContain(secret);
  const entered = await redeem(next, way?.ticket ?? "");
  expect(entered.status).toBe(200);
  const cookie = (entered.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
  expect((await ask(next, "/api/now", { headers: { cookie } })).status).toBe(200);
  expect(entered.text).toContain('content="0;url=/#key=');
});

it("a ticket lets in once, and the tab that used it is known no more", async () => {
  const { open, next } = await restarted();
  const { way } = await lookFor(open, next);
  expect((await redeem(next, way?.ticket ?? "")).status).toBe(200);
  const again = await redeem(next, way?.ticket ?? "");
  expect([again.status, again.headers["set-cookie"]]).toEqual([401, undefined]);
  const { told } = await lookFor(open, next);
  expect([told.status, told.text.includes("sealed")]).toEqual([403, false]);
});

it("a ticket of one start lets nobody into another, and is no token and no code", async () => {
  const { stage, open, next } = await restarted();
  const { way } = await lookFor(open, next);
  for (const query of [
    `token=${way?.ticket}`,
    `code=${way?.ticket}`,
    "ticket=",
    `ticket=${way?.ticket}x`,
    `ticket=${next.token}`,
  ])
    expect([query, (await ask(next, `/enter?${query}`)).status]).toEqual([query, 401]);
  await next.stop();
  const third = await stage.start();
  expect((await redeem(third, way?.ticket ?? "")).status).toBe(401);
  expect((await lookFor(open, third)).way?.name, "the tab finds that one as well").toBe(third.url.slice(7, 47));
});

it("a ticket holds for a minute, and the one that follows is another", async () => {
  const keys = await makeTabKeys();
  const stage = await serveHere();
  let now = 0;
  const tabs = createTabFiles(stage.folder, () => 1_000);
  const host = (name: string) => `${name.repeat(40)}.localhost:4000`;
  const { id, secret } = createSuccessor({ host: host("a"), port: 4000 }, tabs, () => now).keep(keys.publicKey);
  const successor = createSuccessor({ host: host("b"), port: 4000 }, tabs, () => now);
  const ticket = async () => {
    const challenge = newChallenge();
    const asking = { method: "GET", path: "/api/successor", headers: { host: host("a") } };
    const sealed = successor.wayFor(asking, new URLSearchParams({ tab: id, challenge }));
    return (await openWay({ keys, tab: { id, secret }, challenge, host: host("a") }, sealed))?.ticket ?? "";
  };
  const first = await ticket();
  now = 59_999;
  expect(await ticket()).toBe(first);
  now = 60_000;
  expect(successor.useTicket(first)).toBe(false);
  const second = await ticket();
  expect(second).not.toBe(first);
  expect([successor.useTicket(second), successor.useTicket(second)]).toEqual([true, false]);
});

it("nobody opens the message but the tab: not with what lies on the disk, not another tab, and for no other question", async () => {
  const stage = await serveHere();
  const open = await openTab(stage.server);
  const other = await openTab(stage.server);
  await stage.server.stop();
  const next = await stage.start();
  const { told, challenge, way } = await lookFor(open, next);
  expect(way).not.toBeNull();
  const kept = JSON.parse(readFileSync(join(folderOf(stage), open.tab.id), "utf8"));
  const thief = await makeTabKeys();
  const readers: [string, Parameters<typeof openWay>[0]][] = [
    [
      "the disk, with keys of its own",
      { keys: thief, tab: { id: open.tab.id, secret: kept.secret }, challenge, host: open.host },
    ],
    ["another tab", { ...other, challenge }],
    ["another tab under this one's id", { ...other, tab: open.tab, challenge }],
    ["the tab with another secret", { ...open, tab: { ...open.tab, secret: other.tab.secret }, challenge }],
    ["the tab to another question", { ...open, challenge: newChallenge() }],
    [
      "the tab of another start",
      { ...open, host: other.host.replace(/^./, (one) => (one === "a" ? "b" : "a")), challenge },
    ],
  ];
  for (const [who, reader] of readers) expect([who, await openWay(reader, told.json)]).toEqual([who, null]);
  expect(await openWay({ ...open, challenge }, told.json)).toEqual(way);
});

it("a message that was changed, cut, or made by who does not know the secret is none", async () => {
  const { open, next } = await restarted();
  const { told, challenge } = await lookFor(open, next);
  const { key, iv, sealed } = told.json;
  const turned = (text: string) => `${text[0] === "A" ? "B" : "A"}${text.slice(1)}`;
  const stage = await serveHere();
  const impostor = createSuccessor(
    { host: `${"c".repeat(40)}.localhost:${open.host.split(":")[1]}`, port: Number(open.host.split(":")[1]) },
    // Whoever has the port and even the public half, but not the secret.
    {
      ...createTabFiles(stage.folder, Date.now),
      find: (id) => ({ id, publicKey: open.keys.publicKey, secret: "A".repeat(43), host: open.host, until: 0 }),
    },
    () => 0,
  );
  const asking = { method: "GET", path: "/api/successor", headers: { host: open.host } };
  const made = impostor.wayFor(asking, new URLSearchParams({ tab: open.tab.id, challenge }));
  expect(made).not.toBeNull();
  const forged: unknown[] = [
    made,
    { key, iv, sealed: turned(sealed) },
    { key, iv: turned(iv), sealed },
    { key: turned(key), iv, sealed },
    { key, iv, sealed: sealed.slice(0, -4) },
    { key, iv, sealed: "" },
    { key: made?.key, iv, sealed },
    { name: "a".repeat(40), ticket: "A".repeat(43) },
    { key: [key], iv, sealed },
    ...[null, [], "", 1, {}, { key: "", iv: "", sealed: "" }, { key: "%", iv: "%", sealed: "%" }],
  ];
  for (const one of forged) expect([one, await openWay({ ...open, challenge }, one)]).toEqual([one, null]);
});

it("a program in between that only hands on gets nothing, whatever it says it is", async () => {
  const { open, next } = await restarted();
  const { port } = new URL(next.url);
  const from: Record<string, string>[] = [
    { host: `127.0.0.1:${port}` },
    { host: `localhost:${port}` },
    { host: new URL(next.url).host },
    { host: open.host.replace(/\d+$/, String(Number(port) + 1)) },
    { host: `${"d".repeat(40)}.localhost:${port}` },
    { origin: `http://127.0.0.1:${port}` },
    { origin: "http://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
  ];
  for (const headers of from) {
    const { told, way } = await lookFor(open, next, headers);
    expect([headers, way, told.text.includes("sealed")]).toEqual([headers, null, false]);
  }
  for (const path of [
    "/api/successor",
    `/api/successor?tab=${open.tab.id}`,
    `/api/successor?tab=${open.tab.id}&challenge=short`,
    `/api/successor?tab=../page-tabs/${open.tab.id}&challenge=${newChallenge()}`,
    `/api/successor?tab=${open.tab.secret}&challenge=${newChallenge()}`,
    `/api/successor/?tab=${open.tab.id}&challenge=${newChallenge()}`,
    `/api/now?tab=${open.tab.id}&challenge=${newChallenge()}`,
  ])
    expect([path, (await ask(next, path, { headers: { host: open.host } })).status]).toEqual([path, 403]);
  for (const method of ["POST", "HEAD", "OPTIONS", "PATCH"])
    expect((await ask(next, question(open, newChallenge()), { method, headers: { host: open.host } })).status).toBe(
      403,
    );
  expect((await lookFor(open, next)).way, "the tab itself is told all the same").not.toBeNull();
});

it("while its own start runs no tab is told of another, and a start at another port tells it nothing", async () => {
  const stage = await serveHere();
  const open = await openTab(stage.server);
  const beside = await stage.start();
  expect(new URL(beside.url).port).not.toBe(open.host.split(":")[1]);
  expect((await lookFor(open, beside)).way).toBeNull();
  expect((await lookFor(open, stage.server)).way).toBeNull();
});

it("only a page that is let in, with its key, makes a tab known", async () => {
  const stage = await serveHere();
  const { cookie, withKey } = await enter(stage.server);
  const { publicKey } = await makeTabKeys();
  const tell = (headers: Record<string, string>, body: unknown) =>
    ask(stage.server, "/api/tabs", { method: "POST", headers, body });
  for (const headers of [{}, { cookie }, { ...withKey, origin: "http://evil.example" }] as Record<string, string>[])
    expect((await tell(headers, { publicKey })).status).toBeGreaterThanOrEqual(401);
  for (const body of [
    {},
    { publicKey: "" },
    { publicKey: "A" },
    { publicKey: `${publicKey}AA` },
    { publicKey, host: "x" },
  ])
    expect((await tell(withKey, body)).status).toBe(400);
  expect((await tell(withKey, { publicKey })).status).toBe(201);
});

it("what is kept is for this user alone, bounded, and the oldest goes first; a tab that is told again stays who it is", async () => {
  const stage = await serveHere();
  let now = Date.now();
  const tabs = createTabFiles(stage.folder, () => now);
  const host = `${"a".repeat(40)}.localhost:4000`;
  const keys = await Promise.all(Array.from({ length: 34 }, makeTabKeys));
  const ids = keys.map(({ publicKey }) => {
    now += 1;
    return tabs.keep(publicKey, host).id;
  });
  const folder = join(stage.folder, "page-tabs");
  expect(readdirSync(folder).sort()).toEqual(ids.slice(2).sort());
  expect(statSync(join(folder, ids[9] ?? "")).mode & 0o777).toBe(0o600);
  expect(tabs.keep(keys[9]?.publicKey ?? "", host).id).toBe(ids[9]);
  now += 24 * 60 * 60 * 1_000;
  expect([tabs.find(ids[9] ?? ""), tabs.ports()]).toEqual([null, []]);
});

it("what others can have put there is not believed", async () => {
  const stage = await serveHere();
  const tabs = createTabFiles(stage.folder, Date.now);
  const { publicKey } = await makeTabKeys();
  const { id, ...tab } = tabs.keep(publicKey, `${"a".repeat(40)}.localhost:4000`);
  const file = join(stage.folder, "page-tabs", id);
  const good = readFileSync(file, "utf8");
  const texts = [
    "",
    "{",
    "[]",
    `${good}${good}`,
    JSON.stringify({ ...tab, secret: "short" }),
    JSON.stringify({ ...tab, publicKey: "A" }),
    JSON.stringify({ ...tab, host: "evil.example:4000" }),
    JSON.stringify({ ...tab, host: `${"a".repeat(40)}.localhost` }),
    JSON.stringify({ ...tab, until: tab.until + 86_400_000 }),
    JSON.stringify({ ...tab, until: 0 }),
    JSON.stringify({ ...tab, more: 1 }),
  ];
  for (const text of texts) {
    writeFileSync(file, text);
    expect([text, tabs.find(id)]).toEqual([text, null]);
  }
  writeFileSync(file, good);
  expect(tabs.find(id)).not.toBeNull();
  chmodSync(file, 0o644);
  expect(tabs.find(id)).toBeNull();
  const other = "B".repeat(22);
  symlinkSync(file, join(stage.folder, "page-tabs", other));
  mkdirSync(join(stage.folder, "page-tabs", "C".repeat(22)));
  for (const one of [other, "C".repeat(22), "../page-tabs", "", "."]) expect(tabs.find(one)).toBeNull();
});

it("a half of a key that is none is answered with nothing", async () => {
  const stage = await serveHere();
  const { withKey } = await enter(stage.server);
  const publicKey = Buffer.alloc(65, 4).toString("base64url");
  const { json } = await ask(stage.server, "/api/tabs", { method: "POST", headers: withKey, body: { publicKey } });
  const { host } = new URL(stage.server.url);
  await stage.server.stop();
  const next = await stage.start();
  const path = `/api/successor?tab=${json.id}&challenge=${newChallenge()}`;
  expect((await ask(next, path, { headers: { host } })).status).toBe(403);
});
