/** The tools of Cursor by the names of its documentation. The fields of their inputs are said nowhere in full: both common spellings are read, and every other input is one nobody knows. */
import { field } from "../payload/read-payload.ts";
import { gateServer, gateTools, mcpTool } from "../tools/gate-tools.ts";
import {
  edits,
  looks,
  noEffect,
  reads,
  readTool,
  runsInKeptShell,
  startsAgent,
  type ToolReader,
  type ToolReading,
  type ToolTable,
  unknownTool,
  writes,
} from "../tools/tool-table.ts";

/** Two words for one thing: nobody says which of them Cursor takes. */
const spellings = [
  ["path", "file_path"],
  ["contents", "content"],
] as const;

/** The first that understands the input; none where it is spelled both ways. */
function either(...readers: readonly ToolReader[]): ToolReader {
  return (input) => {
    if (spellings.some((both) => both.every((key) => field(input, key) !== undefined))) return null;
    for (const read of readers) {
      const reading = read(input);
      if (reading !== null) return reading;
    }
    return null;
  };
}

const deletes = (key: string): ToolReader => {
  const path = reads(key);
  return (input) => {
    const reading = path(input);
    return reading === null ? null : { tool: "delete_file", payload: { path: reading.payload.path } };
  };
};

const words = { from: "old_string", to: "new_string", all: "replace_all" };
const edit = either(edits({ path: "path", ...words }), edits({ path: "file_path", ...words }));

export const cursorTools: ToolTable = {
  Shell: either(runsInKeptShell("command", "working_directory")),
  Read: either(reads("path"), reads("file_path")),
  Grep: looks("search_files", "path"),
  Glob: looks("list_files", "path"),
  LS: looks("list_files", "path"),
  Write: either(writes("path", "contents"), writes("file_path", "content"), writes("path", "content")),
  Edit: edit,
  StrReplace: edit,
  Delete: either(deletes("path"), deletes("file_path")),
  Task: startsAgent("description", "prompt", "subagent_type", "model"),
  TodoWrite: noEffect,
  WebSearch: noEffect,
};

/** Names that nobody else would give a tool: without the server before them they are taken for ours. */
const plainNames = gateTools.filter((tool) => /intent|scope_expansion|record_lesson/.test(tool));

/** `MCP:server:tool`, or `MCP:tool` without a word about whose it is. */
export function readCursorTool(name: string, input: unknown): ToolReading {
  if (!name.startsWith("MCP:")) return readTool("cursor", cursorTools, name, input);
  const [server = "", tool = "", ...more] = name.slice("MCP:".length).split(":");
  if (tool === "" && plainNames.includes(server)) return mcpTool("cursor", gateServer, server, name, input);
  const isSure = server !== "" && tool !== "" && more.length === 0;
  return isSure ? mcpTool("cursor", server, tool, name, input) : unknownTool("cursor", name, input);
}
