/** One client on standard input and output; nothing else may write to standard output. */
import { once } from "node:events";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Gate } from "../gate/gate.ts";
import { createHttpSessions, type HttpSessions } from "../http/http-sessions.ts";
import { createServer } from "./mcp-server.ts";

export interface StdioParts {
  newGate(): Promise<Gate>;
  complain(text: string): void;
}

const LARGEST_MESSAGE = 4 * 1024 * 1024;

/** Resolves when the client is gone. */
export async function serveOnStdio({ newGate, complain }: StdioParts): Promise<void> {
  // What a handler in this process prints would be taken for the protocol.
  console.log = console.info = console.debug = console.error;
  let gate: Promise<Gate> | undefined;
  const gateNow = () => {
    gate ??= newGate();
    return gate;
  };
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: LARGEST_MESSAGE });
  serveStdio(({ era }) => createServer({ era, gate: gateNow, complain }), {
    transport,
    onerror: (error) => complain(`intentgate: ${error.message}`),
  });
  await Promise.race([once(process.stdin, "end"), once(process.stdin, "close"), once(process.stdin, "pause")]);
  await (await gate)?.end();
}

/** Our own server behind each client that comes over HTTP. */
export function createGateSessions(newGate: () => Promise<Gate>, complain: (text: string) => void): HttpSessions {
  return createHttpSessions({
    complain,
    now: () => Date.now(),
    async connect(transport) {
      let gate: Promise<Gate> | undefined;
      const server = createServer({
        era: "legacy",
        complain,
        gate: () => {
          gate ??= newGate();
          return gate;
        },
      });
      server.server.onerror = (error) => complain(`intentgate: ${error.message}`);
      await server.connect(transport);
      return async () => (await gate)?.end();
    },
  });
}
