import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { connectMcp } from "./connect.ts";

/** Hands out one tool a page; the last page names no other, or the same one again and again. */
const paging = (last: string) => `
const lines = require("node:readline").createInterface({ input: process.stdin });
const tool = (name) => ({ name, inputSchema: { type: "object" } });
lines.on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  if (method === "initialize") return answer({
    protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "paging", version: "1" },
  });
  if (method !== "tools/list") return console.log(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }));
  const at = Number(params?.cursor ?? 0);
  if (at < 2) return answer({ tools: [tool("t" + at)], nextCursor: String(at + 1) });
  answer({ tools: [tool("t2")], ...(${last}) });
});`;

it.each([
  ["{}", ["t0", "t1", "t2"]],
  ['{ nextCursor: "2" }', ["t0", "t1", "t2"]],
])("a server that hands out its tools in pages is read to its last one, which says %s", async (last, expected) => {
  const complaints: string[] = [];
  const server = { kind: "stdio" as const, name: "paging", command: process.execPath, args: ["-e", paging(last)] };
  const servers = [{ ...server, env: {}, cwd: null }];
  const mcp = await connectMcp({ servers, root: tmpdir(), complain: (text) => complaints.push(text) });
  expect(complaints).toEqual([]);
  expect(mcp.list().map((one) => one.tool)).toEqual(expected);
  await mcp.close();
});
