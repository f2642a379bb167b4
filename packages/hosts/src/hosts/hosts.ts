/** The hosts we know. To add one: a file beside this, and a line here. */
import type { Host } from "../host/host.ts";
import { claudeCode } from "./claude-code.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { cursor } from "./cursor.ts";
import { geminiCli } from "./gemini-cli.ts";
import { generic } from "./generic.ts";
import { opencode } from "./opencode.ts";
import { qwenCode } from "./qwen-code.ts";

export const hosts: readonly Host[] = [
  claudeCode,
  codex,
  geminiCli,
  copilotCli,
  opencode,
  qwenCode,
  cline,
  cursor,
  generic,
];

export const hostNames: readonly string[] = hosts.map(({ name }) => name);

/** Undefined for a name that nobody has. */
export function hostNamed(name: string): Host | undefined {
  return hosts.find((host) => host.name === name);
}

/** What people call the agent that makes a call. A script of one's own, and whatever else calls, is "The agent". */
export function agentName({ host, parent }: { host?: string | undefined; parent?: string | undefined }): string {
  const found = host === undefined ? undefined : hostNamed(host);
  const known = found === undefined || found.install.programs.length === 0 ? undefined : found.title;
  if (parent === undefined) return known ?? "The agent";
  return `A subagent of ${known ?? "the agent"}`;
}
