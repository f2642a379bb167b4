/** `.mcp.json` at the root: read by more than one host, so written once and the same for all of them. */
import { gateServer } from "../tools/gate-tools.ts";
import type { InstallFile, InstallMode, InstallSettings, Json } from "./install.ts";

export function mcpJson(mode: InstallMode): InstallFile {
  return {
    path: ".mcp.json",
    keepOut: mode === "personal",
    content: {
      kind: "json",
      skeleton: null,
      claims: (settings) => [{ at: ["mcpServers"], key: gateServer, value: { type: "stdio", ...started(settings) } }],
      marks: [{ at: ["mcpServers"], key: gateServer }],
      off: [],
    },
  };
}

export function started({ mcp }: InstallSettings): { command: string; args: readonly Json[] } {
  return { command: mcp.command, args: [...mcp.args] };
}
