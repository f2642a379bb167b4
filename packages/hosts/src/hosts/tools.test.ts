import { describe, expect, it } from "vitest";
import { callOf, decoded, eventOf, named, recording } from "../../../../test/support/hosts/recorded-payloads.ts";
import type { HostName } from "../host/event.ts";
import { gateTools } from "../tools/gate-tools.ts";
import { hosts } from "./hosts.ts";

const edited = { file_path: "a", old_string: "b", new_string: "c", replace_all: false };

describe("a host's own tools in our words", () => {
  it.each<[HostName, string, unknown, string, unknown]>([
    ["claude-code", "Read", { file_path: "a" }, "read_file", { path: "a" }],
    ["claude-code", "Read", { file_path: "a", offset: 5, limit: 2 }, "read_file", { path: "a", offset: 5, limit: 2 }],
    ["claude-code", "Glob", { pattern: "*" }, "list_files", { path: "." }],
    ["claude-code", "Grep", { pattern: "x", path: "src" }, "search_files", { path: "src" }],
    ["claude-code", "Write", { file_path: "a", content: "b" }, "write_to_file", { path: "a", content: "b" }],
    ["claude-code", "Edit", edited, "edit", edited],
    ["claude-code", "NotebookEdit", { notebook_path: "n.ipynb", new_source: "1" }, "apply_diff", { path: "n.ipynb" }],
    [
      "claude-code",
      "MultiEdit",
      { file_path: "a", edits: [{ old_string: "b", new_string: "c" }] },
      "apply_diff",
      { path: "a" },
    ],
    ["claude-code", "Bash", { command: "ls", description: "x" }, "execute_command", { command: "ls" }],
    ["claude-code", "Monitor", { command: "tail -f log" }, "execute_command", { command: "tail -f log" }],
    ["codex", "Bash", { command: "ls" }, "execute_command", { command: "ls" }],
    ["codex", "apply_patch", { command: "*** Begin Patch" }, "apply_patch", { patch: "*** Begin Patch" }],
    ["codex", "apply_patch", "*** Begin Patch", "apply_patch", { patch: "*** Begin Patch" }],
    ["codex", "view_image", { path: "a.png" }, "stat", { path: "a.png" }],
    ["gemini-cli", "read_file", { file_path: "a" }, "read_file", { path: "a" }],
    ["gemini-cli", "write_file", { file_path: "/a", content: "b" }, "write_to_file", { path: "/a", content: "b" }],
    [
      "gemini-cli",
      "replace",
      { ...edited, file_path: "/a", instruction: "x", allow_multiple: true },
      "edit",
      { ...edited, file_path: "/a", replace_all: true },
    ],
    [
      "gemini-cli",
      "run_shell_command",
      { command: "ls", dir_path: "sub" },
      "execute_command",
      { command: "ls", cwd: "sub" },
    ],
    ["gemini-cli", "list_directory", { dir_path: "src" }, "list_files", { path: "src" }],
    ["copilot-cli", "view", { path: "a", view_range: [1, 2] }, "read_file", { path: "a", view_range: [1, 2] }],
    ["copilot-cli", "create", { path: "a", file_text: "b" }, "write_to_file", { path: "a", content: "b" }],
    ["copilot-cli", "edit", { path: "a", old_str: "b", new_str: "c" }, "edit", edited],
    ["copilot-cli", "apply_patch", "*** Begin Patch", "apply_patch", { patch: "*** Begin Patch" }],
    ["copilot-cli", "bash", '{"command":"ls"}', "execute_command", { command: "ls", keeps_shell: true }],
    [
      "copilot-cli",
      "str_replace_editor",
      { command: "create", path: "a", file_text: "b" },
      "write_to_file",
      { path: "a", content: "b" },
    ],
    [
      "copilot-cli",
      "str_replace_editor",
      { command: "insert", path: "a", insert_line: 1, new_str: "b" },
      "apply_diff",
      { path: "a" },
    ],
    ["opencode", "write", { filePath: "a", content: "b" }, "write_to_file", { path: "a", content: "b" }],
    ["opencode", "edit", { filePath: "a", oldString: "b", newString: "c" }, "edit", edited],
    ["opencode", "apply_patch", { patchText: "*** Begin Patch" }, "apply_patch", { patch: "*** Begin Patch" }],
    ["opencode", "bash", { command: "ls", workdir: "sub" }, "execute_command", { command: "ls", cwd: "sub" }],
    ["qwen-code", "notebook_edit", { notebook_path: "n" }, "apply_diff", { path: "n" }],
    [
      "qwen-code",
      "run_shell_command",
      { command: "ls", directory: "/x" },
      "execute_command",
      { command: "ls", cwd: "/x" },
    ],
    ["cline", "editor", { path: "a", new_text: "b" }, "write_to_file", { path: "a", content: "b" }],
    ["cline", "editor", { path: "a", old_text: "b", new_text: "c" }, "apply_diff", { path: "a" }],
    ["cline", "editor", { path: "a", old_text: null, new_text: "c" }, "write_to_file", { path: "a", content: "c" }],
    ["cline", "run_commands", { commands: ["ls"] }, "execute_command", { command: "ls" }],
  ])("%s %s %j is %s", (host, tool, input, ours, payload) => {
    const call = callOf(host, tool, input);
    expect(call).toMatchObject({ hostTool: tool, tool: ours, payload });
    if (ours !== "apply_diff") expect(call.payload).toEqual(payload);
  });

  it.each<[HostName, string, unknown]>([
    ["claude-code", "Agent", { prompt: "x", subagent_type: "y" }],
    ["claude-code", "TodoWrite", { todos: [] }],
    ["claude-code", "Agent", { description: "d", prompt: "x", model: "haiku", run_in_background: true, name: "n" }],
    ["codex", "spawn_agent", { message: "x" }],
    ["codex", "spawn_agent", { message: "x", agent_type: "worker", fork_context: true }],
    ["gemini-cli", "invoke_agent", { agent_name: "generalist", prompt: "x" }],
    ["copilot-cli", "task", { agent_type: "y", description: "d", name: "n", mode: "sync", prompt: "x" }],
    ["opencode", "task", { description: "d", prompt: "x", subagent_type: "general" }],
    ["qwen-code", "agent", { description: "d", prompt: "x", subagent_type: "y", run_in_background: false }],
    ["cline", "spawn_agent", { systemPrompt: "s", task: "t" }],
    ["opencode", "plan_exit", {}],
    ["opencode", "skill", { name: "x" }],
    ["cline", "skills", { skill: "x" }],
    ["cline", "skills", { skill: "x", args: null }],
  ])("%s %s %j is no call to judge", (host, tool, input) => {
    expect(eventOf(host, tool, input)).toMatchObject({ kind: "ignored", host });
  });

  it("keeps what our own writing tools take, wherever the model gives it", () => {
    const own = {
      observed_content_hash: "sha256:x",
      request_scope_expansion: { additional_globs: ["a"], reason: "b" },
    };
    expect(callOf("claude-code", "Write", { file_path: "a", content: "b", ...own }).payload).toMatchObject(own);
    expect(callOf("codex", "apply_patch", { command: "p", ...own }).payload).toEqual({ patch: "p", ...own });
  });
});

describe("a tool that nobody knows stays unknown, under a name no tool of ours has", () => {
  it.each<[HostName, string, unknown]>([
    ["claude-code", "NewTool", {}],
    ["claude-code", "write", { file_path: "a", content: "b" }],
    ["claude-code", "read_file", { path: "a" }],
    ["claude-code", "no_effect", {}],
    ["claude-code", "constructor", {}],
    ["claude-code", "__proto__", {}],
    ["claude-code", "Write", { path: "a", content: "b" }],
    ["claude-code", "Write", { file_path: "a" }],
    ["claude-code", "Write", { file_path: "~/.bashrc", content: "b" }],
    ["claude-code", "Write", { file_path: "~root/x", content: "b" }],
    ["claude-code", "Write", { file_path: " /etc/passwd", content: "b" }],
    ["claude-code", "Write", { file_path: "/etc/passwd\n", content: "b" }],
    ["claude-code", "Write", { file_path: "", content: "b" }],
    ["claude-code", "Write", { file_path: "file:///etc/passwd", content: "b" }],
    ["claude-code", "Edit", { ...edited, file_path: "~/x" }],
    ["claude-code", "Read", { file_path: "~/x" }],
    ["claude-code", "NotebookEdit", { notebook_path: "~/x" }],
    ["qwen-code", "write_file", { file_path: "/w/src\\/../../x", content: "b" }],
    ["qwen-code", "run_shell_command", { command: "ls", directory: "~" }],
    ["opencode", "bash", { command: "ls", workdir: "$HOME" }],
    ["opencode", "glob", { pattern: "*", path: "~" }],
    ["claude-code", "Write", { file_path: ["a"], content: "b" }],
    ["claude-code", "Edit", { file_path: "a", old_string: "b" }],
    ["claude-code", "MultiEdit", { file_path: "a", edits: [{ old_string: "", new_string: "c" }] }],
    ["claude-code", "MultiEdit", { file_path: "a", edits: [] }],
    ["claude-code", "Bash", { command: ["ls"] }],
    ["claude-code", "Monitor", { url: "wss://x" }],
    ["claude-code", "Agent", { prompt: "x", isolation: "worktree" }],
    ["claude-code", "Task", { prompt: "x", isolation: "remote" }],
    ["claude-code", "Agent", { prompt: "x", mode: "bypassPermissions" }],
    ["claude-code", "Agent", { prompt: "x", cwd: "/elsewhere" }],
    ["qwen-code", "agent", { description: "d", prompt: "x", isolation: "worktree" }],
    ["qwen-code", "agent", { description: "d", prompt: "x", isolation: null }],
    ["qwen-code", "agent", { description: "d", prompt: "x", working_dir: "../other" }],
    ["qwen-code", "agent", { description: "d", prompt: "x", subagent_type: "fork", fork_profile: "p" }],
    ["qwen-code", "agent", { description: "d", prompt: "x", name: "mate", read_only: false }],
    ["codex", "spawn_agent", { message: "x", items: [{ type: "skill", path: "/x" }] }],
    ["codex", "spawn_agent", { message: "x", cwd: "/elsewhere" }],
    ["gemini-cli", "invoke_agent", { agent_name: "generalist", prompt: "x", dir_path: "/elsewhere" }],
    ["copilot-cli", "task", { agent_type: "general-purpose", prompt: "x", isolation: "worktree" }],
    ["opencode", "task", { description: "d", prompt: "x", subagent_type: "general", workdir: "/elsewhere" }],
    ["cline", "spawn_agent", { systemPrompt: "s", task: "t", workspaceRoot: "/elsewhere" }],
    ["claude-code", "CronCreate", { cron: "* * * * *", prompt: "x" }],
    ["claude-code", "ScheduleWakeup", {}],
    ["claude-code", "Workflow", {}],
    ["claude-code", "EnterWorktree", {}],
    ["claude-code", "ExitWorktree", { action: "remove" }],
    ["claude-code", "SendMessage", {}],
    ["claude-code", "Skill", { skill: "x" }],
    ["claude-code", "SlashCommand", { command: "/x" }],
    ["claude-code", "mcp__", {}],
    ["claude-code", "mcp--intentgate--select_active_intent", {}],
    ["codex", "write_stdin", { session_id: 1, chars: "rm -rf src\n" }],
    ["codex", "exec", "tools.exec_command({})"],
    ["codex", "Bash", "rm -rf src"],
    ["codex", "Bash", { command: ["bash", "-lc", "ls"] }],
    ["codex", "read_file", { path: "a" }],
    ["gemini-cli", "mcp_intentgate_select_active_intent", { intent_id: "INT-1" }],
    ["gemini-cli", "mcp_notes_put_note", {}],
    ["gemini-cli", "save_memory", { fact: "x" }],
    ["gemini-cli", "activate_skill", { name: "x" }],
    ["gemini-cli", "run_shell_command", { command: "ls", dir_path: 5 }],
    ["copilot-cli", "write_bash", { shellId: "0", input: "rm -rf src" }],
    ["copilot-cli", "my-own-server-write", {}],
    ["copilot-cli", "-write", {}],
    ["copilot-cli", "bash", "ls"],
    ["copilot-cli", "bash", '{"command":"ls","command":"rm -rf src"}'],
    ["copilot-cli", "apply_patch", { patch: "*** Begin Patch" }],
    ["copilot-cli", "sql", { query: "ATTACH 'x'" }],
    ["copilot-cli", "create", { path: "a", content: "b" }],
    ["copilot-cli", "str_replace_editor", { command: "undo_edit", path: "a" }],
    ["copilot-cli", "str_replace_editor", { command: "constructor", path: "a" }],
    ["opencode", "read_file", { path: "a" }],
    ["opencode", "list_files", { path: "a" }],
    ["opencode", "notes_put_note", { path: "a" }],
    ["opencode", "plan_exit", { path: "a" }],
    ["opencode", "execute", { code: "x" }],
    ["opencode", "skill", {}],
    ["opencode", "skill", { skill: "x" }],
    ["opencode", "skill", { name: ["x"] }],
    ["opencode", "skill", { name: "x", args: "y" }],
    ["opencode", "skill", { name: "x", run: true }],
    ["opencode", "notes_skill", { name: "x" }],
    ["opencode", "Skill", { name: "x" }],
    ["cline", "skills", { name: "x" }],
    ["cline", "skills", { args: "x" }],
    ["cline", "skills", { skill: ["x"] }],
    ["cline", "skills", { skill: "x", script: "y" }],
    ["qwen-code", "skill", { skill: "x" }],
    ["copilot-cli", "skill", { skill: "x" }],
    ["opencode", "intentgate_select_active_intents", {}],
    ["opencode", "intentgate_", {}],
    ["cline", "run_commands", { commands: ["cat <<X > /dev/null", "rm -rf src"] }],
    ["cline", "run_commands", { commands: [] }],
    ["cline", "a__b__c", {}],
    ["cline", "a___b", {}],
    ["qwen-code", "computer_use__click", {}],
  ])("%s %s %j", (host, tool, input) => {
    const call = callOf(host, tool, input);
    expect(call.tool).toBe(`${host}.${tool}`);
    expect(call.payload).toEqual(typeof input === "object" ? input : { input });
  });

  it.each(hosts.map((host) => [host.name, host] as const))(
    "%s has no row that answers for a name of ours",
    (_name, host) => {
      expect(Object.keys(host.tools).filter((tool) => tool.includes("intentgate") || tool.startsWith("mcp"))).toEqual(
        [],
      );
    },
  );
});

describe("MCP tools", () => {
  it.each<[HostName, string, string]>([
    ["claude-code", "mcp__notes__put_note", "mcp__notes__put_note"],
    ["codex", "mcp__a__b__c", "mcp__a__b__c"],
    ["qwen-code", "mcp__notes__put_note", "mcp__notes__put_note"],
  ])("%s hands %s on as it is", (host, name, tool) => {
    expect(callOf(host, name, { x: 1 })).toMatchObject({ tool, payload: { x: 1 } });
  });

  it.each<[HostName, string, string, string]>([
    ["copilot-cli", "notes-put_note", "notes", "put_note"],
    ["cline", "notes__put_note", "notes", "put_note"],
  ])("%s %s is the tool of one server for sure", (host, name, server_name, tool_name) => {
    const payload = { server_name, tool_name, arguments: { x: 1 } };
    expect(callOf(host, name, { x: 1 })).toMatchObject({ tool: "use_mcp_tool", payload });
  });

  it("takes the server's name from what Gemini CLI tells beside it", () => {
    const { payload } = recording("gemini-cli/BeforeTool-mcp_notes_put_note");
    expect(decoded(recording("gemini-cli/BeforeTool-mcp_notes_put_note"))).toMatchObject({
      call: {
        tool: "use_mcp_tool",
        payload: { server_name: "notes", tool_name: "put_note", arguments: payload.tool_input },
      },
    });
    const dressed = { tool_name: "read_file", mcp_context: { server_name: "evil", tool_name: "read_file" } };
    expect(decoded(recording("gemini-cli/BeforeTool-write_file"), dressed)).toMatchObject({
      call: { tool: "use_mcp_tool" },
    });
    for (const mcp_context of [null, [], {}, { server_name: "a" }, { server_name: "", tool_name: "b" }, "notes"]) {
      expect(() => decoded(recording("gemini-cli/BeforeTool-mcp_notes_put_note"), { mcp_context })).toThrow(
        "cannot be read",
      );
    }
  });

  it.each<[HostName, string, Record<string, unknown>]>([
    ["claude-code", "mcp__intentgate__", {}],
    ["codex", "mcp__intentgate__", {}],
    ["qwen-code", "mcp__intentgate__", {}],
    ["copilot-cli", "intentgate-", {}],
    ["opencode", "intentgate_", {}],
    ["cline", "intentgate__", {}],
  ])("of our own server %s is known by %s", (host, prefix) => {
    for (const tool of gateTools) {
      expect(callOf(host, `${prefix}${tool}`, { intent_id: "INT-1" })).toMatchObject({
        tool,
        payload: { intent_id: "INT-1" },
      });
    }
    expect(gateTools).not.toContain(callOf(host, `${prefix}other`, {}).tool);
  });

  it("of our own server are known in Gemini CLI by the server it names", () => {
    const select = (server_name: string) => ({
      tool_name: "mcp_intentgate_select_active_intent",
      tool_input: { intent_id: "INT-1" },
      mcp_context: { server_name, tool_name: "select_active_intent" },
    });
    const base = recording("gemini-cli/BeforeTool-write_file");
    expect(decoded(base, select("intentgate"))).toMatchObject({ call: { tool: "select_active_intent" } });
    for (const server of ["Intentgate", "intentgate ", "intent_gate", "intentgate_select"]) {
      expect(decoded(base, select(server))).toMatchObject({ call: { tool: "use_mcp_tool" } });
    }
  });

  it("of a server that only sounds like ours are not ours in Claude Code", () => {
    const base = recording("claude-code/PreToolUse-mcp__notes__put_note");
    const tool_name = "mcp__intentgate__select_active_intent";
    expect(decoded(base, { tool_name, mcp_server: { name: "intentgate" } })).toMatchObject({
      call: { tool: "select_active_intent" },
    });
    expect(decoded(base, { tool_name, mcp_server: { name: "plugin" } })).toMatchObject({
      call: { tool: `claude-code.${tool_name}` },
    });
    expect(decoded(base, { tool_name, mcp_server: {} })).toMatchObject({ call: { tool: `claude-code.${tool_name}` } });
  });
});

describe("the generic host", () => {
  const call = (tool: string, more: object = {}) =>
    named("generic").decode(
      JSON.stringify({ event: "before_tool", session: "s", cwd: "/w", tool, input: { path: "a" }, ...more }),
      null,
    );

  it("takes our own words", () => {
    expect(call("write_to_file", { call_id: "c1", parent: "p", model: "m" })).toMatchObject({
      ok: true,
      value: {
        host: "generic",
        session: { id: "s", parent: "p" },
        cwd: "/w",
        model: "m",
        call: { id: "c1", tool: "write_to_file" },
      },
    });
  });

  it("does not take a caller's word for it that a tool has no effect", () => {
    expect(call("no_effect")).toMatchObject({ value: { kind: "before_tool", call: { tool: "no_effect" } } });
  });
});
