import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HostDriver } from "../driver.ts";

export const qwenCode: HostDriver = {
  name: "qwen-code",
  async prepare({ home }) {
    const folder = join(home, ".qwen");
    mkdirSync(folder, { recursive: true });
    const settings = {
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
    };
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
  },
  start: ({ installed, url }, prompt) => ({
    // It wants a newer node than ours.
    program: join(installed, `node_modules/node-${process.platform}-${process.arch}/bin/node`),
    args: [
      join(installed, "node_modules/.bin/qwen"),
      ...["--auth-type", "openai", "--approval-mode", "yolo", "-o", "stream-json", "-p", prompt],
    ],
    env: {
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: "nobody",
      OPENAI_MODEL: "scripted",
      QWEN_CODE_NO_RELAUNCH: "true",
    },
  }),
  write: ({ repo }, path, content) => ({ name: "write_file", input: { file_path: join(repo, path), content } }),
  edit: ({ repo }, path, old_string, new_string) => ({
    name: "edit",
    input: { file_path: join(repo, path), old_string, new_string },
  }),
  read: ({ repo }, path) => ({ name: "read_file", input: { file_path: join(repo, path) } }),
  shell: (command) => ({
    name: "run_shell_command",
    input: { command, description: "a command", is_background: false },
  }),
  take: (intent_id) => ({ name: "mcp__intentgate__select_active_intent", input: { intent_id } }),
  subagent: (prompt) => ({
    name: "agent",
    input: { description: "a part of it", prompt, subagent_type: "general-purpose" },
  }),
  toolNames: { write: "write_file", take: "mcp__intentgate__select_active_intent" },
  impatient: { file: ".qwen/settings.json", from: '"timeout": 600000', to: '"timeout": 3000' },
  hidesServers: true,
  marksSubagents: true,
  below: "not gated",
  inWorktree: "not gated",
  // Where a subagent still works at the stop, no other stop follows before it ends.
  endsWith: [],
};
