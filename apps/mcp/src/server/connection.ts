/** What is known of the client at the other end. */
import { randomUUID } from "node:crypto";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

export interface Connection {
  era: "legacy" | "modern";
  /** Whether its person can be shown a form. */
  canAsk(context: ServerContext): boolean;
  clientName(): string;
  newToken(): string;
  complain(text: string): void;
}

export function connectionOf(server: McpServer, era: Connection["era"], complain: (text: string) => void): Connection {
  let name = "unknown";
  return {
    era,
    complain,
    newToken: randomUUID,
    clientName: () => `MCP client ${name}`,
    canAsk(context) {
      const envelope = (context.mcpReq.envelope ?? {}) as Record<string, unknown>;
      const info = envelope[CLIENT_INFO_META_KEY] ?? server.server.getClientVersion();
      name = nameOf(info);
      const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
      const elicitation = (capabilities as ClientCapabilities | undefined)?.elicitation;
      // An empty object is what clients sent before there were kinds of questions: it means forms.
      return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
    },
  };
}

function nameOf(info: unknown): string {
  const { name } = (info ?? {}) as { name?: unknown };
  const plain = typeof name === "string" ? name.replace(/[^A-Za-z0-9 ._-]/g, "").slice(0, 60) : "";
  return plain || "unknown";
}
