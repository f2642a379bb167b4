import type { LiveHost } from "./live-host.ts";
import { keysIn, picked } from "./picked.ts";

export const liveCopilotCli: LiveHost = {
  name: "copilot-cli",
  places: ["~/.local/bin/copilot", "~/.npm-global/bin/copilot", "~/.bun/bin/copilot"],
  asks: (canary) => ({ name: "create", input: { path: canary, file_text: "canary\n" } }),
  leadsElsewhere: () => null, // offline, it asks the provider that the environment names and nobody else
  start: ({ url, prompt, folder, own, inRoot }) => ({
    args: [
      ...["-p", prompt, "--allow-all-tools", "--disable-client-telemetry", "--disable-builtin-mcps"],
      ...keysIn(inRoot(".mcp.json"), "mcpServers").flatMap((server) => ["--disable-mcp-server", server]),
    ],
    env: {
      COPILOT_HOME: `${folder}/copilot`,
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: "intentgate-canary",
      COPILOT_MODEL: "claude-sonnet-4.5",
      COPILOT_AUTO_UPDATE: "false",
    },
    files: {
      "copilot/config.json": picked(own("config.json"), ["trustedFolders", "trusted_folders", "disableAllHooks"]),
      "copilot/settings.json": picked(own("settings.json"), ["disableAllHooks"]),
    },
  }),
  differs: ["of your own settings only the trusted folders were taken; MCP servers and plugins were left out"],
};
