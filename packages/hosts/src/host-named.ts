/** The hosts we know, each looked at only when it is asked for. To add one: a file beside this, and a line here. */
import { claudeCode } from "./claude-code.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { cursor } from "./cursor.ts";
import { geminiCli } from "./gemini-cli.ts";
import { generic } from "./generic.ts";
import type { Host, HostName } from "./host.ts";
import { opencode } from "./opencode.ts";
import { qwenCode } from "./qwen-code.ts";

const known = new Map<string, () => Host>([
  ["claude-code", () => claudeCode],
  ["codex", () => codex],
  ["gemini-cli", () => geminiCli],
  ["copilot-cli", () => copilotCli],
  ["opencode", () => opencode],
  ["qwen-code", () => qwenCode],
  ["cline", () => cline],
  ["cursor", () => cursor],
  ["generic", () => generic],
] satisfies [HostName, () => Host][]);

/** Undefined for a name that nobody has. */
export function hostNamed(name: string): Host | undefined {
  return known.get(name)?.();
}
