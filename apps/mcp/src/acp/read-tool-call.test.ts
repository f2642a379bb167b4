import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type AgentToolCall, readToolCall } from "./read-tool-call.ts";

/** Permission requests as the agents sent them, in a project at `/project`. */
function recorded(name: string): AgentToolCall {
  const text = readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8");
  return JSON.parse(text).params.toolCall;
}
const agents = { claude: { name: "@agentclientprotocol/claude-agent-acp" }, gemini: { name: "gemini-cli" } };
const agentOf = (name: string) => (name.startsWith("claude") ? agents.claude : agents.gemini);

describe("what agents were recorded to ask", () => {
  it.each<[string, string, object]>([
    ["claude-write", "write_to_file", { path: "/project/src/a.txt", content: "hello\n" }],
    ["claude-edit", "edit", { file_path: "/project/src/b.txt", old_string: "old line", new_string: "new line" }],
    ["claude-bash", "execute_command", { command: "echo hi > src/c.txt && ls" }],
    ["gemini-replace", "edit", { path: "/project/src/b.txt", new_string: "new line\nsecond\n" }],
    ["gemini-shell", "execute_command", { command: "echo hi > src/c.txt && ls" }],
  ])("%s is %s", (name, tool, payload) => {
    expect(readToolCall(recorded(name), agentOf(name), "/project")).toMatchObject({ kind: "tool", tool, payload });
  });

  it.each(["claude-own", "gemini-own"])("%s is a tool of ours", (name) => {
    expect(readToolCall(recorded(name), agentOf(name), "/project")).toEqual({ kind: "own" });
  });

  it.each<[string, string, Partial<AgentToolCall>]>([
    [
      "a command in another folder",
      "gemini-shell",
      { content: [{ type: "content", content: { type: "text", text: "[in /out]" } }] },
    ],
    [
      "a folder that only the description names",
      "gemini-shell",
      {
        content: [
          { type: "content", content: { type: "text", text: "[in /out] ([current working directory /project])" } },
        ],
      },
    ],
    ["our tool's title on another call", "gemini-own", { toolCallId: "mcp_evil_write__1" }],
    ["our tool's id under another title", "gemini-own", { title: "write (evil MCP Server)" }],
    ["a tool that our server does not have", "claude-own", { name: "mcp__intentgate__write" }],
    ["a diff that is none", "gemini-replace", { content: [{ type: "diff", path: 5, newText: "x" }] }],
  ])("%s is a tool nobody knows", (_name, file, change) => {
    const reading = readToolCall({ ...recorded(file), ...change }, agentOf(file), "/project");
    expect(reading.kind === "tool" && /^(acp\.|mcp__)/.test(reading.tool)).toBe(true);
  });

  it("takes the title of an agent it does not know for a title", () => {
    const reading = readToolCall(recorded("gemini-shell"), { name: "another" }, "/project");
    expect(reading).toMatchObject({ kind: "tool", tool: "acp.execute" });
  });
});

const strange = { name: "strange" };
const at = (path: string) => `/project/${path}`;
const diff = (path: string, newText = "x\n", oldText: string | null = null) => ({
  type: "diff",
  path,
  oldText,
  newText,
});
const read = (call: Partial<AgentToolCall>, agent = strange) =>
  readToolCall({ toolCallId: "c", title: "t", ...call }, agent, "/project");

describe("what says two things at once", () => {
  const edit = { kind: "edit", content: [diff(at("src/n.ts"))] };
  const run = (more: object) => ({ kind: "execute", rawInput: { command: "echo x > src/a.ts", ...more } });
  it.each<[string, Partial<AgentToolCall>]>([
    ["a command and a diff", { ...run({}), content: [diff(at("README.md"))] }],
    ["reading and a diff", { kind: "read", content: [diff(at("README.md"))] }],
    ["thinking and a diff", { kind: "think", content: [diff(at("README.md"))] }],
    ["another mode and a diff", { kind: "switch_mode", content: [diff(at("README.md"))] }],
    [
      "a deletion and a diff",
      { kind: "delete", locations: [{ path: at("src/a.ts") }], content: [diff(at("src/b.ts"))] },
    ],
    [
      "a deletion and another file",
      { kind: "delete", locations: [{ path: at("src/a.ts") }], rawInput: { path: at("b") } },
    ],
    ["a diff and another location", { ...edit, locations: [{ path: at("README.md") }] }],
    ["a diff and another file in the input", { ...edit, rawInput: { file_path: at("README.md") } }],
    ["a diff and another content", { ...edit, rawInput: { path: at("src/n.ts"), content: "y\n" } }],
    ["a diff and another new text", { ...edit, rawInput: { file_path: at("src/n.ts"), new_string: "evil" } }],
    ["a diff and a command", { ...edit, rawInput: { command: "rm -rf src" } }],
    ["a diff and a field that nobody knows", { ...edit, rawInput: { also: at("README.md") } }],
    ["a diff and changes of another file", { ...edit, rawInput: { changes: { [at("README.md")]: {} } } }],
    ["reading, and text to be written", { kind: "read", rawInput: { path: at("a"), content: "x" } }],
    ["reading with fields that nobody knows", { kind: "read", rawInput: { script: "x" } }],
    ["thinking with a patch", { kind: "think", rawInput: { patch: "x" } }],
    ["fetching into a file", { kind: "fetch", rawInput: { url: "http://x", output: at("src/a.ts") } }],
    ["a command in another folder", run({ cwd: "/etc" })],
    ["a command in a directory", run({ directory: "/etc" })],
    ["a command in a dir_path", run({ dir_path: "src" })],
    ["a command with an environment", run({ env: { PATH: "/tmp" } })],
    ["a command in the background", run({ run_in_background: true })],
    ["a command with a field that nobody knows", run({ shell: "/tmp/evil" })],
    ["an input that is a list", { kind: "execute", rawInput: ["ls"] }],
    ["an input that is a text", { kind: "read", rawInput: "rm -rf src" }],
  ])("is nothing that anybody understands: %s", (_name, call) => {
    expect(read(call)).toMatchObject({ kind: "tool", tool: "acp.(unclear)", writes: [], command: null });
  });

  it.each<[string, Partial<AgentToolCall>]>([
    [
      "a diff on what only reads",
      { name: "Read", kind: "read", rawInput: { file_path: at("a") }, content: [diff(at("a"))] },
    ],
    [
      "a diff of another file",
      { name: "Write", kind: "edit", rawInput: { file_path: at("a"), content: "x" }, content: [diff(at("b"))] },
    ],
    ["a diff on a command", { name: "Bash", kind: "execute", rawInput: { command: "ls" }, content: [diff(at("a"))] }],
    [
      "a diff on a list of what is to do",
      { name: "TodoWrite", kind: "think", rawInput: { todos: [] }, content: [diff(at("a"))] },
    ],
    ["an edit that calls itself a list", { name: "TodoWrite", kind: "edit", rawInput: { todos: [] } }],
    [
      "a diff on a tool of ours",
      { name: "mcp__intentgate__why", kind: "other", rawInput: {}, content: [diff(at("a"))] },
    ],
    ["an edit that calls itself a tool of ours", { name: "mcp__intentgate__why", kind: "edit", rawInput: {} }],
  ])("not even of an agent that is known: %s", (_name, call) => {
    expect(read(call, agents.claude)).toMatchObject({ tool: "acp.(unclear)", writes: [], command: null });
  });

  it("takes no tool of an agent that nobody knows for one of ours", () => {
    const call = { name: "mcp__intentgate__why", kind: "other", rawInput: {} };
    expect(read(call)).toMatchObject({ kind: "tool", tool: "acp.mcp__intentgate__why" });
    expect(read(call, agents.claude)).toEqual({ kind: "own" });
  });
});

describe("what has no effect", () => {
  const gemini = (tool: string, kind: string) => [`gemini ${tool}`, { toolCallId: `${tool}__1`, kind }, agents.gemini];
  const claude = (name: string, kind: string, rawInput: object) => [
    `claude ${name}`,
    { name, kind, rawInput },
    agents.claude,
  ];
  type Row = [string, Partial<AgentToolCall>, { name: string }];
  it.each([
    gemini("grep_search", "search"),
    gemini("glob", "search"),
    gemini("write_todos", "other"),
    gemini("invoke_agent", "other"),
    claude("TodoWrite", "think", { todos: [] }),
    claude("Agent", "think", { description: "x", prompt: "y", subagent_type: "z" }),
    claude("TaskCreate", "other", { subject: "a" }),
    ["searching", { kind: "search", rawInput: { pattern: "x", path: at("src") } }, strange],
    ["thinking", { kind: "think" }, strange],
  ] as Row[])("is nothing: %s", (_name, call, agent) => {
    expect(read(call, agent)).toEqual({ kind: "nothing" });
  });

  it.each([
    gemini("web_fetch", "fetch"),
    gemini("exit_plan_mode", "switch_mode"),
    claude("WebFetch", "fetch", { url: "http://x", prompt: "y" }),
    claude("ExitPlanMode", "switch_mode", { plan: "x" }),
    ["another mode", { kind: "switch_mode", rawInput: { plan: "x" } }, strange],
    ["an address", { kind: "fetch", rawInput: { url: "http://x" } }, strange],
  ] as Row[])("and is a person's to answer: %s", (_name, call, agent) => {
    expect(read(call, agent)).toEqual({ kind: "theirs" });
  });

  it.each([
    gemini("save_memory", "think"),
    gemini("activate_skill", "other"),
    gemini("mcp_files_write", "other"),
    gemini("mcp_files_write", "read"),
    claude("Skill", "other", { skill: "x" }),
    claude("Agent", "think", { description: "x", prompt: "y", isolation: "worktree" }),
  ] as Row[])("is not said of %s", (_name, call, agent) => {
    expect(read(call, agent)).toMatchObject({ kind: "tool", isLook: false });
  });

  it("is not said of reading that names its files: that is looking", () => {
    expect(read({ kind: "read", locations: [{ path: at("a") }] })).toMatchObject({ tool: "stat", isLook: true });
  });
});
