/** One session for each client that began with `initialize`. */
import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

export interface HttpSessionsParts {
  /** Puts something that answers behind the transport; returns what is to be done when the client is gone. */
  connect(transport: WebStandardStreamableHTTPServerTransport): Promise<() => Promise<void>>;
  now(): number;
  complain(text: string): void;
}

export type HttpSessions = ReturnType<typeof createHttpSessions>;

interface Held {
  transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

const MOST_SESSIONS = 32;
const IDLE_MS = 60 * 60_000;
const LARGEST_BODY = 4 * 1024 * 1024;

export function createHttpSessions({ connect, now, complain }: HttpSessionsParts) {
  const sessions = new Map<string, Held>();
  const ending = new Set<Promise<void>>();

  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    let over: () => Promise<void> = async () => undefined;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: LARGEST_BODY,
      onsessioninitialized: (id) => void sessions.set(id, { transport, usedAt: now() }),
    });
    transport.onclose = () => {
      sessions.delete(transport.sessionId ?? "");
      const ended = over()
        .catch((error: unknown) => complain(`intentgate: ${String(error)}`))
        .finally(() => ending.delete(ended));
      ending.add(ended);
    };
    over = await connect(transport);
    return transport;
  }

  async function endIdle(): Promise<void> {
    for (const held of [...sessions.values()]) if (now() - held.usedAt > IDLE_MS) await held.transport.close();
  }

  return {
    async answer(request: Request): Promise<Response> {
      await endIdle();
      const id = request.headers.get("mcp-session-id");
      if (id !== null) {
        const held = sessions.get(id);
        if (!held) return refusal(404, -32001, "Session not found");
        held.usedAt = now();
        return held.transport.handleRequest(request);
      }
      if (sessions.size >= MOST_SESSIONS) return refusal(503, -32000, "Too many sessions are open");
      const transport = await open();
      const response = await transport.handleRequest(request);
      if (transport.sessionId === undefined) await transport.close(); // it was no `initialize`
      return response;
    },
    async end(): Promise<void> {
      for (const held of [...sessions.values()]) await held.transport.close();
      await Promise.all(ending);
    },
  };
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
