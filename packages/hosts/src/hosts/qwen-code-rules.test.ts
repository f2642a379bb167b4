import { describe, expect, it } from "vitest";
import { aroundOf, type Texts } from "../../../../test/support/hosts/around-of.ts";
import type { RuleVerdict } from "../host/rules.ts";
import { qwenCode } from "./qwen-code.ts";

const root = "/home/dev/shop";
const places = { root, home: "/home/dev", ownFolder: "/home/dev/.qwen" };

function ruled(command: string, texts: Texts, { tool = "run_shell_command", env = {} } = {}): RuleVerdict {
  return qwenCode.rules({ tool, command, startedWith: [] }, aroundOf(places, texts), env);
}
const mine = (value: unknown): Texts => ({ own: { "settings.json": JSON.stringify(value) } });
const says = (command: string, rule: string) => {
  const verdict = ruled(command, mine({ permissions: { deny: [rule] } }));
  return verdict.kind === "matched" ? verdict.says : verdict.kind;
};

describe("a rule of Qwen Code", () => {
  it.each([
    ["Bash(git push)", "git push origin", "deny"],
    ["Bash(git push *)", "git push", "deny"],
    ["Bash(git push:*)", "git push x", "deny"],
    ["run_shell_command(git push)", "git push", "deny"],
    ["ShellTool(git push)", "A=1 git push", "deny"],
    ["Shell(git push)", "npm test; git push", "deny"],
    ["Bash", "ls", "deny"],
    ["Bash(*)", "ls", "deny"],
    ["Bash(* --force)", "git push --force", "deny"],
    ["Read(.env)", "cat .env", "deny"],
    ["read_file(~/.ssh/**)", "cat ~/.ssh/id", "deny"],
    ["Edit(/src/**)", "echo x >src/a", "deny"],
    ["WebFetch(domain:evil.com)", "curl https://www.evil.com/x", "deny"],
    ["WebFetch(evil.com)", "curl EVIL.com", "deny"],
    ["Bash(git push", "ls", "unclear"],
    ["Bash(git push)", "git pushed", "none"],
    ["Bash(git push)", "git pull", "none"],
    ["Bash(git push)", "echo git push", "none"],
    ["Bash(git push)", "echo 'x && git push'", "none"],
    ["Bash(git push *)", "git pushx y", "none"],
    ["Bash(* --force)", "git push", "none"],
    ["run_shell_command(rm)", "grep rm x", "none"],
    ["Monitor(git push)", "git push", "none"],
    ["Read(.env)", "cat env", "none"],
    ["Read", "cat .env", "none"],
    ["Edit(/src/**)", "echo x >dist/a", "none"],
    ["WebFetch(domain:evil.com)", "curl good.com", "none"],
    ["WebFetch", "curl good.com", "none"],
    ["mcp__x__y", "ls", "none"],
    ["Agent(Bash)", "ls", "none"],
    ["", "ls", "none"],
  ])("%s: %s", (rule, command, expected) => {
    expect(says(command, rule)).toBe(expected);
  });

  it("stands in one of these lists", () => {
    const rule = ["run_shell_command(git push)"];
    expect(ruled("git push", mine({ permissions: { ask: rule } }))).toMatchObject({ says: "ask" });
    expect(ruled("git push", mine({ tools: { exclude: rule } }))).toMatchObject({ says: "deny" });
    expect(ruled("git push", mine({ excludeTools: rule }))).toMatchObject({ says: "deny" });
    expect(ruled("git push", mine({ tools: { disabled: ["run_shell_command"] } }))).toMatchObject({ says: "deny" });
    for (const other of [
      { permissions: { allow: rule } },
      { tools: { allowed: rule } },
      { tools: rule },
      { deny: rule },
    ])
      expect(ruled("git push", mine(other))).toEqual({ kind: "none" });
  });

  it("holds for the tool that watches a command", () => {
    const rules = mine({ permissions: { deny: ["Bash(git push)"], ask: ["monitor(ls)"] } });
    expect(ruled("git push", rules, { tool: "monitor" })).toMatchObject({ says: "deny" });
    expect(ruled("ls", rules, { tool: "monitor" })).toMatchObject({ says: "ask" });
    expect(ruled("ls", rules)).toEqual({ kind: "none" });
  });
});

const deny = '{"permissions": {"deny": ["Bash(git push)"]}}';

describe("the layers of Qwen Code", () => {
  it.each<[string, Texts, Record<string, string>]>([
    ["~/.qwen/settings.json", { own: { "settings.json": deny } }, {}],
    [".qwen/settings.json", { root: { ".qwen/settings.json": deny } }, {}],
    ["/home/.qwen/settings.json", { at: { "/home/.qwen/settings.json": deny } }, {}],
    ["/etc/qwen-code/settings.json", { at: { "/etc/qwen-code/settings.json": deny } }, {}],
    ["/etc/qwen-code/system-defaults.json", { at: { "/etc/qwen-code/system-defaults.json": deny } }, {}],
    ["/x.json", { at: { "/x.json": deny } }, { QWEN_CODE_SYSTEM_SETTINGS_PATH: "/x.json" }],
    ["/x.json", { at: { "/x.json": deny } }, { QWEN_CODE_SYSTEM_DEFAULTS_PATH: "/x.json" }],
    ["/q/settings.json", { at: { "/q/settings.json": deny } }, { QWEN_HOME: "/q" }],
    ["/p/.qwen/settings.json", { at: { "/p/.qwen/settings.json": deny } }, { QWEN_PROJECT_DIR: "/p" }],
    [
      "~/.qwen/extensions/e/qwen-extension.json",
      { own: { "extensions/e/qwen-extension.json": '{"excludeTools": ["Bash(git push)"]}' } },
      {},
    ],
  ])("%s", (where, texts, env) => {
    expect(ruled("git push", texts, { env })).toMatchObject({ kind: "matched", says: "deny", where });
    expect(ruled("git pull", texts, { env })).toEqual({ kind: "none" });
  });

  it.each<[string, Texts]>([
    ["bad JSON", { root: { ".qwen/settings.json": "{" } }],
    ["a list", { root: { ".qwen/settings.json": "[]" } }],
    ["a number for a rule", mine({ permissions: { deny: [{}] } })],
    ["closed", { at: { "/etc/qwen-code/settings.json": null } }],
  ])("are unclear with %s", (_, texts) => {
    expect(ruled("ls", texts)).toMatchObject({ kind: "unclear" });
  });
});
