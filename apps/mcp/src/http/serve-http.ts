/** Clients over HTTP, from this machine only. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "@intentgate/engine";
import { type Door, PATH, refusedAtDoor } from "./http-door.ts";
import type { HttpSessions } from "./http-sessions.ts";
import { sendWebResponse, toWebRequest } from "./web-exchange.ts";

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

/** Resolves when the process is told to end. */
export async function serveOnHttp({ port, sessions, until, tell, complain }: HttpParts): Promise<void> {
  const door: Door = { port, token: randomBytes(32).toString("base64url") };
  const server = createHttpServer({ requestTimeout: 60_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      complain(`intentgate: ${messageOf(error)}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  server.maxConnections = MOST_CONNECTIONS;

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
