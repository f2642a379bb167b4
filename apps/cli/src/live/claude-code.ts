import type { Around } from "@intentgate/hosts";
import type { LiveHost } from "./live-host.ts";
import { keysIn, picked, settingIn } from "./picked.ts";

const settings = [".claude/settings.json", ".claude/settings.local.json"];
const managed = ["/etc/claude-code/managed-settings.json"];
/** Variables that name a server, a way to it, or a key for it. */
const steering = /URL|PROXY|BEDROCK|VERTEX|FOUNDRY|GATEWAY|KEY|TOKEN|HEADERS|OTEL/i;

export const liveClaudeCode: LiveHost = {
  name: "claude-code",
  places: ["~/.local/bin/claude", "~/.claude/local/claude", "~/.npm-global/bin/claude", "~/.bun/bin/claude"],
  asks: (canary) => ({ name: "Write", input: { file_path: canary, content: "canary\n" } }),
  leadsElsewhere(around: Around) {
    const texts = [...settings.map(around.inRoot), ...managed.map(around.system)];
    if (texts.some((text) => settingIn(text, "apiKeyHelper") !== undefined)) return "its settings name an apiKeyHelper";
    const variable = texts.flatMap((text) => keysIn(text, "env")).find((name) => steering.test(name));
    return variable === undefined ? null : `its settings set ${variable}`;
  },
  start: ({ url, prompt, folder, own }) => ({
    // Asks nobody about edits in the folder: a call that no hook stops must show.
    args: ["-p", prompt, "--permission-mode", "acceptEdits", "--strict-mcp-config", "--max-turns", "3"],
    env: {
      CLAUDE_CONFIG_DIR: `${folder}/config`,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "intentgate-canary",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      ENABLE_TOOL_SEARCH: "false",
    },
    files: {
      "config/settings.json": picked(own("settings.json"), ["disableAllHooks", "allowManagedHooksOnly"]),
      "config/.claude.json": `${JSON.stringify({ hasCompletedOnboarding: true })}\n`,
    },
  }),
  differs: ["of your own settings only the switches for hooks were taken; plugins and MCP servers were left out"],
};
