/** Our own server behind each client that comes over HTTP. */
import type { Gate } from "../gate/gate.ts";
import { createHttpSessions, type HttpSessions } from "../http/http-sessions.ts";
import { createServer } from "./mcp-server.ts";

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
