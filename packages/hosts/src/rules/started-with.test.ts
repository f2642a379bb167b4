import { describe, expect, it } from "vitest";
import { aroundOf } from "../../../../test/support/hosts/around-of.ts";
import { hosts } from "../hosts/hosts.ts";

const around = aroundOf({ root: "/r", home: "/h", ownFolder: "/h/.own" }, {});

function kindOf(name: string, startedWith: readonly string[] | null): string | undefined {
  const host = hosts.find((one) => one.name === name);
  const [tool] = Object.keys(host?.tools ?? {});
  return host?.rules({ tool: tool ?? "", command: "git push", startedWith }, around, {}).kind;
}

describe("a rule that a person gave with the first words", () => {
  it.each<[string, readonly string[]]>([
    ["claude-code", ["claude", "--disallowedTools", "Bash(git push:*)"]],
    ["claude-code", ["claude", "--disallowed-tools=Bash(git push:*)"]],
    ["claude-code", ["claude", "--disallowedTools", "Read", "Bash(git push:*)", "-p", "x"]],
    ["claude-code", ["claude", "--disallowedTools", "WebFetch,Bash", "-p", "x"]],
    ["claude-code", ["claude", "--disallowedTools", "*"]],
    ["claude-code", ["claude", "--disallowedTools"]],
    ["claude-code", ["claude", "--settings", "own.json"]],
    ["claude-code", ["claude", "--settings", '{"permissions": {"deny": ["Bash"]}}']],
    ["claude-code", ["node", "cli.js", "-p", "x", "sh", "-c", "claude --disallowedTools 'Bash(git push:*)'"]],
    ["copilot-cli", ["copilot", "--deny-tool", "shell(git push)"]],
    ["copilot-cli", ["copilot", "--deny-tool=shell"]],
    ["copilot-cli", ["sh", "-c", "copilot --deny-tool 'shell(git:*)' -p x"]],
    ["gemini-cli", ["node", "gemini", "--policy", "own.toml"]],
    ["gemini-cli", ["node", "gemini", "--admin-policy=own.toml"]],
  ])("of %s keeps it from being given another line: %j", (name, words) => {
    expect(kindOf(name, words)).toBe("unclear");
  });

  it.each(["claude-code", "copilot-cli", "gemini-cli"])("of %s may be there where nobody can tell", (name) => {
    expect(kindOf(name, null)).toBe("unclear");
  });

  it.each<[string, readonly string[]]>([
    ["claude-code", ["claude", "-p", "x", "--permission-mode", "plan"]],
    ["claude-code", ["claude", "--disallowedTools", "AskUserQuestion,WebFetch", "--verbose"]],
    ["copilot-cli", ["copilot", "--allow-all-tools"]],
    ["gemini-cli", ["gemini", "--yolo"]],
    ["opencode", ["opencode", "run", "x"]],
  ])("is none of %s in %j", (name, words) => {
    expect(kindOf(name, words)).toBe("none");
  });
});
