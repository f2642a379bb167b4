import type { LiveHost } from "./live-host.ts";
import { keysIn } from "./picked.ts";

export const liveOpencode: LiveHost = {
  name: "opencode",
  places: ["~/.opencode/bin/opencode", "~/.local/bin/opencode", "~/.npm-global/bin/opencode", "~/.bun/bin/opencode"],
  asks: (canary) => ({ name: "write", input: { filePath: canary, content: "canary\n" } }),
  leadsElsewhere: () => null, // no other provider is switched on
  start: ({ url, prompt, folder, inRoot }) => {
    const files = [".opencode/opencode.json", "opencode.json", "opencode.jsonc"];
    const servers = files.flatMap((path) => keysIn(inRoot(path), "mcp"));
    const content = {
      provider: {
        canary: {
          npm: "@ai-sdk/openai-compatible",
          options: { baseURL: `${url}/v1`, apiKey: "intentgate-canary" },
          models: { canary: { tool_call: true } },
        },
      },
      enabled_providers: ["canary"],
      model: "canary/canary",
      small_model: "canary/canary",
      autoupdate: false,
      share: "disabled",
      permission: { "*": "allow" },
      mcp: Object.fromEntries(servers.map((server) => [server, { enabled: false }])),
    };
    return {
      args: ["run", "--format", "json", "-m", "canary/canary", prompt],
      env: {
        HOME: folder,
        XDG_CONFIG_HOME: `${folder}/config`,
        XDG_DATA_HOME: `${folder}/data`,
        XDG_CACHE_HOME: `${folder}/cache`,
        OPENCODE_CONFIG_CONTENT: JSON.stringify(content),
        OPENCODE_DISABLE_AUTOUPDATE: "1",
        OPENCODE_DISABLE_MODELS_FETCH: "1",
        OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
        // It fetches a package for its plugins before it begins; asked in vain at once, it goes on without.
        npm_config_registry: url,
        NPM_CONFIG_REGISTRY: url,
        npm_config_fetch_retries: "0",
      },
      files: {},
    };
  },
  differs: ["plugins of your own configuration and MCP servers were left out"],
};
