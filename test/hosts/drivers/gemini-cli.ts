import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostDriver } from "../driver.ts";

export const geminiCli: HostDriver = {
  name: "gemini-cli",
  async prepare({ home, repo }) {
    const folder = join(home, ".gemini");
    mkdirSync(folder, { recursive: true });
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
    };
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
    writeFileSync(join(folder, "trustedFolders.json"), JSON.stringify({ [dirname(repo)]: "TRUST_FOLDER" }));
  },
  start: ({ installed, url }, prompt) => ({
    program: process.execPath,
    args: [
      join(installed, "node_modules/.bin/gemini"),
      ...["--approval-mode", "yolo", "-m", "gemini-2.5-pro", "-o", "stream-json", "-p", prompt],
    ],
    env: { GEMINI_API_KEY: "nobody", GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_NO_RELAUNCH: "true" },
  }),
  write: ({ repo }, path, content) => ({ name: "write_file", input: { file_path: join(repo, path), content } }),
  edit: ({ repo }, path, old_string, new_string) => ({
    name: "replace",
    input: { file_path: join(repo, path), instruction: "change one line", old_string, new_string },
  }),
  shell: (command) => ({ name: "run_shell_command", input: { command, description: "a command" } }),
  behind: (command) => ({ name: "run_shell_command", input: { command, is_background: true } }),
  limit: {
    set({ home }) {
      const file = join(home, ".gemini/settings.json");
      const settings = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ ...settings, tools: { shell: { inactivityTimeout: 2 } } }));
    },
    shell: (command) => ({ name: "run_shell_command", input: { command, description: "a long one" } }),
    seconds: 2,
    overdue: "ends it",
    isShown: true,
    heeded: "what is in scope counts",
  },
  take: (intent_id) => ({ name: "mcp_intentgate_select_active_intent", input: { intent_id } }),
  subagent: (prompt) => ({ name: "invoke_agent", input: { agent_name: "generalist", prompt } }),
  subagentDone: { name: "complete_task", input: { response: "done", result: "done" } },
  toolNames: { write: "write_file", take: "mcp_intentgate_select_active_intent" },
  impatient: { file: ".gemini/settings.json", from: '"timeout": 600000', to: '"timeout": 3000' },
  hidesServers: false,
  marksSubagents: false,
  below: "not gated",
  inWorktree: "not gated",
  endsWith: ["sessionend", "sessionstop"],
};
