/** Who could change a host's rules could have them say what they like: wherever they lie, no tool call may write there. */
import { expect, it } from "vitest";
import { hostNamed } from "./hosts.ts";

const files: Record<string, readonly string[]> = {
  "claude-code": [
    ...[
      ".claude/settings.json",
      ".claude/settings.local.json",
      "~/.claude/settings.json",
      "~/.claude/remote-settings.json",
    ],
    ...["/etc/claude-code/managed-settings.json", "/Library/Application Support/ClaudeCode/managed-settings.d/a.json"],
  ],
  codex: [
    "~/.codex/rules/default.rules",
    ".codex/rules/a.rules",
    "/etc/codex/requirements.toml",
    "/etc/codex/rules/a.rules",
  ],
  "gemini-cli": [
    ...[".gemini/settings.json", "~/.gemini/settings.json", "~/.gemini/policies/a.toml", ".gemini/policies/a.toml"],
    ...["~/.gemini/extensions/a/policies/a.toml", "/etc/gemini-cli/policies/a.toml", "/etc/gemini-cli/settings.json"],
    ...["/Library/Application Support/GeminiCli/policies/a.toml"],
  ],
  "copilot-cli": [
    ...[".github/copilot/settings.json", "~/.copilot/settings.json", "~/.copilot/permissions-config.json"],
    ...[
      "/etc/github-copilot/managed-settings.json",
      "/Library/Application Support/GitHubCopilot/managed-settings.json",
    ],
  ],
  opencode: [
    ...[
      "opencode.json",
      "opencode.jsonc",
      ".opencode/opencode.json",
      ".opencode/agent/a.md",
      "~/.opencode/opencode.json",
    ],
    ...["~/.config/opencode/opencode.json", "~/.config/opencode/agent/a.md", "/etc/opencode/opencode.json"],
    ...["/Library/Application Support/opencode/opencode.json"],
  ],
  "qwen-code": [
    ...[".qwen/settings.json", "~/.qwen/settings.json", "~/.qwen/extensions/a/qwen-extension.json"],
    ...["/etc/qwen-code/settings.json", "/Library/Application Support/QwenCode/settings.json"],
  ],
};

it.each(Object.entries(files).flatMap(([name, paths]) => paths.map((path) => [name, path] as const)))(
  "%s: %s",
  (name, path) => {
    const control = hostNamed(name)?.control;
    const [held, place] = path.startsWith("~/")
      ? [control?.inHome, path.slice(2)]
      : path.startsWith("/")
        ? [control?.atTop, path.slice(1)]
        : [control?.inRoot, path];
    const names = place.toLowerCase().split("/");
    const isHeld = (held ?? []).some((one) => one.split("/").every((wanted, at) => wanted === names[at]));
    expect(isHeld).toBe(true);
    expect(control?.notesInHome.some((notes) => place.startsWith(`${notes}/`))).toBe(false);
  },
);
