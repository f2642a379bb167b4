/** The one way from a box to the network: a proxy outside it, that knows the hosts which a person allowed. */
import { closeSync, constants, openSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type LookupFunction, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { PROXY_SOCKET } from "../plan/through-proxy.ts";
import { type AllowedHost, parseTarget, type Target } from "./allow-list.ts";
import { type Found, findAddresses, type Resolve, resolveName } from "./find-addresses.ts";

export interface Refused extends Target {
  why: Exclude<Found, { ok: true }>["why"];
}

export interface StartedProxy {
  /** What was asked for and not given, each once. */
  refused(): readonly Refused[];
  /** Whether anything was asked of it at all. */
  isUsed(): boolean;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** Where its socket is made: a folder that the box can see. */
  folder: string;
  allowed: readonly AllowedHost[];
  resolve?: Resolve;
  /** How long a client may take to say what it wants. */
  headerMs?: number;
}

const MOST_CONNECTIONS = 128;
const MOST_REFUSED = 100;
const HEADER_BYTES = 16_384;
const HEADER_MS = 10_000;
const IDLE_MS = 120_000;
/** They are between the client and the proxy, not for the server. */
const ofTheWay = /^(?:proxy-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|host)$/i;

export async function startProxy({
  folder,
  allowed,
  resolve = resolveName,
  headerMs = HEADER_MS,
}: ProxyOptions): Promise<StartedProxy> {
  const refused = new Map<string, Refused>();
  const open = new Set<Socket>();
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: headerMs,
      requestTimeout: 0,
      connectionsCheckingInterval: Math.min(headerMs, 1_000),
    },
    (asked, answer) => settle(passOn(asked, answer), answer),
  );
  server.maxConnections = MOST_CONNECTIONS;
  let isUsed = false;
  server.on("connection", (socket) => {
    isUsed = true;
    keep(socket);
  });
  server.on("connect", (asked, client, head) => settle(tunnel(asked, client, head), client));
  server.on("clientError", (_, client) => refuse(client, "400 Bad Request", "this is no request to a proxy"));

  // A path of a socket may not be longer than a hundred characters; through the folder's descriptor it never is.
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await new Promise<void>((listening, failed) => {
      server.once("error", failed);
      server.listen(`/proc/self/fd/${fd}/${PROXY_SOCKET}`, listening);
    });
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  return {
    refused: () => [...refused.values()],
    isUsed: () => isUsed,
    close: () =>
      new Promise((closed) => {
        server.close(() => {
          closeSync(fd);
          closed();
        });
        for (const socket of open) socket.destroy();
      }),
  };

  function keep(socket: Socket): void {
    open.add(socket);
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.on("close", () => open.delete(socket));
  }

  /** Whatever goes wrong with one request ends that request. */
  function settle(work: Promise<void>, end: Duplex | ServerResponse): void {
    work.catch(() => end.destroy());
  }

  async function lookUp(target: Target): Promise<LookupFunction | null> {
    const found = await findAddresses(target, allowed, resolve);
    if (found.ok) return fixedTo(found.addresses);
    if (refused.size < MOST_REFUSED) refused.set(`${target.host}:${target.port}`, { ...target, why: found.why });
    return null;
  }

  async function tunnel(asked: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const target = parseTarget(asked.url ?? "");
    if (target === null) return refuse(client, "400 Bad Request", "CONNECT takes HOST:PORT");
    const lookup = await lookUp(target);
    if (lookup === null) return refuse(client, "403 Forbidden", `${target.host} is not allowed here`);
    const server = connect({ ...target, lookup, autoSelectFamily: true });
    keep(server);
    server.once("connect", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      server.write(head);
      server.pipe(client);
      client.pipe(server);
    });
    server.once("close", () => client.destroy());
    client.once("close", () => server.destroy());
  }

  /** Plain `http`: the request names the whole address. */
  async function passOn(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const target = plainTarget(asked.url ?? "");
    if (target === null) return end(answer, 400, "this is a proxy for http and https");
    const lookup = await lookUp(target);
    if (lookup === null) return end(answer, 403, `${target.host} is not allowed here`);
    const { method, headers: all } = asked;
    const headers = Object.fromEntries(Object.entries(all).filter(([name]) => !ofTheWay.test(name)));
    const { host, port, path } = target;
    const named = host.includes(":") ? `[${host}]` : host;
    const onward = request(
      {
        host,
        port,
        path,
        method,
        lookup,
        agent: false,
        maxHeaderSize: HEADER_BYTES,
        headers: { ...headers, host: port === 80 ? named : `${named}:${port}` },
      },
      (told) => {
        answer.writeHead(
          told.statusCode ?? 502,
          Object.fromEntries(Object.entries(told.headers).filter(([name]) => !ofTheWay.test(name))),
        );
        told.pipe(answer);
        told.once("error", () => answer.destroy());
      },
    );
    onward.once("socket", keep);
    onward.once("error", () => (answer.headersSent ? answer.destroy() : end(answer, 502, `${host} did not answer`)));
    answer.once("close", () => onward.destroy());
    asked.pipe(onward);
  }
}

function plainTarget(url: string): (Target & { path: string }) | null {
  if (!URL.canParse(url)) return null;
  const { protocol, username, password, hostname, port, pathname, search } = new URL(url);
  if (protocol !== "http:" || username !== "" || password !== "") return null;
  const target = parseTarget(`${hostname}:${port || 80}`);
  return target === null ? null : { ...target, path: `${pathname}${search}` };
}

/** Whoever connects gets these addresses, whatever the name means by then. */
function fixedTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return (_, { all: isAll }, tell) => {
    if (isAll) tell(null, all);
    else tell(null, all[0]?.address ?? "", all[0]?.family ?? 4);
  };
}

function refuse(client: Duplex, status: string, why: string): void {
  if (!client.writable) return void client.destroy();
  client.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: ${why.length}\r\n\r\n${why}`,
  );
}

function end(answer: ServerResponse, status: number, why: string): void {
  answer.writeHead(status, { "content-type": "text/plain", connection: "close" });
  answer.end(why);
}
