/** A server that does odd things, behind the gateway, and a client that writes raw lines. */
import { gateway, type Raw, type Started, strangeServer } from "./gateway-stage.ts";
import type { Planted } from "./server-stage.ts";

export const policy = `tools:
  mcp.strange.look: { effect: read }
  mcp.strange.sample: { effect: read }
  mcp.strange.elicit: { effect: read }
  mcp.strange.slow: { effect: read }
  mcp.strange.crash: { effect: read }
  mcp.strange.fail: { effect: read }
  mcp__strange__own/method: { effect: read }
  mcp__strange__notifications/tell: { effect: read }
  mcp.strange.write: { effect: write, paths_from: [path] }
`;

export const files = { "src/a.ts": "one\n", "README.md": "read me\n" };
export const behind = (...more: string[]) => [
  "--name",
  "strange",
  "--",
  process.execPath,
  strangeServer,
  "strange",
  ...more,
];
export const opening = (capabilities: object = {}) => ({
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities, clientInfo: { name: "raw", version: "1" } },
});

export async function opened(planted: Planted, words = behind(), capabilities: object = {}): Promise<Started> {
  const started = gateway(planted, words);
  started.write(opening(capabilities));
  await started.until((message) => message.id === 0);
  started.write({ jsonrpc: "2.0", method: "notifications/initialized" });
  return started;
}

export const callOf = (id: unknown, name: string, input: object = {}, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: input, ...more },
});
export const said = (message: Raw) => JSON.parse(message.result.content[0].text);
