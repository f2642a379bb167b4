/** A small MCP server with tools that look, write, write more than they say, and fail. */
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const text = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });

const tools = {
  look: (input) => text({ looked: input }),
  write(input) {
    writeFileSync(input.path, "written\n");
    if (input.also) writeFileSync(input.also, "nobody said so\n");
    return text({ written: input.path });
  },
  fail: () => ({ isError: true, ...text({ failed: true }) }),
  mystery: () => text("who knows"),
};

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "notes", version: "1" },
  }),
  "tools/list": () => ({ tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })) }),
  "tools/call": ({ name, arguments: input }) =>
    tools[name]?.(input ?? {}) ?? { isError: true, ...text("no such tool") },
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const result = answers[method]?.(params ?? {}) ?? {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
});
