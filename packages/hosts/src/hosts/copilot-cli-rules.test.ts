import { describe, expect, it } from "vitest";
import { aroundOf, type Texts } from "../../../../test/support/hosts/around-of.ts";
import type { RuleVerdict } from "../host/rules.ts";
import { copilotCli } from "./copilot-cli.ts";

const root = "/home/dev/shop";
const places = { root, home: "/home/dev", ownFolder: "/home/dev/.copilot" };

function ruled(command: string, texts: Texts): RuleVerdict {
  return copilotCli.rules({ tool: "bash", command, startedWith: [] }, aroundOf(places, texts), {});
}
const short = (verdict: RuleVerdict) => (verdict.kind === "matched" ? verdict.says : verdict.kind);
const managed = "/etc/github-copilot/managed-settings.json";
const manage = (permissions: unknown): Texts => ({ at: { [managed]: JSON.stringify({ permissions }) } });

describe("what an administrator of Copilot CLI manages", () => {
  it.each([
    [{ deny: ["Shell(rm -rf *)"] }, "rm -rf x", "deny"],
    [{ deny: ["Bash(git push *)"] }, "npm test && git push", "deny"],
    [{ deny: ["shell(git:*)"] }, "git push", "deny"],
    [{ deny: ["shell(git push)"] }, "git push origin", "deny"],
    [{ deny: ["shell"] }, "ls", "deny"],
    [{ ask: ["Shell(git push *)"] }, "git push", "ask"],
    [{ deny: ["Domain(*.evil.example)"] }, "curl https://a.evil.example/x", "deny"],
    [{ deny: ["Edit(/src/**)"] }, "echo x > src/a", "deny"],
    [{ ask: ["Write(~/.ssh/**)"] }, "sed -i s/a/b/ ~/.ssh/config", "ask"],
    [{ limitTo: ["github.com"] }, "curl https://evil.example", "deny"],
    [{ limitTo: [] }, "curl https://evil.example", "deny"],
    [{ limitTo: ["github.com"] }, "curl https://github.com https://evil.example", "unclear"],
    [{ deny: ["Shell(rm"] }, "ls", "unclear"],
    [{ deny: ["Shell(rm -rf *)"] }, "rm x", "none"],
    [{ deny: ["Shell(git push *)"] }, "git pull", "none"],
    [{ deny: ["Shell(git push *)"] }, "echo 'git push'", "none"],
    [{ deny: ["shell(git:*)"] }, "gitk", "none"],
    [{ ask: ["PowerShell(ls)"] }, "ls", "none"],
    [{ deny: ["write", "view", "notes"] }, "write x", "none"],
    [{ deny: ["Domain(*.evil.example)"] }, "curl https://good.example", "none"],
    [{ deny: ["Edit(/src/**)"] }, "cat dist/a", "none"],
    [{ allow: ["Shell(git push *)"] }, "git push", "none"],
    [{ limitTo: ["github.com"] }, "ls", "none"],
    [{ disableBypassPermissionsMode: "disable" }, "ls", "none"],
    [{}, "ls", "none"],
  ])("%j: %s", (permissions, command, expected) => {
    expect(short(ruled(command, manage(permissions)))).toBe(expected);
  });
});

const mine = (file: string, value: unknown): Texts => ({ own: { [file]: JSON.stringify(value) } });

describe("files of Copilot CLI", () => {
  it.each<[string, Texts, string, string]>([
    ["denied urls", mine("settings.json", { deniedUrls: ["https://evil.example"] }), "curl evil.example", "deny"],
    [
      "denied urls with stars",
      mine("settings.json", { deniedUrls: ["*.evil.example"] }),
      "wget x.evil.example",
      "deny",
    ],
    ["denied tools", mine("settings.json", { deniedTools: ["shell(git push)"] }), "git push", "deny"],
    ["its older file", mine("config.json", { denied_tools: ["shell(git push)"] }), "git push", "deny"],
    [
      "of a place",
      mine("permissions-config.json", { locations: { "/a": { tool_denials: ["shell(rm)"] } } }),
      "rm x",
      "deny",
    ],
    [
      "of a place, in the form of approvals",
      mine("permissions-config.json", {
        locations: { "/a": { denied: [{ kind: "commands", commandIdentifiers: ["git push"] }] } },
      }),
      "git push",
      "deny",
    ],
    ["without an ending", mine("permissions-config", { denied: ["shell"] }), "ls", "deny"],
    [
      "of the repository",
      { root: { ".github/copilot/settings.json": '{"deniedUrls": ["x.com"]}' } },
      "curl x.com",
      "deny",
    ],
    ["of one's own in it", { root: { ".github/copilot/settings.local.json": '{"ask": ["shell"]}' } }, "ls", "ask"],
    [
      "on a Mac",
      {
        at: {
          "/Library/Application Support/GitHubCopilot/managed-settings.json": '{"permissions": {"ask": ["Bash"]}}',
        },
      },
      "ls",
      "ask",
    ],
    ["bad JSON", { own: { "settings.json": "{" } }, "ls", "unclear"],
    ["closed", { at: { [managed]: null } }, "ls", "unclear"],
    ["denied urls of others", mine("settings.json", { deniedUrls: ["evil.example"] }), "curl good.example", "none"],
    [
      "denied servers of tools",
      mine("settings.json", { deniedMcpServers: ["*"], disabledMcpServers: ["bash"] }),
      "ls",
      "none",
    ],
    ["plugins", mine("settings.json", { blockedPlugins: ["shell"] }), "ls", "none"],
    [
      "approvals",
      mine("permissions-config.json", {
        locations: { "/a": { tool_approvals: [{ kind: "commands", commandIdentifiers: ["git push"] }] } },
      }),
      "git push",
      "none",
    ],
    ["allowed urls", mine("settings.json", { allowedUrls: ["x.com"] }), "curl x.com", "none"],
    // It reads these for hooks and not for permissions.
    ["Claude Code's", { root: { ".claude/settings.json": '{"permissions": {"deny": ["Bash"]}}' } }, "ls", "none"],
    ["nothing", {}, "ls", "none"],
  ])("%s", (_, texts, command, expected) => {
    expect(short(ruled(command, texts))).toBe(expected);
  });
});
