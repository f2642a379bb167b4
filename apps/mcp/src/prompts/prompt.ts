/** What a prompt of this server is: a text that a person puts into the conversation. */
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import type { Gate } from "../gate/gate.ts";

export interface McpPrompt {
  name: string;
  title: string;
  description: string;
  args: StandardSchemaWithJSON;
  write(args: Record<string, string | undefined>, gate: Gate): Promise<string>;
}
