/** The server as a client sees it: tools, resources, prompts, and a word on how to use them. */
import { McpServer } from "@modelcontextprotocol/server";
import manifest from "../../package.json" with { type: "json" };
import type { Gate } from "../gate/gate.ts";
import { promptList } from "../prompts/prompt-list.ts";
import { resourceList } from "../resources/resource-list.ts";
import { toolList } from "../tools/tool-list.ts";
import type { AnswerTool } from "./answer-tool.ts";
import { type Connection, connectionOf } from "./connection.ts";

export interface ServerParts {
  era: Connection["era"];
  /** Loaded when it is first needed. */
  gate(): Promise<Gate>;
  complain(text: string): void;
}

export const gateInstructions = [
  "No change without an intent. Before you change any file, take an intent: list_intents shows what people declared,",
  "select_active_intent takes one and tells its scope, constraints and acceptance criteria. Stay inside the scope; if the",
  "work needs more, request_scope_expansion asks a person. When you are done and have verified the criteria, call",
  "complete_intent. A refusal is JSON with a code, a message and meta.remedy: follow the remedy, never work around it.",
].join(" ");

/** More than any honest input of these tools has. */
const MOST_ELEMENTS = 5_000;

export function createServer({ era, gate, complain }: ServerParts): McpServer {
  const server = new McpServer(
    { name: "intentgate", title: "Intentgate", version: manifest.version },
    {
      instructions: gateInstructions,
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      maxToolInputElements: MOST_ELEMENTS,
      inputRequired: { legacyShim: false },
    },
  );
  const connection = connectionOf(server, era, complain);
  let loaded: Promise<AnswerTool> | undefined;
  async function load(): Promise<AnswerTool> {
    const { createAnswerTool } = await import("./answer-tool.ts");
    return createAnswerTool(connection, await gate());
  }

  for (const tool of toolList) {
    const { name, title, description, input, output, annotations } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema: input, outputSchema: output, annotations: { ...annotations, title } },
      async (given, context) => {
        loaded ??= load();
        return (await loaded)(tool, given as Record<string, unknown>, context);
      },
    );
  }
  for (const { name, uri, title, description, read } of resourceList) {
    server.registerResource(name, uri, { title, description, mimeType: "application/json" }, async (asked) => {
      const { toResource } = await import("../resources/resource-list.ts");
      return {
        contents: [{ uri: asked.href, mimeType: "application/json", text: await toResource(read, await gate()) }],
      };
    });
  }
  for (const { name, title, description, args, write } of promptList) {
    server.registerPrompt(name, { title, description, argsSchema: args }, async (given) => {
      const text = await write(given as Record<string, string | undefined>, await gate());
      return { messages: [{ role: "user", content: { type: "text", text } }] };
    });
  }
  return server;
}
