/** Connects to the configured MCP servers; one that does not answer is told and left out. */
import { messageOf } from "@intentgate/engine";
import { Client, type Transport } from "@modelcontextprotocol/client";
import { type McpTool, type McpTools, mcpToolName } from "./mcp-tools.ts";
import type { McpServer } from "./read-config.ts";

export interface ConnectParts {
  servers: readonly McpServer[];
  /** Where programs are started that name no folder. */
  root: string;
  complain(text: string): void;
}

const CONNECT_MS = 20_000;
const CALL_MS = 600_000;
const MOST_PAGES = 100;
const LONGEST_DESCRIPTION = 2_000;

export async function connectMcp({ servers, root, complain }: ConnectParts): Promise<McpTools> {
  const clients = new Map<string, Client>();
  const tools: McpTool[] = [];
  await Promise.all(
    servers.map(async (server) => {
      const client = new Client({ name: "intentgate-agent", version: "1" }, { capabilities: {} });
      try {
        await client.connect(await transportOf(server, root), { timeout: CONNECT_MS });
        const listed = await allTools(client);
        clients.set(server.name, client);
        for (const one of listed) {
          tools.push({
            server: server.name,
            tool: one.name,
            name: mcpToolName(server.name, one.name),
            description: (one.description ?? one.name).slice(0, LONGEST_DESCRIPTION),
            inputSchema: one.inputSchema,
          });
        }
      } catch (error) {
        complain(`The MCP server ${server.name} is not there: ${messageOf(error)}`);
        await client.close().catch((failure: unknown) => complain(`${server.name}: ${messageOf(failure)}`));
      }
    }),
  );
  tools.sort((one, other) => (one.name < other.name ? -1 : 1));

  return {
    list: () => tools,
    async call({ server, tool }, input, signal) {
      const client = clients.get(server);
      if (!client) return { error: `the MCP server ${server} is not there` };
      const result = await client.callTool({ name: tool, arguments: input }, { signal, timeout: CALL_MS });
      return plainResult(result);
    },
    async close() {
      for (const [name, client] of clients) {
        await client.close().catch((error: unknown) => complain(`${name}: ${messageOf(error)}`));
      }
    },
  };
}

type Listed = Awaited<ReturnType<Client["listTools"]>>["tools"];

/** A server may hand out its tools in pages. */
async function allTools(client: Client): Promise<Listed> {
  const tools: Listed = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const listed = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: CONNECT_MS });
    tools.push(...listed.tools);
    if (listed.nextCursor === undefined || listed.nextCursor === cursor) break;
    cursor = listed.nextCursor;
  }
  return tools;
}

async function transportOf(server: McpServer, root: string): Promise<Transport> {
  if (server.kind === "stdio") {
    const { StdioClientTransport, getDefaultEnvironment } = await import("@modelcontextprotocol/client/stdio");
    const { command, args } = server;
    const env = { ...getDefaultEnvironment(), ...server.env };
    return new StdioClientTransport({ command, args, env, cwd: server.cwd ?? root, stderr: "ignore" });
  }
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  return new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers: server.headers } });
}

/** Texts and structured content; what a model cannot read here is only named. */
function plainResult(result: { content?: unknown; structuredContent?: unknown; isError?: unknown }): object {
  const content: unknown[] = Array.isArray(result.content) ? result.content : [];
  const texts = content.map((part) => {
    const { type, text } = (part ?? {}) as Record<string, unknown>;
    return type === "text" && typeof text === "string" ? text : `(${String(type)}: not shown)`;
  });
  if (result.isError === true) return { error: texts.join("\n") || "the tool reported a failure" };
  const structured = result.structuredContent;
  return { content: texts.join("\n"), ...(structured === undefined ? {} : { structured }) };
}
