import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { HostDriver } from "../driver.ts";

export const opencode: HostDriver = {
  name: "opencode",
  async prepare({ home, repo, installed, url }) {
    const folder = join(home, ".config/opencode");
    mkdirSync(folder, { recursive: true });
    const models = { scripted: { name: "scripted", tool_call: true } };
    const provider = {
      scripted: { npm: "@ai-sdk/openai-compatible", options: { baseURL: `${url}/v1`, apiKey: "nobody" }, models },
    };
    const settings = {
      ...{ provider, model: "scripted/scripted", enabled_providers: ["scripted"], autoupdate: false },
      permission: { doom_loop: "allow" }, // otherwise it asks by itself about the third of equal calls
    };
    writeFileSync(join(folder, "opencode.json"), JSON.stringify(settings));
    // Where it finds this package it does not try to fetch it, which takes minutes without a network.
    for (const own of [folder, join(repo, ".opencode")])
      for (const part of ["package.json", "package-lock.json", "node_modules"])
        cpSync(join(dirname(installed), "opencode-plugin", part), join(own, part), { recursive: true });
  },
  start: ({ installed }, prompt) => ({
    program: join(installed, "node_modules/.bin/opencode"),
    args: ["run", "--format", "json", prompt],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    },
  }),
  write: ({ repo }, path, content) => ({ name: "write", input: { filePath: join(repo, path), content } }),
  edit: ({ repo }, path, oldString, newString) => ({
    name: "edit",
    input: { filePath: join(repo, path), oldString, newString },
  }),
  shell: (command) => ({ name: "bash", input: { command, description: "a command" } }),
  take: (intent_id) => ({ name: "intentgate_select_active_intent", input: { intent_id } }),
  subagent: (prompt) => ({ name: "task", input: { description: "a part of it", prompt, subagent_type: "general" } }),
  toolNames: { write: "write", take: "intentgate_select_active_intent" },
  impatient: { file: ".opencode/plugins/intentgate.js", from: "waits = 600000", to: "waits = 3000" },
  hidesServers: false,
  marksSubagents: true,
  below: "gated",
  inWorktree: "not gated",
  endsWith: ["sessionstop"],
};
