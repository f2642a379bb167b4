/** One session for each client that began with `initialize`. */
import { randomUUID } from "node:crypto";
import { isRequest, isResponse, type RpcId, type RpcMessage } from "@intentgate/json-rpc";
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
  /** Requests of the client that are not answered yet, whether it still waits for them or not. */
  open: ReadonlySet<RpcId>;
}

const MOST_SESSIONS = 32;
const IDLE_MS = 60 * 60_000;
const LARGEST_BODY = 4 * 1024 * 1024;

export function createHttpSessions({ connect, now, complain }: HttpSessionsParts) {
  const sessions = new Map<string, Held>();
  const ending = new Set<Promise<void>>();

  async function open(): Promise<WebStandardStreamableHTTPServerTransport> {
    let over: () => Promise<void> = async () => undefined;
    const open = new Set<RpcId>();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: LARGEST_BODY,
      onsessioninitialized: (id) => void sessions.set(id, { transport, usedAt: now(), open }),
    });
    transport.onclose = () => {
      sessions.delete(transport.sessionId ?? "");
      const ended = over()
        .catch((error: unknown) => complain(`intentgate: ${String(error)}`))
        .finally(() => ending.delete(ended));
      ending.add(ended);
    };
    over = await connect(transport);
    keepOpen(transport, open);
    return transport;
  }

  /** The longest idle first; never one whose call is still on its way: nobody would record what it did. */
  const idle = () =>
    [...sessions.values()].filter(({ open }) => open.size === 0).sort((one, two) => one.usedAt - two.usedAt);

  async function endIdle(): Promise<void> {
    for (const held of idle()) if (now() - held.usedAt > IDLE_MS) await held.transport.close();
  }

  /** A client whose session was ended is told that there is none, and begins another. */
  async function hasRoom(): Promise<boolean> {
    const [longest] = sessions.size < MOST_SESSIONS ? [] : idle();
    if (longest) {
      complain(`intentgate: ${MOST_SESSIONS} sessions are open: the one that was idle longest is ended for a new one`);
      await longest.transport.close();
    }
    return sessions.size < MOST_SESSIONS;
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
      if (!(await hasRoom()))
        return refusal(
          503,
          -32000,
          `${MOST_SESSIONS} sessions are open, and each has a call on its way: try again later`,
        );
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

/** Listens on both sides of what stands behind the transport. */
function keepOpen(transport: WebStandardStreamableHTTPServerTransport, open: Set<RpcId>): void {
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  transport.onmessage = (message, extra) => {
    const heard = message as RpcMessage;
    if (isRequest(heard)) open.add(heard.id);
    // What was cancelled is not answered.
    else if ("method" in heard && heard.method === "notifications/cancelled")
      open.delete(heard.params?.requestId as RpcId);
    onmessage?.(message, extra);
  };
  transport.send = (message, options) => {
    const said = message as RpcMessage;
    if (isResponse(said) && said.id !== null) open.delete(said.id);
    return send(message, options);
  };
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
