/** What each host sends, as it was seen to send it: a call before and after, our own tool, and the end of a turn. */

export interface HostEvent {
  event: string;
  payload: object;
}

export interface Call {
  repo: string;
  session: string;
  id: string;
  /** A subagent of the session. */
  agent?: string;
}

export interface GoldenHost {
  name: string;
  write(call: Call, path: string, text: string): HostEvent;
  wrote(call: Call, path: string, text: string): HostEvent;
  shell(call: Call, command: string): HostEvent;
  ran(call: Call, command: string): HostEvent;
  take(call: Call, intent: string): HostEvent;
  stop(call: Call): HostEvent;
}

type Fields = Record<string, unknown>;

/** Claude Code and those that word things as it does. */
function snake(
  name: string,
  words: { before: string; after: string; write: string; shell: string; stop: string; take: string },
  more: (call: Call) => Fields,
): GoldenHost {
  const common = ({ repo, session, agent }: Call) => ({
    session_id: session,
    transcript_path: `${repo}/../transcripts/${session}.jsonl`,
    cwd: repo,
    ...(agent === undefined ? {} : { agent_id: agent, agent_type: "worker" }),
  });
  const tool = (call: Call, event: string, tool_name: string, tool_input: Fields, rest: Fields = {}) => ({
    event,
    payload: { ...common(call), hook_event_name: event, tool_name, tool_input, ...rest, ...more(call) },
  });
  const file = (call: Call, path: string, text: string) => ({ file_path: `${call.repo}/${path}`, content: text });
  return {
    name,
    write: (call, path, text) => tool(call, words.before, words.write, file(call, path, text)),
    wrote: (call, path, text) =>
      tool(call, words.after, words.write, file(call, path, text), { tool_response: { type: "create" } }),
    shell: (call, command) => tool(call, words.before, words.shell, { command }),
    ran: (call, command) => tool(call, words.after, words.shell, { command }, { tool_response: { stdout: "" } }),
    take: (call, intent_id) => tool(call, words.before, words.take, { intent_id }, takenFrom(name)),
    stop: (call) => ({
      event: words.stop,
      payload: { ...common(call), hook_event_name: words.stop, stop_hook_active: false },
    }),
  };
}

function takenFrom(name: string): Fields {
  if (name === "claude-code") return { mcp_server: { name: "intentgate", source: "project" } };
  return name === "gemini-cli" ? { mcp_context: { server_name: "intentgate", tool_name: "select_active_intent" } } : {};
}

const ourTool = "mcp__intentgate__select_active_intent";
const turn = { before: "PreToolUse", after: "PostToolUse", stop: "Stop", take: ourTool };

export const claudeCode = snake("claude-code", { ...turn, write: "Write", shell: "Bash" }, ({ id }) => ({
  permission_mode: "dontAsk",
  tool_use_id: id,
}));

const qwenCode = snake("qwen-code", { ...turn, write: "write_file", shell: "run_shell_command" }, ({ id }) => ({
  permission_mode: "yolo",
  tool_use_id: `toolu_${id}`,
  tool_call_id: id,
}));

export const geminiCli = snake(
  "gemini-cli",
  {
    before: "BeforeTool",
    after: "AfterTool",
    stop: "AfterAgent",
    write: "write_file",
    shell: "run_shell_command",
    take: "mcp_intentgate_select_active_intent",
  },
  () => ({ timestamp: "2026-01-01T00:00:00.000Z" }),
);

const codexWords = snake("codex", { ...turn, write: "apply_patch", shell: "Bash" }, ({ id }) => ({
  model: "gpt-5.5",
  permission_mode: "bypassPermissions",
  tool_use_id: id,
}));

function patched(sent: HostEvent, path: string, text: string, change: string): HostEvent {
  const lines = text.replace(/\n$/, "").split("\n");
  const command = [
    "*** Begin Patch",
    `*** ${change} File: ${path}`,
    ...lines.map((line) => `+${line}`),
    "*** End Patch",
  ];
  return { ...sent, payload: { ...sent.payload, tool_input: { command: command.join("\n") } } };
}

export const codex: GoldenHost = {
  ...codexWords,
  write: (call, path, text) => patched(codexWords.write(call, path, text), path, text, "Add"),
  wrote: (call, path, text) => patched(codexWords.wrote(call, path, text), path, text, "Add"),
};

const copilotCli: GoldenHost = (() => {
  const tool = (
    { repo, session, agent }: Call,
    event: string,
    toolName: string,
    toolArgs: Fields,
    more: Fields = {},
  ) => ({
    event,
    payload: {
      sessionId: agent ?? session,
      timestamp: 1_794_724_477_701,
      cwd: repo,
      toolName,
      toolArgs,
      ...(agent === undefined ? {} : { agentId: agent, agentType: "worker", parentAgentId: session }),
      ...more,
    },
  });
  const file = (call: Call, path: string, text: string) => ({ path: `${call.repo}/${path}`, file_text: text });
  const done = { toolResult: { resultType: "success", textResultForLlm: "done" } };
  return {
    name: "copilot-cli",
    write: (call, path, text) => tool(call, "preToolUse", "create", file(call, path, text)),
    wrote: (call, path, text) => tool(call, "postToolUse", "create", file(call, path, text), done),
    shell: (call, command) => tool(call, "preToolUse", "bash", { command }),
    ran: (call, command) => tool(call, "postToolUse", "bash", { command }, done),
    take: (call, intent_id) => tool(call, "preToolUse", "intentgate-select_active_intent", { intent_id }),
    stop: ({ repo, session }) => ({
      event: "agentStop",
      payload: {
        sessionId: session,
        timestamp: 1_794_724_477_701,
        cwd: repo,
        stopReason: "end_turn",
        stop_hook_active: false,
      },
    }),
  };
})();

const opencode: GoldenHost = (() => {
  const before = ({ repo, session, id, agent }: Call, tool: string, args: Fields) => ({
    event: "tool.execute.before",
    payload: {
      hook: "tool.execute.before",
      input: { tool, sessionID: agent ?? session, callID: id },
      output: { args },
      directory: repo,
      parent: agent === undefined ? null : session,
    },
  });
  const after = ({ repo, session, id, agent }: Call, tool: string, args: Fields) => ({
    event: "tool.execute.after",
    payload: {
      hook: "tool.execute.after",
      input: { tool, sessionID: agent ?? session, callID: id, args },
      output: { title: tool, metadata: {}, output: "done" },
      directory: repo,
      parent: agent === undefined ? null : session,
    },
  });
  const file = (call: Call, path: string, text: string) => ({ filePath: `${call.repo}/${path}`, content: text });
  return {
    name: "opencode",
    write: (call, path, text) => before(call, "write", file(call, path, text)),
    wrote: (call, path, text) => after(call, "write", file(call, path, text)),
    shell: (call, command) => before(call, "bash", { command }),
    ran: (call, command) => after(call, "bash", { command }),
    take: (call, intent_id) => before(call, "intentgate_select_active_intent", { intent_id }),
    stop: ({ session }) => ({
      event: "event.session.idle",
      payload: { hook: "event.session.idle", input: { type: "session.idle", properties: { sessionID: session } } },
    }),
  };
})();

const cline: GoldenHost = (() => {
  const common = ({ repo, session, agent }: Call, hookName: string) => ({
    clineVersion: "",
    timestamp: "2026-01-01T00:00:00.000Z",
    taskId: "conv_1",
    sessionContext: { rootSessionId: session },
    workspaceRoots: [repo],
    userId: "dev",
    agent_id: agent ?? "lead",
    parent_agent_id: agent === undefined ? null : "lead",
    hookName,
    iteration: 1,
  });
  const before = (call: Call, name: string, input: Fields) => ({
    event: "tool_call",
    payload: { ...common(call, "tool_call"), tool_call: { id: call.id, name, input } },
  });
  const after = (call: Call, name: string, input: Fields) => ({
    event: "tool_result",
    payload: {
      ...common(call, "tool_result"),
      tool_result: { id: call.id, name, input, output: { result: "done", success: true }, durationMs: 12 },
      postToolUse: { toolName: name, parameters: input, result: "done", success: true, executionTimeMs: 12 },
    },
  });
  const file = (call: Call, path: string, text: string) => ({ path: `${call.repo}/${path}`, new_text: text });
  return {
    name: "cline",
    write: (call, path, text) => before(call, "editor", file(call, path, text)),
    wrote: (call, path, text) => after(call, "editor", file(call, path, text)),
    shell: (call, command) => before(call, "run_commands", { commands: [command] }),
    ran: (call, command) => after(call, "run_commands", { commands: [command] }),
    take: (call, intent_id) => before(call, "intentgate__select_active_intent", { intent_id }),
    stop: (call) => ({
      event: "agent_end",
      payload: { ...common(call, "agent_end"), turn: { outputText: "done", status: "completed" } },
    }),
  };
})();

const cursor: GoldenHost = (() => {
  const common = ({ repo, session }: Call, event: string) => ({
    conversation_id: session,
    generation_id: "gen-1",
    model: "claude-4.5-sonnet",
    cursor_version: "2.4.0",
    workspace_roots: [repo],
    user_email: null,
    transcript_path: null,
    hook_event_name: event,
  });
  const tool = (call: Call, event: string, tool_name: string, tool_input: Fields, more: Fields = {}) => ({
    event,
    payload: { ...common(call, event), tool_name, tool_input, tool_use_id: call.id, cwd: call.repo, ...more },
  });
  const file = (call: Call, path: string, text: string) => ({ path: `${call.repo}/${path}`, contents: text });
  const done = { tool_output: '{"success":true}', duration: 12 };
  return {
    name: "cursor",
    write: (call, path, text) => tool(call, "preToolUse", "Write", file(call, path, text)),
    wrote: (call, path, text) => tool(call, "postToolUse", "Write", file(call, path, text), done),
    shell: (call, command) => tool(call, "preToolUse", "Shell", { command, working_directory: call.repo }),
    ran: (call, command) => tool(call, "postToolUse", "Shell", { command, working_directory: call.repo }, done),
    take: (call, intent_id) => tool(call, "preToolUse", "MCP:select_active_intent", { intent_id }),
    stop: (call) => ({ event: "stop", payload: { ...common(call, "stop"), status: "completed", loop_count: 0 } }),
  };
})();

export const generic: GoldenHost = (() => {
  const tool = ({ repo, session, id, agent }: Call, event: string, name: string, input: Fields, more: Fields = {}) => ({
    event,
    payload: {
      event,
      session: agent ?? session,
      ...(agent === undefined ? {} : { parent: session }),
      cwd: repo,
      model: "model-x",
      call_id: id,
      tool: name,
      input,
      ...more,
    },
  });
  const done = { outcome: { ok: true } };
  return {
    name: "generic",
    write: (call, path, content) => tool(call, "before_tool", "write_to_file", { path, content }),
    wrote: (call, path, content) => tool(call, "after_tool", "write_to_file", { path, content }, done),
    shell: (call, command) => tool(call, "before_tool", "execute_command", { command }),
    ran: (call, command) => tool(call, "after_tool", "execute_command", { command }, done),
    take: (call, intent_id) => tool(call, "before_tool", "select_active_intent", { intent_id }),
    stop: ({ repo, session }) => ({ event: "stop", payload: { event: "stop", session, cwd: repo } }),
  };
})();

export const goldenHosts: readonly GoldenHost[] = [
  claudeCode,
  codex,
  geminiCli,
  copilotCli,
  opencode,
  qwenCode,
  cline,
  cursor,
  generic,
];
