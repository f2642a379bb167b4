/** What hosts send, built on what they were seen to send: one small part for each host on how it words things. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hostNamed } from "@intentgate/hosts";
import { binary, type Ran, run, type Scene } from "./scene.ts";

export type Payload = Record<string, unknown>;

export interface Sent {
  event: string;
  payload: Payload;
}

/** Who calls: a session, or a subagent of it. */
export interface Caller {
  session: string;
  agent?: string;
}

export interface StagedHost {
  name: string;
  before: { event: string; write: string; shell: string; mcp: string };
  after: { event: string; write: string; shell?: string };
  /** What it says when a person wrote something; its recording has the same name. */
  prompt: string;
  /** Null: it does not tell its subagents apart. */
  callAs(payload: Payload, caller: Caller, callId: string): void;
  marksSubagents: boolean;
  putWrite(payload: Payload, path: string, text: string): void;
  putShell(payload: Payload, command: string): void;
  /** A call of our own tool, by the name that the host has for it. */
  putOwn(payload: Payload, tool: string, input: Payload): void;
  /** The reason, where the reply is an explicit no in this host's form. */
  noIn(ran: Ran): string | null;
}

const snake = {
  marksSubagents: true,
  callAs(payload: Payload, { session, agent }: Caller, callId: string) {
    Object.assign(payload, { session_id: session, ...(agent ? { agent_id: agent, agent_type: "worker" } : {}) });
    if ("tool_use_id" in payload) payload.tool_use_id = callId;
  },
  putWrite(payload: Payload, path: string, text: string) {
    Object.assign(payload.tool_input as Payload, { file_path: path, content: text });
  },
  putShell(payload: Payload, command: string) {
    Object.assign(payload.tool_input as Payload, { command });
  },
  putOwn(payload: Payload, tool: string, input: Payload) {
    Object.assign(payload, {
      tool_name: tool,
      tool_input: input,
      ...("mcp_server" in payload ? { mcp_server: { name: "intentgate", source: "project" } } : {}),
    });
  },
  noIn(ran: Ran) {
    const { hookSpecificOutput: said } = answerOf(ran) as { hookSpecificOutput?: Payload };
    return ran.code === 2 && said?.permissionDecision === "deny" ? String(said.permissionDecisionReason) : null;
  },
};

const deniedBy = (exit: number) => (ran: Ran) => {
  const { decision, reason } = answerOf(ran);
  return ran.code === exit && decision === "deny" ? String(reason) : null;
};

export const stagedHosts: readonly StagedHost[] = [
  {
    ...snake,
    name: "claude-code",
    prompt: "UserPromptSubmit",
    before: {
      event: "PreToolUse",
      write: "PreToolUse-Write",
      shell: "PreToolUse-Bash",
      mcp: "PreToolUse-mcp__notes__put_note",
    },
    after: { event: "PostToolUse", write: "PostToolUse-Write", shell: "PostToolUse-Bash" },
  },
  {
    ...snake,
    name: "codex",
    prompt: "UserPromptSubmit",
    before: {
      event: "PreToolUse",
      write: "PreToolUse-apply_patch",
      shell: "PreToolUse-Bash",
      mcp: "PreToolUse-mcp__notes__put_note",
    },
    after: { event: "PostToolUse", write: "PostToolUse-apply_patch" },
    putWrite(payload, path, text) {
      const lines = text.replace(/\n$/, "").split("\n");
      const patch = ["*** Begin Patch", `*** Add File: ${path}`, ...lines.map((line) => `+${line}`), "*** End Patch"];
      payload.tool_input = { command: patch.join("\n") };
    },
  },
  {
    ...snake,
    name: "qwen-code",
    prompt: "UserPromptSubmit",
    before: {
      event: "PreToolUse",
      write: "PreToolUse-write_file",
      shell: "PreToolUse-run_shell_command",
      mcp: "PreToolUse-mcp__notes__put_note",
    },
    after: { event: "PostToolUse", write: "PostToolUse-write_file" },
    callAs(payload, caller, callId) {
      snake.callAs(payload, caller, callId);
      payload.tool_call_id = callId;
    },
  },
  {
    ...snake,
    name: "gemini-cli",
    prompt: "BeforeAgent",
    marksSubagents: false,
    before: {
      event: "BeforeTool",
      write: "BeforeTool-write_file",
      shell: "BeforeTool-run_shell_command",
      mcp: "BeforeTool-mcp_notes_put_note",
    },
    after: { event: "AfterTool", write: "AfterTool-write_file", shell: "AfterTool-run_shell_command" },
    putOwn(payload, tool, input) {
      const [server_name, tool_name] = ["intentgate", tool.replace("mcp_intentgate_", "")];
      Object.assign(payload, { tool_name: tool, tool_input: input, mcp_context: { server_name, tool_name } });
    },
    noIn: deniedBy(2),
  },
  {
    name: "copilot-cli",
    prompt: "userPromptSubmitted",
    marksSubagents: true,
    before: {
      event: "preToolUse",
      write: "preToolUse-create",
      shell: "preToolUse-bash",
      mcp: "preToolUse-notes-put_note",
    },
    after: { event: "postToolUse", write: "postToolUse-create", shell: "postToolUse-bash" },
    callAs(payload, { session, agent }) {
      payload.sessionId = agent ?? session;
      if (agent) Object.assign(payload, { agentId: agent, agentType: "worker", parentAgentId: session });
    },
    putWrite(payload, path, text) {
      Object.assign(payload.toolArgs as Payload, { path, file_text: text });
    },
    putShell(payload, command) {
      Object.assign(payload.toolArgs as Payload, { command });
    },
    putOwn(payload, tool, input) {
      Object.assign(payload, { toolName: tool, toolArgs: input });
    },
    noIn(ran) {
      const { permissionDecision, permissionDecisionReason } = answerOf(ran);
      return ran.code === 0 && permissionDecision === "deny" ? String(permissionDecisionReason) : null;
    },
  },
  {
    name: "opencode",
    prompt: "chat.message",
    marksSubagents: true,
    before: {
      event: "tool.execute.before",
      write: "tool.execute.before-write",
      shell: "tool.execute.before-bash",
      mcp: "tool.execute.before-notes_put_note",
    },
    after: { event: "tool.execute.after", write: "tool.execute.after-write" },
    callAs(payload, { session, agent }, callId) {
      Object.assign(payload.input as Payload, { sessionID: agent ?? session, callID: callId });
      payload.parent = agent ? session : null;
    },
    putWrite(payload, path, text) {
      const holder = payload[payload.hook === "tool.execute.before" ? "output" : "input"] as { args: Payload };
      Object.assign(holder.args, { filePath: path, content: text });
    },
    putShell(payload, command) {
      Object.assign((payload.output as { args: Payload }).args, { command });
    },
    putOwn(payload, tool, input) {
      Object.assign(payload.input as Payload, { tool });
      payload.output = { args: input };
    },
    noIn: deniedBy(2),
  },
  {
    ...snake,
    name: "cursor",
    prompt: "beforeSubmitPrompt",
    marksSubagents: false,
    before: {
      event: "preToolUse",
      write: "preToolUse-Write",
      shell: "preToolUse-Shell",
      mcp: "preToolUse-MCP-notes-put_note",
    },
    after: { event: "postToolUse", write: "postToolUse-Write" },
    callAs(payload, { session }, callId) {
      Object.assign(payload, { conversation_id: session, tool_use_id: callId });
    },
    putWrite(payload, path, text) {
      Object.assign(payload.tool_input as Payload, { path, contents: text });
    },
    putOwn(payload, tool, input) {
      Object.assign(payload, { tool_name: `MCP:${tool}`, tool_input: input });
    },
    noIn(ran) {
      const { permission, agent_message } = answerOf(ran);
      return ran.code === 0 && permission === "deny" ? String(agent_message) : null;
    },
  },
  {
    name: "cline",
    prompt: "prompt_submit",
    marksSubagents: true,
    before: {
      event: "tool_call",
      write: "tool_call-editor",
      shell: "tool_call-run_commands",
      mcp: "tool_call-notes__put_note",
    },
    after: { event: "tool_result", write: "tool_result-editor" },
    callAs(payload, { session, agent }, callId) {
      payload.sessionContext = { rootSessionId: session };
      Object.assign(payload, { agent_id: agent ?? "lead", parent_agent_id: agent ? "lead" : null });
      for (const key of ["tool_call", "tool_result"]) if (key in payload) (payload[key] as Payload).id = callId;
    },
    putWrite(payload, path, text) {
      for (const key of ["tool_call", "tool_result"])
        if (key in payload) Object.assign((payload[key] as { input: Payload }).input, { path, new_text: text });
    },
    putShell(payload, command) {
      (payload.tool_call as Payload).input = { commands: [command] };
    },
    putOwn(payload, tool, input) {
      Object.assign(payload.tool_call as Payload, { name: tool, input });
    },
    noIn: deniedBy(2),
  },
];

/** What the hook command answered; an empty object where it said nothing. */
export function answerOf(ran: Ran): Payload {
  return ran.out.trim() === "" ? {} : (JSON.parse(ran.out) as Payload);
}

function recorded(host: string, file: string, repo: string): Payload {
  const path = fileURLToPath(new URL(`../../packages/hosts/fixtures/${host}/${file}.json`, import.meta.url));
  const text = readFileSync(path, "utf8").replaceAll("/home/dev/project", repo);
  return (JSON.parse(text) as { payload: Payload }).payload;
}

export interface Stage {
  send(sent: Sent, words?: readonly string[]): Promise<Ran>;
  /** From a host that is gone afterwards, so that this process is none. */
  sendApart(sent: Sent): Promise<Ran>;
  write(caller: Caller, path: string, text: string, callId: string): Sent;
  wrote(caller: Caller, path: string, text: string, callId: string): Sent;
  shell(caller: Caller, command: string, callId: string): Sent;
  /** Of hosts with a recording of it. */
  shelled(caller: Caller, command: string, callId: string): Sent;
  own(caller: Caller, tool: string, input: Payload, callId: string): Sent;
  /** The person's own words, as they were recorded. */
  prompted(caller: Caller): Sent;
  take(caller: Caller, intent: string, callId: string): Sent;
}

const hostProgram = `
const { words, ...options } = JSON.parse(process.argv[1]);
const ran = require("node:child_process").spawnSync(process.execPath, words, { ...options, encoding: "utf8" });
process.stdout.write(JSON.stringify({ code: ran.status, out: ran.stdout, err: ran.stderr }));`;

export function stageOf(host: StagedHost, scene: Scene): Stage {
  const at = (file: string, caller: Caller, callId: string, put: (payload: Payload) => void, event: string): Sent => {
    const payload = recorded(host.name, file, scene.repo);
    put(payload);
    host.callAs(payload, caller, callId);
    return { event, payload };
  };
  const { before, after } = host;
  const nameOf = (tool: string) => hostNamed(host.name)?.ownTool(tool) ?? tool;
  const own: Stage["own"] = (caller, tool, input, id) =>
    at(before.mcp, caller, id, (one) => host.putOwn(one, tool, input), before.event);
  const absolute = (path: string) => (host.name === "codex" ? path : `${scene.repo}/${path}`);
  return {
    send: ({ event, payload }, words = []) =>
      run(scene, ["hook", ...words, host.name, event], { input: JSON.stringify(payload) }),
    async sendApart({ event, payload }) {
      const words = [binary, "hook", host.name, event];
      const given = { words, input: JSON.stringify(payload), cwd: scene.repo, env: scene.env };
      const { stdout } = spawnSync(process.execPath, ["-e", hostProgram, JSON.stringify(given)], { encoding: "utf8" });
      return JSON.parse(stdout) as Ran;
    },
    write: (caller, path, text, id) =>
      at(before.write, caller, id, (one) => host.putWrite(one, absolute(path), text), before.event),
    wrote: (caller, path, text, id) =>
      at(after.write, caller, id, (one) => host.putWrite(one, absolute(path), text), after.event),
    shell: (caller, command, id) => at(before.shell, caller, id, (one) => host.putShell(one, command), before.event),
    shelled: (caller, command, id) =>
      at(after.shell ?? "none", caller, id, (one) => host.putShell(one, command), after.event),
    own,
    prompted: (caller) => at(host.prompt, caller, "", () => undefined, host.prompt),
    take: (caller, intent, id) => own(caller, nameOf("select_active_intent"), { intent_id: intent }, id),
  };
}
