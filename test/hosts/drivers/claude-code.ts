import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HostDriver } from "../driver.ts";

export const claudeCode: HostDriver = {
  name: "claude-code",
  async prepare({ home, repo }) {
    const state = { hasCompletedOnboarding: true, projects: { [repo]: { hasTrustDialogAccepted: true } } };
    writeFileSync(join(home, ".claude.json"), JSON.stringify(state));
  },
  start: ({ installed, url }, prompt) => ({
    program: join(installed, "node_modules/.bin/claude"),
    args: ["-p", prompt, "--output-format", "stream-json", "--verbose", "--permission-mode", "bypassPermissions"],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: "sk-ant-nobody",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      ENABLE_TOOL_SEARCH: "false",
      IS_SANDBOX: "1", // in a namespace of its own a plain user looks like root, who may not have this mode
    },
  }),
  write: ({ repo }, path, content) => ({ name: "Write", input: { file_path: join(repo, path), content } }),
  edit: ({ repo }, path, old_string, new_string) => ({
    name: "Edit",
    input: { file_path: join(repo, path), old_string, new_string },
  }),
  shell: (command) => ({ name: "Bash", input: { command, description: "a command" } }),
  behind: (command) => ({ name: "Bash", input: { command, description: "a server", run_in_background: true } }),
  limit: {
    shell: (command) => ({ name: "Bash", input: { command, description: "a long one", timeout: 2_000 } }),
    seconds: 2,
    overdue: "lets it go on",
    stops: (answers) =>
      [...answers.matchAll(/background \(ID: (\w+)\)/g)].map(([, task_id]) => ({
        name: "TaskStop",
        input: { task_id },
      })),
    isShown: true,
    heeded: "what is in scope counts",
  },
  take: (intent_id) => ({ name: "mcp__intentgate__select_active_intent", input: { intent_id } }),
  subagent: (prompt) => ({
    name: "Agent",
    input: { description: "a part of it", prompt, subagent_type: "general-purpose", run_in_background: false },
  }),
  toolNames: { write: "Write", take: "mcp__intentgate__select_active_intent" },
  impatient: { file: ".claude/settings.local.json", from: '"timeout": 600', to: '"timeout": 3' },
  keepsFolder: true,
  hidesServers: false,
  marksSubagents: true,
  below: "gated",
  inWorktree: "gated",
  endsWith: ["sessionend", "sessionstop"],
};
