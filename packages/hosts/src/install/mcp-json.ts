/** `.mcp.json` at the root: read by more than one host, so written once and the same for all of them. */

import type { Claim, InstallFile, InstallMode, InstallSettings, Mark } from "../host/install.ts";
import type { Json, JsonMap } from "../settings/json-tree.ts";
import { gateServer } from "../tools/gate-tools.ts";

export function mcpJson(mode: InstallMode): InstallFile {
  return {
    path: ".mcp.json",
    keepOut: mode === "personal",
    content: {
      kind: "json",
      skeleton: null,
      claims: (settings) => [serverClaim({ type: "stdio", ...started(settings) })],
      marks: [serverMark],
      off: [],
    },
  };
}

const at = ["mcpServers"];

/** Where most hosts have it, in this file or in one of their own. */
export function serverClaim(value: JsonMap): Claim {
  return { at, key: gateServer, value };
}

export const serverMark: Mark = { at, key: gateServer };

export function started({ mcp }: InstallSettings): { command: string; args: readonly Json[]; env?: JsonMap } {
  const { command, args, env } = mcp;
  return { command, args: [...args], ...(Object.keys(env).length === 0 ? {} : { env }) };
}
