/** The way to one server behind the gateway. */
import { readJson } from "@intentgate/documents";
import { messageOf } from "@intentgate/engine";
import { type ReadMessage, type RpcMessage, readMessage, startProgram } from "@intentgate/json-rpc";
import type { ServerSpec } from "./server-config.ts";

export interface Upstream {
  send(message: RpcMessage): void;
  /** The revision that was agreed on, which HTTP repeats with every request. */
  agreed(version: string): void;
  end(): Promise<void>;
}

export interface UpstreamEvents {
  /** `text` is the very line it came as, where there was one. */
  onMessage(message: RpcMessage, text: string | null): void;
  onEnd(how: string): void;
  complain(text: string): void;
}

const LARGEST = 256 * 1024 * 1024;

export async function openUpstream(spec: ServerSpec, events: UpstreamEvents): Promise<Upstream> {
  const { start } = spec;
  if (start.kind === "http") return overHttp(spec.name, start, events);
  const program = startProgram({
    ...start,
    largest: LARGEST,
    onLine: (text) => takeLine(text, spec.name, events),
    onEnd: events.onEnd,
  });
  return {
    send: (message) => program.write(JSON.stringify(message)),
    agreed: () => undefined,
    end: program.end,
  };
}

/** What is no message is for people: servers print greetings where they should not. */
function takeLine(text: string, name: string, { onMessage, complain }: UpstreamEvents): void {
  const value = parsed(text);
  const list = Array.isArray(value) ? value : [value];
  for (const one of list) {
    const read: ReadMessage = value === undefined ? { ok: false, problem: "no JSON", id: null } : readMessage(one);
    if (read.ok) onMessage(read.message, list.length === 1 && !Array.isArray(value) ? text : null);
    else complain(`intentgate: ${name} wrote a line that is no message (${read.problem})`);
  }
}

function parsed(text: string): unknown {
  const json = readJson(text);
  return json.ok ? json.value : undefined;
}

async function overHttp(
  name: string,
  { url, headers }: { url: string; headers: Record<string, string> },
  { onMessage, onEnd, complain }: UpstreamEvents,
): Promise<Upstream> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  transport.onmessage = (message) => onMessage(message as RpcMessage, null);
  transport.onclose = () => onEnd("closed the connection");
  transport.onerror = (error) => complain(`intentgate: ${name}: ${error.message}`);
  await transport.start();
  return {
    agreed: (version) => transport.setProtocolVersion(version),
    send(message) {
      transport.send(message as Parameters<typeof transport.send>[0]).catch((error: unknown) => {
        // The request got no answer and will get none.
        if ("method" in message && "id" in message) {
          const text = `${name} could not be reached: ${messageOf(error)}`;
          onMessage({ jsonrpc: "2.0", id: message.id, error: { code: -32000, message: text } }, null);
        }
      });
    },
    async end() {
      await transport.terminateSession().catch(() => undefined); // a server need not know sessions
      await transport.close();
    },
  };
}
