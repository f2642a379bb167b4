import { join } from "node:path";
import type { HostDriver } from "../driver.ts";

export const copilotCli: HostDriver = {
  name: "copilot-cli",
  async prepare() {
    // The folder's trust is a word on the command line.
  },
  start: ({ installed, url }, prompt) => ({
    program: join(installed, "node_modules/.bin/copilot"),
    args: ["-p", prompt, "--allow-all-tools", "--allow-all-paths", "--trust-folder", "--disable-client-telemetry"],
    env: {
      COPILOT_OFFLINE: "true",
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: "nobody",
      COPILOT_MODEL: "claude-sonnet-4.5",
      COPILOT_AUTO_UPDATE: "false",
    },
  }),
  write: ({ repo }, path, file_text) => ({ name: "create", input: { path: join(repo, path), file_text } }),
  edit: ({ repo }, path, old_str, new_str) => ({ name: "edit", input: { path: join(repo, path), old_str, new_str } }),
  shell: (command) => ({ name: "bash", input: { command, description: "a command", initial_wait: 10 } }),
  behind: (command) => ({ name: "bash", input: { command, description: "a server", mode: "async" } }),
  take: (intent_id) => ({ name: "intentgate-select_active_intent", input: { intent_id } }),
  subagent: (prompt) => ({
    name: "task",
    input: { agent_type: "general-purpose", description: "a part of it", name: "part", mode: "sync", prompt },
  }),
  toolNames: { write: "create", take: "intentgate-select_active_intent" },
  impatient: { file: ".github/hooks/intentgate.json", from: '"timeoutSec": 600', to: '"timeoutSec": 3' },
  hidesServers: false,
  marksSubagents: true,
  below: "not gated",
  inWorktree: "not gated",
  endsWith: ["sessionend", "sessionstop"],
};
