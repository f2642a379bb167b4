import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isAsking, modesOf } from "./modes.ts";
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

describe("modes", () => {
  it.each(["default", "Default", "plan", "read-only", "ask"])("%s asks", (mode) => {
    expect(isAsking(mode)).toBe(true);
  });
  it.each([
    "yolo",
    "autoEdit",
    "acceptEdits",
    "auto",
    "bypassPermissions",
    "dontAsk",
    "full-access",
    "code",
    "",
    null,
    1,
  ])("%j is not known to ask", (mode) => {
    expect(isAsking(mode)).toBe(false);
  });

  it("leaves an agent none of whose modes is known as it is, and says so", () => {
    const result = { modes: { currentModeId: "x", availableModes: [{ id: "x" }, { id: "y" }] } };
    expect(modesOf(result)).toEqual({ result, setMode: null, setOption: null, canAsk: false });
  });

  it("hides what does not ask among the options too, and has the agent told", () => {
    const option = (value: string, values: string[]) => ({
      id: "mode",
      category: "mode",
      currentValue: value,
      options: values.map((one) => ({ value: one })),
    });
    const { result, setOption, canAsk } = modesOf({
      configOptions: [option("yolo", ["default", "yolo"]), { id: "model", category: "model" }],
    });
    expect(result.configOptions).toEqual([option("default", ["default"]), { id: "model", category: "model" }]);
    expect([setOption, canAsk]).toEqual([{ configId: "mode", value: "default" }, true]);
    expect(modesOf({ configOptions: [option("yolo", ["yolo"])] })).toMatchObject({ setOption: null, canAsk: false });
    expect(modesOf({})).toMatchObject({ setOption: null, canAsk: false });
  });
});
