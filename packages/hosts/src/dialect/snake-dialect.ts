/** The wording Claude Code began and others took over: `hook_event_name`, `session_id`, `tool_name`, `tool_input`. */

import type { EventTable } from "../host/event.ts";
import type { Fields } from "../payload/fields.ts";
import { doubleUnderscored } from "../tools/gate-tools.ts";
import { readTool, type ToolTable } from "../tools/tool-table.ts";
import type { Dialect, HostOrigin } from "./decode-event.ts";

/** What the hosts have in common that took over all of it. */
export const snakeEvents = {
  PreToolUse: "before_tool",
  PostToolUse: "after_tool",
  PostToolUseFailure: "after_tool",
  UserPromptSubmit: "prompt",
  SessionStart: "session_start",
  SessionEnd: "session_end",
  Stop: "stop",
  SubagentStart: "subagent_start",
  SubagentStop: "subagent_stop",
} as const satisfies EventTable;

/** For hosts that tell of a failed call by an event of its own, and which mode they run in: only in some is a question shown. */
export function modalDialect(
  host: Dialect["host"],
  events: EventTable,
  tools: ToolTable,
  askingModes: readonly string[],
): Dialect {
  const snake = snakeDialect(host, events, tools);
  return {
    ...snake,
    origin(fields, kind) {
      const mode = fields.nameOr("permission_mode");
      return { ...snake.origin(fields, kind), mode, asks: askingModes.includes(mode ?? "") };
    },
    outcome: (fields, event) =>
      event === "PostToolUseFailure"
        ? { kind: "failed", error: errorText(fields.value("error")) }
        : { kind: "succeeded" },
  };
}

export function snakeDialect(
  host: Dialect["host"],
  events: Dialect["events"],
  tools: ToolTable,
): Dialect & { eventField: string } {
  return {
    host,
    door: host,
    events,
    eventField: "hook_event_name",
    origin: (fields, kind) => ({
      ...snakeOrigin(fields, ["before_tool", "after_tool", "permission"].includes(kind)),
      asks: false,
    }),
    call: (fields) => ({
      id: fields.id("tool_use_id"),
      name: fields.name("tool_name"),
      input: fields.map("tool_input"),
    }),
    reading: (name, input) => doubleUnderscored(host, name, input) ?? readTool(host, tools, name, input),
    pinned: () => null,
    outcome: () => ({ kind: "succeeded" }),
    prompt: (fields) => fields.text("prompt"),
  };
}

/** A subagent has its parent's session id and one of its own beside it; only both together name it. */
function snakeOrigin(fields: Fields, needsFolder: boolean): Omit<HostOrigin, "asks"> {
  const session = fields.id("session_id");
  const agent = fields.idOr("agent_id");
  return {
    session: agent === null ? { id: session, parent: null } : { id: `${session}/${agent}`, parent: session },
    cwd: needsFolder ? fields.folder("cwd") : fields.folderOr("cwd"),
    model: fields.nameOr("model"),
  };
}

/** One line of what a host says about a failure. */
export function errorText(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.slice(0, 2_000);
}
