/** One server and one session of the gate for each client that began with `initialize`. */
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import type { Gate } from "./gate.ts";
import { createServer } from "./mcp-server.ts";

export interface HttpSessionsParts {
  newGate(): Promise<Gate>;
  newId(): string;
  now(): number;
  complain(text: string): void;
}

interface Held {
  transport: WebStandardStreamableHTTPServerTransport;
  end(): Promise<void>;
  usedAt: number;
}

const MOST_SESSIONS = 32;
const IDLE_MS = 60 * 60_000;
const LARGEST_BODY = 4 * 1024 * 1024;

export function createHttpSessions({ newGate, newId, now, complain }: HttpSessionsParts) {
  const sessions = new Map<string, Held>();

  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    let gate: Promise<Gate> | undefined;
    const server = createServer({
      era: "legacy",
      complain,
      gate: () => {
        gate ??= newGate();
        return gate;
      },
    });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      maxRequestBodySize: LARGEST_BODY,
      onsessioninitialized: (id) => {
        sessions.set(id, { transport, usedAt: now(), end: () => server.close() });
      },
    });
    server.server.onerror = (error) => complain(`intentgate: ${error.message}`);
    server.server.onclose = () => {
      sessions.delete(transport.sessionId ?? "");
      gate?.then((one) => one.end()).catch((error: unknown) => complain(`intentgate: ${String(error)}`));
    };
    await server.connect(transport);
    return transport;
  }

  async function endIdle(): Promise<void> {
    for (const held of [...sessions.values()]) if (now() - held.usedAt > IDLE_MS) await held.end();
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
      for (const held of [...sessions.values()]) await held.end();
    },
  };
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
