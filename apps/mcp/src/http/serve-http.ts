/** Clients over HTTP, from this machine only. */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { messageOf } from "@intentgate/engine";
import type { HttpSessions } from "./http-sessions.ts";

export interface HttpParts {
  /** 0: any that is free. */
  port: number;
  sessions: HttpSessions;
  /** Besides the signals that end every program. */
  until?: Promise<void>;
  tell(address: { url: string; token: string }): void;
  complain(text: string): void;
}

const MOST_CONNECTIONS = 128;
/** Who opens a connection and says nothing has no claim to it. */
const HEADERS_MS = 10_000;

/** Resolves when the process is told to end. */
export async function serveOnHttp({ port, sessions, until, tell, complain }: HttpParts): Promise<void> {
  const door: Door = { port, token: randomBytes(32).toString("base64url") };
  const server = createHttpServer({ requestTimeout: 60_000, headersTimeout: HEADERS_MS }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      complain(`intentgate: ${messageOf(error)}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  boundConnections(server, MOST_CONNECTIONS);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const no = refusedAtDoor(request, door);
    if (no) {
      const headers = no.status === 401 ? { "www-authenticate": "Bearer" } : {};
      response.writeHead(no.status, { ...headers, "content-type": "text/plain", connection: "close" });
      response.end(`${no.message}\n`);
      return;
    }
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const web = toWebRequest(request, `http://127.0.0.1:${door.port}`, gone.signal);
    await sendWebResponse(await sessions.answer(web), response);
  }

  server.listen({ host: "127.0.0.1", port, exclusive: true });
  await once(server, "listening");
  door.port = (server.address() as AddressInfo).port;
  tell({ url: `http://127.0.0.1:${door.port}${PATH}`, token: door.token });
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM"), ...(until ? [until] : [])]);
  await sessions.end();
  server.closeAllConnections();
  server.close();
}

/** One more than there may be takes the place of the one that is idle longest; where each is being answered, it is told so. */
function boundConnections(server: Server, most: number): void {
  /** The longest idle first; those that are being answered are not among them. */
  const idle = new Set<Socket>();
  let count = 0;
  server.on("connection", (socket) => {
    count += 1;
    socket.once("close", () => {
      count -= 1;
      idle.delete(socket);
    });
    const [longest] = idle;
    idle.add(socket);
    if (count <= most) return;
    if (longest) longest.destroy();
    else socket.end(`HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n${most} connections are busy\n`);
  });
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once("close", () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}

type Refused = { status: 401 | 403 | 404; message: string };

interface Door {
  port: number;
  token: string;
}

/** Who may come in over HTTP: a program on this machine that was told the token, and no page of a browser. */
const PATH = "/mcp";

/** Null where the request may pass. */
function refusedAtDoor(request: { url?: string; headers: IncomingHttpHeaders }, { port, token }: Door): Refused | null {
  const { host, origin, authorization } = request.headers;
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  // A name that was made to lead here (DNS rebinding) is still the attacker's name.
  if (host === undefined || !names.includes(host.toLowerCase())) return { status: 403, message: "Wrong Host" };
  if (origin !== undefined && !names.some((name) => origin.toLowerCase() === `http://${name}`))
    return { status: 403, message: "Wrong Origin" };
  if (!isToken(authorization, token)) return { status: 401, message: "The bearer token is missing or wrong" };
  return (request.url ?? "").split("?")[0] === PATH ? null : { status: 404, message: `Only ${PATH} is served` };
}

function isToken(given: string | undefined, token: string): boolean {
  const [scheme = "", value = "", ...more] = (given ?? "").split(" ");
  return scheme.toLowerCase() === "bearer" && more.length === 0 && timingSafeEqual(hash(value), hash(token));
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** `gone` is aborted when the client went away before it was answered. */
function toWebRequest(request: IncomingMessage, base: string, gone: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    headers.append(String(request.rawHeaders[at]), String(request.rawHeaders[at + 1]));
  }
  const method = request.method ?? "GET";
  const body = ["GET", "HEAD"].includes(method) ? undefined : (Readable.toWeb(request) as ReadableStream);
  return new Request(new URL(request.url ?? "/", base), { method, headers, body, signal: gone, duplex: "half" });
}

async function sendWebResponse(response: Response, to: ServerResponse): Promise<void> {
  to.writeHead(response.status, Object.fromEntries(response.headers));
  if (!response.body) {
    to.end();
    return;
  }
  to.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(response.body as NodeStream), to);
  } catch (error) {
    // The client went away in the middle of a stream: nobody is left to tell.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
