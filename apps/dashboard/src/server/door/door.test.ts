import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { ask, enter, serveHere } from "../../../../../test/support/dashboard/server-stage.ts";
import { keyHeader } from "../../api/api.ts";
import { createDoor } from "./door.ts";

const move = { method: "POST", path: "/api/intents/INT-001/move", body: { move: "block" } };

describe("who is let in to look", () => {
  it("is a script with the token, and a browser with the cookie", async () => {
    const { server, get } = await serveHere();
    const { cookie } = await enter(server);
    expect((await get("/api/intents")).json.items[0].id).toBe("INT-001");
    expect((await ask(server, "/api/intents", { headers: { cookie } })).status).toBe(200);
    expect((await ask(server, "/api/intents", { headers: { cookie: `a=b; ${cookie}; c=d` } })).status).toBe(200);
  });

  it("is nobody else", async () => {
    const { server } = await serveHere();
    const { cookie } = await enter(server);
    const [name = "", value = ""] = cookie.split("=");
    const strangers: [string, Record<string, string>][] = [
      ["no token", {}],
      ["an empty token", { authorization: "Bearer " }],
      ["a wrong token", { authorization: `Bearer ${"A".repeat(43)}` }],
      ["a part of the token", { authorization: `Bearer ${server.token.slice(0, -1)}` }],
      ["the token and more", { authorization: `Bearer ${server.token}x` }],
      ["the token without its scheme", { authorization: server.token }],
      ["another scheme", { authorization: `Basic ${server.token}` }],
      ["words behind the token", { authorization: `Bearer ${server.token} x` }],
      ["a wrong cookie", { cookie: `${name}=x` }],
      ["the cookie under another name", { cookie: `other=${value}` }],
      ["the token as a cookie", { cookie: `${name}=${server.token}` }],
      ["the cookie as a token", { authorization: `Bearer ${value}` }],
      ["a wrong token beside a good cookie", { authorization: "Bearer x", cookie }],
    ];
    for (const [what, headers] of strangers)
      for (const path of ["/", "/page/main-ABCDEFGH.js", "/api/now", "/api/intents", "/api/events", "/api/nothing"]) {
        const told = await ask(server, path, { headers });
        expect([what, path, told.status]).toEqual([what, path, 401]);
        expect(told.text).not.toContain("INT-001");
      }
    expect((await ask(server, `/api/intents?token=${server.token}`)).status).toBe(401);
  });

  it("comes under the page's own name, or is a script under this machine's", async () => {
    const { server } = await serveHere();
    const { port } = new URL(server.url);
    const token = { authorization: `Bearer ${server.token}` };
    const names = [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1",
      `127.0.0.1:${Number(port) + 1}`,
      `[::1]:${port}`,
    ];
    for (const host of [
      ...names,
      `0.0.0.0:${port}`,
      `127.0.0.1:${port}.evil.example`,
      `localhost.evil.example:${port}`,
    ])
      expect([host, (await ask(server, "/api/now", { headers: { ...token, host } })).status]).toEqual([host, 403]);
    const own = new URL(server.url).host;
    const others = [`a${own}`, `x.${own}`, own.slice(1), own.replace("localhost", "localhost."), own.replace(".", "-")];
    for (const host of others)
      expect([host, (await ask(server, "/api/now", { headers: { ...token, host } })).status]).toEqual([host, 403]);
    for (const host of [own, own.toUpperCase(), `127.0.0.1:${port}`, `localhost:${port}`, `LocalHost:${port}`])
      expect((await ask(server, "/api/now", { headers: { ...token, host } })).status).toBe(200);
  });

  it("is no browser under a name that other programs had before: nothing is told and nothing is answered there", async () => {
    const { server, get } = await serveHere();
    const { cookie, withKey } = await enter(server);
    const { port } = new URL(server.url);
    const { path, ...asked } = move;
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, `other.localhost:${port}`]) {
      for (const place of ["/", "/page/main-ABCDEFGH.js", "/api/now", "/api/events", `/enter?token=${server.token}`]) {
        const told = await ask(server, place, { headers: { host, cookie } });
        expect([host, place, told.status, told.headers["set-cookie"]]).toEqual([host, place, 403, undefined]);
        expect(told.text).not.toMatch(/INT-001|localhost:/);
      }
      const page = { authorization: `Bearer ${server.token}` };
      expect((await ask(server, "/", { headers: { host, ...page } })).status).toBe(403);
      expect((await ask(server, path, { ...asked, headers: { host, ...withKey } })).status).toBe(403);
    }
    expect((await get("/api/intents/INT-001")).json.column).toBe("IN_PROGRESS");
  });

  it("finds another name in every start", async () => {
    const names = [];
    for (let start = 0; start < 3; start += 1) names.push(new URL((await serveHere()).server.url).hostname);
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{40}\.localhost$/);
  });

  it("finds nobody else at the other address of this machine", async () => {
    const { server } = await serveHere();
    const port = Number(new URL(server.url).port);
    const taken = createServer();
    const failed = new Promise<string>((resolve) => {
      taken.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
      taken.once("listening", () => taken.close(() => resolve("listens")));
    });
    taken.listen({ host: "::1", port });
    expect(["EADDRINUSE", "EADDRNOTAVAIL", "EAFNOSUPPORT"]).toContain(await failed);
  });

  it("is not sent by another site", async () => {
    const { server } = await serveHere();
    const { cookie } = await enter(server);
    const { port } = new URL(server.url);
    const origins = [
      "null",
      "http://evil.example",
      `http://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      server.url.replace("http:", "https:"),
      `http://127.0.0.1:${Number(port) + 1}`,
      "http://127.0.0.1",
    ];
    for (const path of ["/api/intents", "/api/events", "/"]) {
      for (const origin of [...origins, `http://127.0.0.1:${port}.evil.example`])
        expect([origin, (await ask(server, path, { headers: { cookie, origin } })).status]).toEqual([origin, 403]);
      for (const site of ["cross-site", "same-site"])
        expect([site, (await ask(server, path, { headers: { cookie, "sec-fetch-site": site } })).status]).toEqual([
          site,
          403,
        ]);
    }
    const navigates = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
    expect((await ask(server, "/api/intents", { headers: { cookie, ...navigates } })).status).toBe(403);
    expect((await ask(server, "/", { headers: { cookie, ...navigates } })).status).toBe(200);
    const own = { cookie, origin: server.url, "sec-fetch-site": "same-origin" };
    expect((await ask(server, "/api/intents", { headers: own })).status).toBe(200);
  });
});

describe("who may change something", () => {
  it("is the page with its key, and a script with the token", async () => {
    const { server } = await serveHere();
    const { withKey } = await enter(server);
    const { path, ...asked } = move;
    expect((await ask(server, path, { ...asked, headers: withKey })).json.column).toBe("BLOCKED");
    const script = { authorization: `Bearer ${server.token}` };
    expect((await ask(server, path, { ...asked, body: { move: "start" }, headers: script })).json.column).toBe(
      "IN_PROGRESS",
    );
  });

  it("is nobody who only knows the cookie, as every program on 127.0.0.1 may", async () => {
    const { server, get } = await serveHere();
    const { cookie, key, withKey } = await enter(server);
    const { path, ...asked } = move;
    const askers: Record<string, string>[] = [
      { cookie },
      { cookie, [keyHeader]: "" },
      { cookie, [keyHeader]: `${key}x` },
      { [keyHeader]: key },
    ];
    for (const headers of askers) expect((await ask(server, path, { ...asked, headers })).status).toBe(401);
    for (const origin of ["null", "http://evil.example"])
      expect((await ask(server, path, { ...asked, headers: { ...withKey, origin } })).status).toBe(403);
    expect((await ask(server, path, { ...asked, headers: { ...withKey, "sec-fetch-site": "same-site" } })).status).toBe(
      403,
    );
    expect((await get("/api/intents/INT-001")).json.column).toBe("IN_PROGRESS");
  });

  it("sends JSON, and not what a form of another site could send", async () => {
    const { server, get } = await serveHere();
    const { withKey } = await enter(server);
    const raw = JSON.stringify(move.body);
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "text/plain; application/json",
      "",
    ];
    for (const type of types) {
      const headers = { ...withKey, "content-type": type };
      expect([type, (await ask(server, move.path, { method: "POST", raw, headers })).status]).toEqual([type, 415]);
    }
    expect((await ask(server, move.path, { method: "POST", raw, headers: withKey })).status).toBe(415);
    expect((await get("/api/intents/INT-001")).json.column).toBe("IN_PROGRESS");
  });

  it("uses the method that is meant", async () => {
    const { server, get } = await serveHere();
    const headers = { authorization: `Bearer ${server.token}` };
    for (const method of ["PUT", "DELETE", "OPTIONS", "PROPFIND", "TRACE"])
      expect([method, (await ask(server, move.path, { method, headers, body: move.body })).status]).toEqual([
        method,
        405,
      ]);
    for (const [method, path] of [
      ["GET", move.path],
      ["PATCH", move.path],
      ["POST", "/api/intents/INT-001"],
      ["POST", "/api/now"],
    ] as const)
      expect([
        path,
        (await ask(server, path, { method, headers, ...(method === "GET" ? {} : { body: move.body }) })).status,
      ]).toEqual([path, 404]);
    const overridden = { ...headers, "x-http-method-override": "POST" };
    expect((await ask(server, move.path, { headers: overridden })).status).toBe(404);
    expect((await ask(server, "/api/now", { method: "HEAD", headers })).status).toBe(200);
    expect((await get("/api/intents/INT-001")).json.column).toBe("IN_PROGRESS");
  });

  it("does not use this server as a proxy", async () => {
    const { server } = await serveHere();
    const headers = { authorization: `Bearer ${server.token}` };
    for (const path of ["http://evil.example/enter", "http://127.0.0.1/api/now", "*"])
      expect((await ask(server, path, { headers })).status).toBe(400);
  });
});

describe("the printed address", () => {
  it("gives a cookie that no script can read, and takes the token out of the address", async () => {
    const { server } = await serveHere();
    const entered = await ask(server, server.address.slice(server.url.length));
    expect(entered.status).toBe(303);
    expect(entered.headers.location).toMatch(/^\/#key=[\w-]{43}$/);
    expect(entered.headers.location).not.toContain(server.token);
    expect(entered.headers["set-cookie"]?.[0]).toMatch(
      /^intentgate_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(server.token).toHaveLength(43);
  });

  it("lets nobody in with another token, an empty one, or several", async () => {
    const { server } = await serveHere();
    for (const query of [
      "",
      "?token=",
      "?token=x",
      `?token=${server.token}x`,
      "?code=",
      "?code=x",
      `?code=${server.token}`,
    ]) {
      const told = await ask(server, `/enter${query}`);
      expect([query, told.status, told.headers["set-cookie"]]).toEqual([query, 401, undefined]);
    }
    expect((await ask(server, `/enter?token=${server.token}`, { method: "POST", body: {} })).status).toBe(404);
    expect((await ask(server, `/enter?token=${server.token}`, { headers: { host: "evil.example" } })).status).toBe(403);
  });

  it("that a program is given to open the browser serves once", async () => {
    const { server } = await serveHere();
    const first = server.addressForOnce().slice(server.url.length);
    const second = server.addressForOnce().slice(server.url.length);
    expect([(await ask(server, first)).status, (await ask(server, second)).status]).toEqual([401, 303]);
    expect((await ask(server, second)).status).toBe(401);
  });

  it("and not after a minute", () => {
    let now = 0;
    const door = createDoor(1, () => now);
    const code = door.newCode();
    now = 60_000;
    expect(door.useCode(code)).toBe(false);
    const other = door.newCode();
    now = 119_999;
    expect([door.useCode(other), door.useCode(other)]).toEqual([true, false]);
  });
});

describe("every answer", () => {
  it("tells the browser to run, frame, keep and send nothing, also where it is a no", async () => {
    const { server } = await serveHere();
    const headers = { authorization: `Bearer ${server.token}` };
    const answers = [
      await ask(server, "/", { headers }),
      await ask(server, "/api/now", { headers }),
      await ask(server, "/api/now"),
      await ask(server, "/nothing", { headers }),
      await ask(server, "/api/intents/INT-9", { headers }),
      await ask(server, "/api/intents", { method: "POST", headers, body: {} }),
      await ask(server, server.address.slice(server.url.length)),
    ];
    for (const { headers: told } of answers) {
      expect(told["content-security-policy"]).toContain("default-src 'none'");
      expect(told["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(told["content-security-policy"]).not.toMatch(/unsafe|\*|data:|https?:/);
      expect(told).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
      });
      expect(told["access-control-allow-origin"]).toBeUndefined();
      expect(told["x-powered-by"]).toBeUndefined();
    }
  });

  it("keeps only files that carry a hash in their names", async () => {
    const { get } = await serveHere();
    expect((await get("/page/main-ABCDEFGH.js")).headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "private, max-age=31536000, immutable",
    });
    expect((await get("/")).headers["cache-control"]).toBe("private, no-cache");
    expect((await get("/api/now")).headers["cache-control"]).toBe("no-store");
    for (const path of [
      "/page/",
      "/page/index.html",
      "/page/../index.html",
      "/page/%2e%2e/state/roots.json",
      "/index.html",
      "//etc/passwd",
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});
