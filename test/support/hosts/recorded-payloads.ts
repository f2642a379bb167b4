/** Payloads that the real programs sent, for the tests; those of Cursor are written after its documentation. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HeardEvent, HostEvent, HostName } from "../../../packages/hosts/src/host/event.ts";
import type { Host } from "../../../packages/hosts/src/host/host.ts";
import { hostNamed } from "../../../packages/hosts/src/hosts/hosts.ts";

export interface Recorded {
  /** `claude-code/PreToolUse-Write` */
  name: string;
  /** Who sent it. */
  host: HostName;
  /** Whose hook command got it. */
  door: Host;
  event: string;
  payload: Record<string, unknown>;
}

const folder = new URL("../../../packages/hosts/fixtures/", import.meta.url).pathname;

export const recorded: readonly Recorded[] = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const { door, event, payload } = JSON.parse(readFileSync(path, "utf8"));
    const name = path.slice(folder.length, -".json".length);
    return { name, host: name.split("/")[0] as HostName, door: named(door), event, payload };
  })
  .sort((a, b) => (a.name < b.name ? -1 : 1));

export function named(name: string): Host {
  const host = hostNamed(name);
  if (!host) throw new Error(`no host ${name}`);
  return host;
}

export function recording(name: string): Recorded {
  const found = recorded.find((one) => one.name === name);
  if (!found) throw new Error(`no recording ${name}`);
  return found;
}

export function decoded({ door, event, payload }: Recorded, changes: Record<string, unknown> = {}): HostEvent {
  const result = door.decode(JSON.stringify({ ...payload, ...changes }), event);
  if (!result.ok) throw new Error(result.problems.map((one) => one.message).join("; "));
  return result.value;
}

/** One recorded call, with another tool and another input in it. */
export function callOf(host: HostName, tool: string, input: unknown): Extract<HeardEvent, { call: unknown }>["call"] {
  const event = eventOf(host, tool, input);
  if (event.kind !== "before_tool") throw new Error("no call");
  return event.call;
}

export function eventOf(host: HostName, tool: string, input: unknown): HostEvent {
  return decoded(recording(sample[host] ?? ""), (ask[host] ?? snake)(tool, input));
}

const snake = (tool_name: string, tool_input: unknown) => ({ tool_name, tool_input });
type Ask = (tool: string, input: unknown) => Record<string, unknown>;
const ask: Record<HostName, Ask> = {
  "copilot-cli": (toolName, toolArgs) => ({ toolName, toolArgs }),
  opencode: (tool, args) => ({ input: { tool, sessionID: "ses_1", callID: "call_1" }, output: { args } }),
  cline: (name, input) => ({ tool_call: { id: "call_1", name, input } }),
};
const sample: Record<HostName, string> = {
  "claude-code": "claude-code/PreToolUse-Bash",
  codex: "codex/PreToolUse-Bash",
  "gemini-cli": "gemini-cli/BeforeTool-write_file",
  "qwen-code": "qwen-code/PreToolUse-edit",
  "copilot-cli": "copilot-cli/preToolUse-bash",
  opencode: "opencode/tool.execute.before-bash",
  cline: "cline/tool_call-editor",
  cursor: "cursor/preToolUse-Shell",
};
