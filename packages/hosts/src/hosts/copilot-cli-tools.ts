/** The tools of Copilot CLI, under its own names and under those it uses for the settings of Claude Code. */
import { field, readPayload } from "../payload/read-payload.ts";
import { mcpTool } from "../tools/gate-tools.ts";
import {
  changesPart,
  edits,
  looks,
  maybeBehind,
  noEffect,
  patchReading,
  reads,
  readTool,
  runsInKeptShell,
  startsAgent,
  type ToolReader,
  type ToolReading,
  type ToolTable,
  unknownEffect,
  unknownTool,
  writes,
} from "../tools/tool-table.ts";

const create = writes("path", "file_text");
const edit = edits({ path: "path", from: "old_str", to: "new_str", all: "replace_all" });

/** One tool with several uses, offered to some models in place of `view`, `create` and `edit`. */
const editor: ToolReader = (input) => {
  const uses: ToolTable = { view: reads("path"), create, str_replace: edit, insert: changesPart("path") };
  const use = field(input, "command");
  const reader = typeof use === "string" && Object.hasOwn(uses, use) ? uses[use] : undefined;
  return reader?.(input) ?? null;
};

export const copilotTools: ToolTable = {
  view: reads("path"),
  glob: looks("list_files", "path"),
  grep: looks("search_files", "path"),
  rg: looks("search_files", "path"),
  create,
  edit,
  str_replace_editor: editor,
  bash: maybeBehind(runsInKeptShell("command"), ({ mode, detach }) => mode === "async" || detach === true),
  // Words for a program that already runs, another shell, a database that can be told to write any file.
  write_bash: unknownEffect,
  powershell: unknownEffect,
  sql: unknownEffect,
  store_memory: unknownEffect,
  skill: unknownEffect,
  task: startsAgent("agent_type", "description", "name", "mode", "model", "prompt"),
  read_bash: noEffect,
  stop_bash: noEffect,
  list_bash: noEffect,
  read_agent: noEffect,
  list_agents: noEffect,
  report_intent: noEffect,
  update_todo: noEffect,
  ask_user: noEffect,
  exit_plan_mode: noEffect,
  web_fetch: noEffect,
  web_search: noEffect,
  fetch_copilot_cli_documentation: noEffect,
};

/** Through Claude Code's settings the tools have its names, and their inputs still Copilot's fields. */
const namesThroughClaude: Readonly<Record<string, string>> = {
  Read: "view",
  Glob: "glob",
  Grep: "grep",
  Write: "create",
  Bash: "bash",
  Agent: "task",
  WebFetch: "web_fetch",
  WebSearch: "web_search",
  AskUserQuestion: "ask_user",
  TodoWrite: "update_todo",
};

export function readCopilotTool(name: string, input: unknown): ToolReading {
  if (typeof input === "string") {
    // GPT models get a tool whose whole input is the patch.
    if (name === "apply_patch" || name === "Edit") return patchReading(input);
    const inner = readPayload(input);
    return inner.ok ? readCopilotTool(name, inner.value) : unknownTool("copilot-cli", name, input);
  }
  if (name === "Edit") return readEdit(input);
  const own = Object.hasOwn(namesThroughClaude, name) ? (namesThroughClaude[name] ?? name) : name;
  const [server = "", tool = "", ...more] = own.split("-");
  // With more than one hyphen nobody can tell where the server's name ends.
  const isMcp = server !== "" && tool !== "" && more.length === 0;
  return isMcp ? mcpTool("copilot-cli", server, tool, name, input) : readTool("copilot-cli", copilotTools, own, input);
}

/** `edit` and `str_replace_editor` come under one name; the fields tell which it was. */
function readEdit(input: unknown): ToolReading {
  const first = readTool("copilot-cli", { Edit: edit }, "Edit", input);
  return first.tool === "edit" ? first : readTool("copilot-cli", { Edit: editor }, "Edit", input);
}
