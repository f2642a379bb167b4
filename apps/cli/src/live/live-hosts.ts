/** The hosts that can be tried. To add one: a file beside this, and a line here. */
import { liveClaudeCode } from "./claude-code.ts";
import { liveCodex } from "./codex.ts";
import { liveCopilotCli } from "./copilot-cli.ts";
import { liveGeminiCli } from "./gemini-cli.ts";
import type { LiveHost } from "./live-host.ts";
import { liveOpencode } from "./opencode.ts";

export const liveHosts: readonly LiveHost[] = [liveClaudeCode, liveCodex, liveGeminiCli, liveCopilotCli, liveOpencode];
