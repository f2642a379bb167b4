import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { PROXY_SOCKET } from "../plan/through-proxy.ts";
import { parseAllowedHost } from "./allow-list.ts";
import type { Resolve } from "./find-addresses.ts";
import { type StartedProxy, startProxy } from "./start-proxy.ts";

let folder: string;
let echo: Server;
let web: ReturnType<typeof createHttpServer>;
let heard: IncomingMessage[];
let proxy: StartedProxy | null;
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;

beforeEach(async () => {
  // Longer than the path of a socket may be.
  folder = tempFolder(`proxy-${"x".repeat(90)}`);
  heard = [];
  proxy = null;
  echo = createServer((socket) => socket.on("error", () => socket.destroy()).pipe(socket));
  web = createHttpServer((asked, answer) => {
    heard.push(asked);
    answer.setHeader("x-told", "yes");
    asked.pipe(answer);
  });
  for (const server of [echo, web]) await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterEach(async () => {
  await proxy?.close();
  echo.close();
  web.close();
});

const loopback: Resolve = async () => ["127.0.0.1"];

async function start(allow: readonly string[], resolve: Resolve = loopback, headerMs = 10_000): Promise<void> {
  proxy = await startProxy({
    folder,
    allowed: allow.flatMap((text) => parseAllowedHost(text) ?? []),
    resolve,
    headerMs,
  });
}

/** What the proxy answers to these bytes, until it ends or `enough` was told. */
function told(bytes: string, enough = "\0"): Promise<string> {
  return new Promise((resolve, fail) => {
    const cwd = process.cwd();
    process.chdir(folder);
    const socket = connect(PROXY_SOCKET);
    process.chdir(cwd);
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.includes(enough)) socket.destroy();
    });
    socket.on("error", fail);
    socket.on("close", () => resolve(text));
    socket.write(bytes);
  });
}

describe("a tunnel", () => {
  it("leads to an allowed host, and carries bytes both ways, those sent at once too", async () => {
    await start([`good.org:${portOf(echo)}`, `127.0.0.1:${portOf(echo)}`]);
    const text = await told(`CONNECT good.org:${portOf(echo)} HTTP/1.1\r\n\r\nhello`, "hello");
    expect(text).toBe("HTTP/1.1 200 Connection established\r\n\r\nhello");
    expect(proxy?.refused()).toEqual([]);
  });

  it("is refused to every other host, which is written down once", async () => {
    await start(["good.org"]);
    for (let time = 0; time < 2; time += 1)
      expect(await told("CONNECT evil.org:443 HTTP/1.1\r\n\r\n")).toMatch(
        /^HTTP\/1.1 403 .*evil\.org is not allowed here$/s,
      );
    expect(proxy?.refused()).toEqual([{ host: "evil.org", port: 443, why: "not allowed" }]);
  });

  it.each([
    ["this machine", "127.0.0.1"],
    ["this machine, by its other address", "::1"],
    ["this machine, within an address of the newer kind", "::ffff:127.0.0.1"],
    ["the network around it", "192.168.7.7"],
    ["where clouds tell secrets", "169.254.169.254"],
  ])("is refused where the name of an allowed host leads to %s", async (_, address) => {
    await start([`good.org:${portOf(echo)}`], async () => ["93.184.215.14", address]);
    expect(await told(`CONNECT good.org:${portOf(echo)} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1.1 403/);
    expect(proxy?.refused()).toMatchObject([{ why: "own address" }]);
  });

  it("asks for the name once: what it means later does not count", async () => {
    const answers = [["127.0.0.1"], ["10.0.0.1"]];
    let asked = 0;
    await start([`good.org:${portOf(echo)}`, `127.0.0.1:${portOf(echo)}`], async () => answers[asked++] ?? []);
    expect(await told(`CONNECT good.org:${portOf(echo)} HTTP/1.1\r\n\r\nhi`, "hi")).toMatch(/hi$/);
    expect(asked).toBe(1);
    expect(await told(`CONNECT good.org:${portOf(echo)} HTTP/1.1\r\n\r\nhi`, "hi")).toMatch(/^HTTP\/1.1 403/);
  });

  it("is refused where a name leads nowhere", async () => {
    await start(["good.org"], async () => []);
    expect(await told("CONNECT good.org:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 403/);
    expect(proxy?.refused()).toMatchObject([{ why: "not found" }]);
  });

  it.each([
    ["an address that is not listed", "CONNECT 127.0.0.1:PORT HTTP/1.1\r\n\r\n", 403],
    ["an address of the newer kind", "CONNECT [::1]:PORT HTTP/1.1\r\n\r\n", 403],
    ["a name and a password before the host", "CONNECT good.org@evil.org:443 HTTP/1.1\r\n\r\n", 400],
    ["a host without a port", "CONNECT good.org HTTP/1.1\r\n\r\n", 400],
    ["a whole address", "CONNECT https://good.org:443/ HTTP/1.1\r\n\r\n", 400],
    ["another port", "CONNECT good.org:22 HTTP/1.1\r\n\r\n", 403],
    ["no request at all", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n", 400],
    ["headers without end", `CONNECT good.org:443 HTTP/1.1\r\nx: ${"y".repeat(40_000)}\r\n\r\n`, 400],
    ["a path of this proxy", "GET / HTTP/1.1\r\nhost: good.org\r\n\r\n", 400],
    ["https in the clear", "GET https://good.org/ HTTP/1.1\r\nhost: good.org\r\n\r\n", 400],
    ["a file", "GET file:///etc/passwd HTTP/1.1\r\nhost: good.org\r\n\r\n", 400],
    ["a password in the address", "GET http://u:p@good.org/ HTTP/1.1\r\nhost: good.org\r\n\r\n", 400],
    ["another host behind an allowed header", "GET http://evil.org/ HTTP/1.1\r\nhost: good.org\r\n\r\n", 403],
  ])("is no way for %s", async (_, bytes, code) => {
    await start(["good.org"]);
    expect(await told(bytes.replace("PORT", `${portOf(echo)}`), "\r\n\r\n")).toMatch(new RegExp(`^HTTP/1.1 ${code} `));
  });

  it("ends a client that does not come to the end of its headers", async () => {
    await start(["good.org"], loopback, 20);
    expect(await told("CONNECT good.org:443 HTTP/1.1\r\nx: y\r\n")).toMatch(/^(HTTP\/1.1 4|$)/);
  });
});

describe("a request in the clear", () => {
  it("is passed on with its body, and without what is only for the proxy", async () => {
    await start([`good.org:${portOf(web)}`, `127.0.0.1:${portOf(web)}`]);
    const head = `POST http://good.org:${portOf(web)}/a?b HTTP/1.1\r\nhost: other.org\r\nproxy-authorization: x\r\ncontent-length: 4\r\nx-own: 1\r\n\r\n`;
    const text = await told(`${head}body`, "body");
    expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n.*x-told: yes.*body/s);
    expect(heard[0]).toMatchObject({ url: "/a?b", method: "POST" });
    expect(heard[0]?.headers).toMatchObject({ host: `good.org:${portOf(web)}`, "x-own": "1" });
    expect(heard[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  it("says so where the server does not answer", async () => {
    const port = portOf(web);
    web.close();
    await start([`good.org:${port}`, `127.0.0.1:${port}`]);
    expect(await told(`GET http://good.org:${port}/ HTTP/1.1\r\nhost: a\r\n\r\n`, "answer")).toMatch(/^HTTP\/1.1 502/);
  });
});
