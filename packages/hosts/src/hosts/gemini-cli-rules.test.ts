import { describe, expect, it } from "vitest";
import { aroundOf, type Texts } from "../../../../test/support/hosts/around-of.ts";
import type { RuleVerdict } from "../host/rules.ts";
import { geminiCli } from "./gemini-cli.ts";

const root = "/home/dev/shop";
const places = { root, home: "/home/dev", ownFolder: "/home/dev/.gemini" };

function ruled(command: string, texts: Texts, { startedIn = root, env = {} } = {}): RuleVerdict {
  return geminiCli.rules(
    { tool: "run_shell_command", command, startedWith: [] },
    aroundOf(places, texts, startedIn),
    env,
  );
}
const short = (verdict: RuleVerdict) => (verdict.kind === "matched" ? verdict.says : verdict.kind);

const settings = (value: unknown): Texts => ({ own: { "settings.json": JSON.stringify(value) } });
const policy = (rule: string): Texts => ({ own: { "policies/mine.toml": rule } });
const rule = (lines: string, decision = "deny") => `[[rule]]\n${lines}\ndecision = "${decision}"\npriority = 100\n`;

describe("settings of Gemini CLI", () => {
  it.each([
    [{ tools: { exclude: ["run_shell_command(git push)"] } }, "git push origin", "deny"],
    [{ tools: { exclude: ["run_shell_command(git push)"] } }, "npm test && git push", "deny"],
    [{ tools: { exclude: ["ShellTool(git push)"] } }, "git push", "deny"],
    [{ tools: { exclude: ["run_shell_command"] } }, "ls", "deny"],
    [{ tools: { exclude: ["*"] } }, "ls", "deny"],
    [{ excludeTools: ["run_shell_command(git push)"] }, "git push", "deny"],
    [{ excludeTools: ["run_shell_command(rm *)"] }, "rm -rf x", "deny"],
    [{ tools: { confirmationRequired: ["run_shell_command(git push)"] } }, "git push", "ask"],
    [{ tools: { confirmationRequired: ["run_shell_command"] } }, "ls", "ask"],
    [{ tools: { core: ["run_shell_command(git status)"] } }, "git status", "unclear"],
    [{ coreTools: ["run_shell_command(git)"] }, "ls", "unclear"],
    [{ tools: { allowed: ["ShellTool(git)"] } }, "ls", "unclear"],
    [{ tools: { exclude: [7] } }, "ls", "unclear"],
    [{ tools: { exclude: ["run_shell_command(git push)"] } }, "git pull", "none"],
    [{ tools: { exclude: ["run_shell_command(git push)"] } }, "git pushed", "none"],
    [{ tools: { exclude: ["run_shell_command(git push)"] } }, "echo 'git push'", "none"],
    [{ tools: { exclude: ["run_shell_command(git push)"] } }, "echo git push", "none"],
    [{ tools: { exclude: ["write_file", "replace", "mcp_*"] } }, "write_file x", "none"],
    [{ tools: { exclude: ["read_file(git push)"] } }, "git push", "none"],
    [{ tools: { core: ["run_shell_command", "read_file"] } }, "git push", "none"],
    [{ tools: { allowed: ["run_shell_command"] } }, "git push", "none"],
    [{ exclude: ["run_shell_command"] }, "git push", "none"],
    [{ tools: { confirmationRequired: ["write_file"] } }, "ls", "none"],
    [{}, "git push", "none"],
  ])("%j: %s", (value, command, expected) => {
    expect(short(ruled(command, settings(value)))).toBe(expected);
  });
});

const shell = 'toolName = "run_shell_command"\n';

describe("a policy of Gemini CLI", () => {
  it.each([
    [`${shell}commandPrefix = "git push"`, "git push", "deny"],
    [`${shell}commandPrefix = ["git pull", "git push"]`, "git push x", "deny"],
    [`${shell}commandPrefix = "git push"`, "ls; git push", "deny"],
    [`${shell}commandPrefix = "git push"`, "bash -c 'git push'", "deny"],
    ['commandPrefix = "git push"', "git push", "deny"],
    ['toolName = ["write_file", "run_shell_command"]', "ls", "deny"],
    ['toolName = "*"', "ls", "deny"],
    [shell, "ls", "deny"],
    [`${shell}modes = ["plan"]\ninteractive = true\nsubagent = "x"`, "ls", "deny"],
    [`${shell}commandRegex = "git (push|pull)"`, "git pull", "deny"],
    [`${shell}commandRegex = ".*--force"`, "git push --force", "deny"],
    [`${shell}commandRegex = "rm -[a-z]*r"`, "ls && rm -fr x", "deny"],
    [`${shell}commandRegex = "git (?!status)"`, "ls", "deny"],
    [`${shell}argsPattern = '"command":"git push'`, "git push", "deny"],
    [`${shell}argsPattern = '^\\{.?"command":"git push".?\\}$'`, "git push", "deny"],
    [`${shell}argsPattern = 'dir_path'`, "ls", "deny"],
    [`${shell}argsPattern = 'say \\\\"hi'`, 'echo say "hi"', "deny"],
    [`${shell}argsPattern = 'ü漢'`, "echo ü漢", "deny"],
    [`${shell}commandPrefix = "git push"`, "git pull", "none"],
    [`${shell}commandPrefix = "git push"`, "git pushed", "none"],
    [`${shell}commandPrefix = "git push"`, "echo git push", "none"],
    [`${shell}commandPrefix = "git push"`, "git commit -m 'git push'", "none"],
    [`${shell}commandRegex = "git (push|pull)"`, "git status", "none"],
    [`${shell}commandRegex = "git push"`, "echo 'git push'", "none"],
    [`${shell}commandRegex = "rm -[a-z]*r"`, "rm -f x", "none"],
    [`${shell}commandRegex = "[^a-z]x"`, "ax", "none"],
    [`${shell}argsPattern = '"command":"git push"'`, "git push x", "none"],
    ['toolName = "write_file"', "write_file", "none"],
    ['toolName = ["read_file", "mcp_x_*"]', "ls", "none"],
    ['toolName = "*"\nmcpName = "*"', "ls", "none"],
    ['toolName = "run_shell_command"\nmcpName = "x"', "ls", "none"],
  ])("%s: %s", (lines, command, expected) => {
    expect(short(ruled(command, policy(rule(lines))))).toBe(expected);
    expect(short(ruled(command, policy(rule(lines, "ask_user"))))).toBe(expected === "deny" ? "ask" : expected);
    expect(short(ruled(command, policy(rule(lines, "allow"))))).toBe("none");
  });

  it.each([
    ["bad TOML", "[[rule]\n"],
    ["another decision", rule(shell, "never")],
    ["no decision", "[[rule]]\ntoolName = 'run_shell_command'\n"],
    ["rules that are none", "rule = [1]\n"],
    ["a checker", '[[safety_checker]]\ntoolName = "run_shell_command"\nchecker = { type = "external", name = "x" }\n'],
  ])("is unclear with %s", (_, text) => {
    expect(ruled("ls", policy(text))).toMatchObject({ kind: "unclear", where: "~/.gemini/policies/mine.toml" });
  });

  it("is in time, whatever the expression and the command", () => {
    for (const expression of ["(a+)+$", "(a|a)*b", "(a*)*c", "a{0,900}b", "(.*)*x"]) {
      const text = policy(rule(`${shell}commandRegex = "${expression}"`));
      ruled(`${"a".repeat(50_000)}!`, text);
    }
  });
});

const push = rule('commandPrefix = "git push"');
const exclude = JSON.stringify({ tools: { exclude: ["run_shell_command(git push)"] } });

describe("the layers of Gemini CLI", () => {
  it.each<[string, Texts, object]>([
    ["~/.gemini/settings.json", { own: { "settings.json": exclude } }, {}],
    [".gemini/settings.json", { root: { ".gemini/settings.json": exclude } }, {}],
    [".gemini/settings.json", { root: { ".gemini/settings.json": exclude } }, { startedIn: `${root}/a` }],
    ["/etc/gemini-cli/settings.json", { at: { "/etc/gemini-cli/settings.json": exclude } }, {}],
    ["/etc/gemini-cli/system-defaults.json", { at: { "/etc/gemini-cli/system-defaults.json": exclude } }, {}],
    ["/x/s.json", { at: { "/x/s.json": exclude } }, { env: { GEMINI_CLI_SYSTEM_SETTINGS_PATH: "/x/s.json" } }],
    ["/x/.gemini/settings.json", { at: { "/x/.gemini/settings.json": exclude } }, { env: { GEMINI_CLI_HOME: "/x" } }],
    [
      "/x/.gemini/settings.json",
      { at: { "/x/.gemini/settings.json": exclude } },
      { env: { GEMINI_PROJECT_DIR: "/x/y" } },
    ],
    [
      "~/.gemini/extensions/e/gemini-extension.json",
      { own: { "extensions/e/gemini-extension.json": '{"excludeTools": ["run_shell_command(git push)"]}' } },
      {},
    ],
    ["~/.gemini/policies/mine.toml", policy(push), {}],
    [".gemini/policies/a.toml", { root: { ".gemini/policies/a.toml": push } }, {}],
    ["/etc/gemini-cli/policies/a.toml", { at: { "/etc/gemini-cli/policies/a.toml": push } }, {}],
    ["~/.gemini/extensions/e/policies/a.toml", { own: { "extensions/e/policies/a.toml": push } }, {}],
    ["/p/a.toml", { ...settings({ policyPaths: ["/p"] }), at: { "/p/a.toml": push } }, {}],
    ["~/p/a.toml", { ...settings({ adminPolicyPaths: ["~/p/a.toml"] }), at: { "/home/dev/p/a.toml": push } }, {}],
  ])("%s", (where, texts, more) => {
    expect(ruled("git push", texts, more)).toMatchObject({ kind: "matched", says: "deny", where });
    expect(ruled("git pull", texts, more)).toEqual({ kind: "none" });
  });

  it("are no other files", () => {
    expect(ruled("git push", { own: { "policies/a.txt": push, "a.toml": push }, at: { "/p/a.toml": push } })).toEqual({
      kind: "none",
    });
  });

  it.each<[string, Texts]>([
    ["bad JSON", { root: { ".gemini/settings.json": "{" } }],
    ["closed", { at: { "/etc/gemini-cli/policies/a.toml": null } }],
    ["closed settings", { at: { "/etc/gemini-cli/settings.json": null } }],
  ])("are unclear with %s", (_, texts) => {
    expect(ruled("ls", texts)).toMatchObject({ kind: "unclear" });
    expect(ruled("git push", { ...texts, own: { "policies/mine.toml": push } })).toMatchObject({ says: "deny" });
  });
});
