/**
 * `@modelcontextprotocol/server-postgres`. Its one tool runs SQL in a transaction that is meant to be read-only; a text
 * with several statements can end that transaction, so that no query counts as a mere read.
 */
import { type KnownServer, outside } from "./server.ts";

export const postgres: KnownServer = {
  name: "postgres",
  startedAs: ["@modelcontextprotocol/server-postgres", "mcp-server-postgres", "mcp/postgres"],
  tools: { query: () => outside("the database") },
};
