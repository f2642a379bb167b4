import type { LiveHost } from "./live-host.ts";
import { picked, settingIn } from "./picked.ts";

export const liveGeminiCli: LiveHost = {
  name: "gemini-cli",
  places: ["~/.local/bin/gemini", "~/.npm-global/bin/gemini", "~/.bun/bin/gemini"],
  asks: (canary) => ({ name: "write_file", input: { file_path: canary, content: "canary\n" } }),
  leadsElsewhere({ inRoot, system }) {
    const texts = [inRoot(".gemini/settings.json"), system("/etc/gemini-cli/settings.json")];
    const says = (key: string) => texts.some((text) => settingIn(text, key) !== undefined);
    if (says("telemetry")) return "its settings speak of telemetry";
    return texts.some((text) => hasAuth(settingIn(text, "security"))) ? "its settings name a way to log in" : null;
  },
  start: ({ url, prompt, folder, own }) => ({
    // It would not start at all in a folder that is not trusted; with this flag it does, without the folder's hooks.
    args: [
      "--skip-trust",
      ...["--approval-mode", "yolo", "-m", "gemini-2.5-pro", "--allowed-mcp-server-names", "none", "-p", prompt],
    ],
    env: {
      HOME: folder,
      GEMINI_API_KEY: "intentgate-canary",
      GOOGLE_GEMINI_BASE_URL: url,
      GOOGLE_GENAI_USE_VERTEXAI: "false",
      GEMINI_CLI_NO_RELAUNCH: "true",
      // What is set stays as it is, whatever a file of variables says.
      GEMINI_TELEMETRY_ENABLED: "false",
      OTEL_SDK_DISABLED: "true",
    },
    files: {
      ".gemini/settings.json": picked(own("settings.json"), ["hooksConfig"], {
        security: { ...trustSetting(own("settings.json")), auth: { selectedType: "gemini-api-key" } },
        privacy: { usageStatisticsEnabled: false },
        general: { disableAutoUpdate: true, enableAutoUpdate: false },
      }),
      ".gemini/trustedFolders.json": own("trustedFolders.json") ?? "{}\n",
    },
  }),
  differs: [
    "of your own settings only the switches for hooks and the trusted folders were taken; extensions and MCP servers were left out",
    "`gemini --acp`, as editors start it, never runs hooks before a call",
  ],
};

function hasAuth(security: unknown): boolean {
  return typeof security === "object" && security !== null && "auth" in security;
}

function trustSetting(text: string | null): Record<string, unknown> {
  const security = settingIn(text, "security");
  return typeof security === "object" && security !== null && "folderTrust" in security
    ? { folderTrust: security.folderTrust }
    : {};
}
