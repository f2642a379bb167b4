import { describe, expect, it } from "vitest";
import { type ControlPlaces, containsControl, controlReason, isControlName } from "./control-files.ts";

const places: ControlPlaces = {
  roots: ["/work/app", "/work/Lib"],
  home: "/home/u",
  stateDir: "/home/u/.local/state/intentgate",
  handlerScripts: ["/work/app/scripts/lint.sh", "tools/check.mjs"],
};

describe("control files", () => {
  it.each([
    ".orchestration",
    ".orchestration/active_intents.yaml",
    ".orchestration/policy.yaml",
    ".orchestration/new/deep/file",
    "packages/x/.orchestration/active_intents.yaml",
    ".ORCHESTRATION/policy.yaml",
    ".Orchestration./policy.yaml",
    ".orchestration /policy.yaml",
    ".orchestration. . /policy.yaml",
    ".orchestration::$INDEX_ALLOCATION/policy.yaml",
    ".orchestration/policy.yaml::$DATA",
    ".or\u200bchestration/policy.yaml",
    ".orche\u017ftration/policy.yaml",
    "\uff0eorchestration/policy.yaml",
    "AGENT.md",
    "agent.md",
    "docs/Agent.MD",
    "AGENT.md.",
    "AGENT.md:stream",
    ".intentignore",
    "sub/.IntentIgnore",
    ".system",
    ".system/hooks/a.yaml",
    ".claude",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".Claude/Settings.json",
    "sub/.claude/commands/x.md",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".copilot/config",
    ".opencode/plugins/a.ts",
    "opencode.json",
    ".qwen/settings.json",
    ".cline/hooks/PreToolUse.sh",
    ".cursor/hooks.json",
    ".github/hooks/a.json",
    ".github",
    ".clinerules/hooks/x",
    ".agents/plugins/p/hooks/hooks.json",
    ".vscode",
    ".vscode/settings.json",
    ".vscode/tasks.json",
    ".VSCODE/Settings.JSON",
    ".mcp.json",
    ".envrc",
    "sub/.envrc",
    ".git",
    ".git/hooks/pre-commit",
    ".git/config",
    ".git/info/attributes",
    ".git/HEAD",
    "vendor/lib/.git/config",
    ".GIT/hooks/x",
    "GIT~1/hooks/x",
    ".g\u200cit/config",
    "scripts/lint.sh",
    "Scripts/LINT.sh",
    "tools/check.mjs",
  ])("%j in a root is one", (relative) => {
    expect(controlReason(`/work/app/${relative}`, places)).not.toBeNull();
    expect(controlReason(`/WORK/APP/${relative}`, places)).not.toBeNull();
  });

  it.each([
    "src/a.ts",
    "",
    "orchestration/x",
    ".orchestration2/x",
    "x.orchestration/y",
    "AGENTS.md",
    "AGENT.md.bak",
    "src/agent.md.ts",
    ".github/workflows/ci.yml",
    ".github/hooks.md",
    ".vscode/launch.json",
    ".vscode/extensions.json",
    ".gitignore",
    ".gitmodules",
    ".gitattributes",
    "git/hooks/x",
    ".claudeignore",
    "CLAUDE.md",
    "system/hooks/a.yaml",
    "scripts/lint.sh.md",
    "src/settings.json",
    ".bashrc",
    "etc/crontab",
  ])("%j in a root is none", (relative) => {
    expect(controlReason(`/work/app/${relative}`, places)).toBeNull();
  });

  it.each([
    "/home/u/.claude/settings.json",
    "/home/u/.claude",
    "/home/u/.claude/plans",
    "/home/u/.claude/projects/p/settings.json",
    "/home/u/.CLAUDE/Settings.json",
    "/home/u/.claude/plans/../settings.json",
    "/home/u/.claude.json",
    "/home/u/.codex/config.toml",
    "/home/u/.gemini/settings.json",
    "/home/u/.copilot/x",
    "/home/u/.config/opencode/plugins/x.ts",
    "/home/u/.qwen/settings.json",
    "/home/u/.cline/hooks/x",
    "/home/u/.cursor/hooks.json",
    "/home/u/.config/Code/User/settings.json",
    "/home/u/Library/Application Support/Code/User/settings.json",
    "/home/u/.bashrc",
    "/home/u/.Bashrc",
    "/home/u/.zshenv",
    "/home/u/.profile",
    "/home/u/.config/fish/config.fish",
    "/home/u/.gitconfig",
    "/home/u/.config/git/config",
    "/home/u/.ssh/authorized_keys",
    "/home/u/.ssh/config",
    "/home/u/.config/systemd/user/x.service",
    "/home/u/Library/LaunchAgents/x.plist",
    "/home/u/.local/state/intentgate/roots.json",
    "/home/u/.local/state/intentgate",
    "/etc/crontab",
    "/etc/cron.d/x",
    "/var/spool/cron/crontabs/u",
    "/etc/profile.d/x.sh",
    "/etc/codex/requirements.toml",
    "/work/lib/.claude/x",
  ])("%j is one", (absolute) => {
    expect(controlReason(absolute, places)).not.toBeNull();
  });

  it.each([
    "/home/u/.claude/plans/p.md",
    "/home/u/.claude/projects/p/memory/m.md",
    "/home/u/.ssh/known_hosts",
    "/home/u/notes.md",
    "/home/u2/.bashrc",
    "/home/u/sub/.bashrc",
    "/home/u/.local/state/intentgate2/x",
    "/etc/hosts",
    "/",
  ])("%j is none", (absolute) => {
    expect(controlReason(absolute, places)).toBeNull();
  });

  it("says what the file is, for the person and the model", () => {
    expect(controlReason("/work/app/.claude/settings.json", places)).toBe(
      ".claude holds the settings of a coding agent",
    );
    expect(controlReason("/home/u/.bashrc", places)).toContain("~/.bashrc");
  });

  it.each([
    "/",
    "/work",
    "/work/app",
    "/work/app/.orchestration",
    "/home",
    "/home/u",
    "/home/u/.local",
    "/home/u/.config",
  ])("taking %j away takes a control place along", (absolute) => expect(containsControl(absolute, places)).toBe(true));

  it.each(["/work/app/scripts", "/work/APP", "/work/lib/tools", "/etc"])("and so does %j", (absolute) =>
    expect(containsControl(absolute, places)).toBe(true),
  );

  it.each(["/work/app2", "/work/app/src", "/work/app/.orchestration/x/y", "/home/u2", "/tmp"])(
    "taking %j away does not",
    (absolute) => expect(containsControl(absolute, places)).toBe(false),
  );

  it("tells a name that would be one anywhere", () => {
    expect([".claude", "AGENT.md", ".git", ".vscode"].filter((name) => !isControlName(name))).toEqual([]);
    expect(["src", "settings.json", "", "README.md"].filter(isControlName)).toEqual([]);
  });
});
