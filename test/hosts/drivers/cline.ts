import { dirname, join } from "node:path";
import type { Ground, HostDriver } from "../driver.ts";

const program = ({ installed }: Ground) => join(installed, "node_modules/.bin/cline");

export const cline: HostDriver = {
  name: "cline",
  async prepare(ground, run) {
    const account = ["auth", "-p", "openai-compatible", "-k", "nobody", "-m", "scripted", "-b", `${ground.url}/v1`];
    await run({ program: program(ground), args: account });
    const gate = join(dirname(ground.repo), "intentgate/bin/intentgate.mjs");
    const server = [process.execPath, gate, "mcp", "--root", ground.repo];
    await run({ program: program(ground), args: ["mcp", "add", "intentgate", "--yes", "--", ...server] });
  },
  start: (ground, prompt) => ({
    program: program(ground),
    args: ["--json", "--auto-approve", "true", prompt],
    // A plugin that is not loaded in four seconds is left out without a word.
    env: { CLINE_PLUGIN_IMPORT_TIMEOUT_MS: "60000" },
  }),
  write: ({ repo }, path, new_text) => ({ name: "editor", input: { path: join(repo, path), new_text } }),
  edit: ({ repo }, path, old_text, new_text) => ({
    name: "editor",
    input: { path: join(repo, path), old_text, new_text },
  }),
  shell: (command) => ({ name: "run_commands", input: { commands: [command] } }),
  take: (intent_id) => ({ name: "intentgate__select_active_intent", input: { intent_id } }),
  subagent: (task) => ({ name: "spawn_agent", input: { systemPrompt: "You do a part of it.", task } }),
  toolNames: { write: "editor", take: "intentgate__select_active_intent" },
  impatient: { file: ".cline/plugins/intentgate.ts", from: "const waits = 2600", to: "const waits = 500" },
  hidesServers: false,
  marksSubagents: true,
  below: "gated",
  inWorktree: "not gated",
  endsWith: ["sessionstop"],
};
