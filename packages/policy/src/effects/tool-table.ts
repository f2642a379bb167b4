/** One row per tool we know: what it does and where its input names files. */

export type ToolRow =
  /** The content of the files it names. */
  | { name: string; aliases: string[]; does: "read" }
  /** Only facts about what stands at a path: names, sizes, matching lines. */
  | { name: string; aliases: string[]; does: "look" }
  /** The whole content is replaced. */
  | { name: string; aliases: string[]; does: "replace" }
  /** An edit that names the text it changes. */
  | { name: string; aliases: string[]; does: "diff" }
  /** As `diff`; with an empty `old_string` it creates or replaces the file. */
  | { name: string; aliases: string[]; does: "edit" }
  | { name: string; aliases: string[]; does: "patch" }
  | { name: string; aliases: string[]; does: "delete" }
  | { name: string; aliases: string[]; does: "command" }
  /** Carries the call of another tool: server, tool and arguments are in the payload. */
  | { name: string; aliases: string[]; does: "mcp" }
  /** Ours: select an intent, ask for scope, complete … */
  | { name: string; aliases: string[]; does: "gate" };

export const toolTable: readonly ToolRow[] = [
  { name: "read_file", aliases: [], does: "read" },
  { name: "list_files", aliases: ["list"], does: "look" },
  { name: "search_files", aliases: [], does: "look" },
  { name: "stat", aliases: [], does: "look" },

  { name: "write_to_file", aliases: ["write_file"], does: "replace" },
  { name: "generate_image", aliases: [], does: "replace" },
  { name: "apply_diff", aliases: [], does: "diff" },
  { name: "edit", aliases: ["search_and_replace"], does: "edit" },
  { name: "search_replace", aliases: [], does: "edit" },
  { name: "edit_file", aliases: [], does: "edit" },
  { name: "apply_patch", aliases: [], does: "patch" },
  { name: "delete_file", aliases: ["delete"], does: "delete" },
  { name: "execute_command", aliases: ["exec_bash"], does: "command" },
  { name: "use_mcp_tool", aliases: ["mcp_tool_use"], does: "mcp" },

  { name: "select_active_intent", aliases: [], does: "gate" },
  { name: "list_intents", aliases: [], does: "gate" },
  { name: "propose_intent", aliases: [], does: "gate" },
  { name: "request_scope_expansion", aliases: [], does: "gate" },
  { name: "record_lesson", aliases: [], does: "gate" },
  { name: "attempt_completion", aliases: ["complete_intent"], does: "gate" },
];

const rows = new Map(toolTable.flatMap((row) => [row.name, ...row.aliases].map((name) => [name, row] as const)));

/** Exact spelling only: a near miss is a tool nobody knows. */
export function toolRow(name: string): ToolRow | undefined {
  return rows.get(name);
}

/** What only our MCP server offers: under a plain name like these, another host's tool may do anything. */
const serverTools = ["why", "find_abilities", "find_documents", "ability_task_create", "ability_task_run"];

const ownRows = new Map<string, ToolRow>([
  ...[...rows].filter(([, row]) => row.does === "gate"),
  ...serverTools.map((name): [string, ToolRow] => [name, { name, aliases: [], does: "gate" }]),
]);

/** A tool of our MCP server, by its name there. */
export function ownToolRow(name: string): ToolRow | undefined {
  return ownRows.get(name);
}
