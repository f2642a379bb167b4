import { describe, expect, it } from "vitest";
import { controlRules, isControlName } from "../../../../test/support/policy/sample-control-rules.ts";
import {
  type ControlPlaces,
  containsControl,
  controlReason,
  createControlRules,
  placingReason,
} from "./control-files.ts";
import { controlNamesOfProgram } from "./control-names.ts";
import { foldedNames } from "./fold-name.ts";

const places: ControlPlaces = {
  rules: controlRules,
  roots: ["/work/app", "/work/Lib"],
  home: "/home/u",
  stateDirs: ["/home/u/.local/state/intentgate", "/tmp/elsewhere/intentgate"],
  programs: ["/usr/bin/node", "/opt/gate/bin", "/opt/gate/dist", "/usr/local/bin/intentgate", "/tmp/gate/bin"],
  handlerScripts: ["/work/app/scripts/lint.sh", "tools/check.mjs"],
  gitHooks: ["/work/app/tools/hooks"],
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
    ".copilot/config",
    ".github/hooks/a.json",
    ".github",
    ".agents/plugins/p/hooks/hooks.json",
    ".vscode",
    ".vscode/settings.json",
    ".vscode/tasks.json",
    ".VSCODE/Settings.JSON",
    ".mcp.json",
    ".envrc",
    "sub/.envrc",
    ".env",
    "deep/er/.env",
    ".ENV",
    ".env.",
    ".env:stream",
    ".e\u200bnv",
    ".env.local",
    ".env.development",
    ".env.development.local",
    ".env.production",
    ".env.production.local",
    ".env.test",
    "apps/web/.env.test.local",
    "bunfig.toml",
    "sub/Bunfig.TOML",
    ".npmrc",
    "packages/a/.npmrc",
    "node_modules/intentgate",
    "node_modules/intentgate/bin/intentgate.cjs",
    "node_modules/intentgate/new/file",
    "packages/a/node_modules/intentgate/dist/hook.cjs",
    "node_modules/.pnpm/intentgate@1.0.0/node_modules/intentgate/package.json",
    "Node_Modules/IntentGate/bin/intentgate.mjs",
    "node_modules/.bin/intentgate",
    "node_modules/.bin/intentgate.cmd",
    "node_modules/.bin/intentgate.ps1",
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
    ".env.example",
    ".env.sample",
    ".env.template",
    ".env.staging",
    ".environment",
    "env",
    "src/a.env",
    "bunfig.ts",
    ".node-version",
    ".nvmrc",
    "node_modules",
    "node_modules/.bin",
    "node_modules/.bin/tsc",
    "node_modules/intentgate2/index.js",
    "node_modules/@x/intentgate/index.js",
    "intentgate/bin/intentgate.cjs",
    "bin/intentgate.cjs",
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
    "/home/u/.copilot/x",
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
    "/home/u/.npmrc",
    "/home/u/.bunfig.toml",
    "/home/u/.env",
    "/tmp/elsewhere/intentgate/hook",
    "/tmp/.env",
    "/usr/bin/node",
    "/opt/gate/bin/intentgate.cjs",
    "/opt/gate/dist/new/chunk.mjs",
    "/usr/local/bin/intentgate",
    "/tmp/gate/bin/intentgate.cjs",
    "/usr/lib/node_modules/intentgate/package.json",
    "/etc/crontab",
    "/etc/cron.d/x",
    "/var/spool/cron/crontabs/u",
    "/etc/profile.d/x.sh",
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
    "/tmp/elsewhere/other",
    "/usr/bin/nodejs",
    "/opt/gate/src/main.ts",
    "/opt/gate",
    "/tmp/gate/README.md",
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

  it.each([
    "/work/app/scripts",
    "/work/APP",
    "/work/lib/tools",
    "/etc",
    "/opt/gate",
    "/tmp/gate",
    "/tmp/elsewhere",
    "/usr/bin",
  ])("and so does %j", (absolute) => expect(containsControl(absolute, places)).toBe(true));

  it.each([
    "/work/app2",
    "/work/app/src",
    "/work/app/.orchestration/x/y",
    "/home/u2",
    "/var/tmp",
    "/work/app/node_modules",
  ])("taking %j away does not", (absolute) => expect(containsControl(absolute, places)).toBe(false));

  it.each([
    "/work/app/node_modules",
    "/work/app/node_modules/.bin",
    "/work/app/packages/a/Node_Modules",
    "/tmp/x/node_modules",
  ])("putting something in the place of %j may bring the gate's program along", (absolute) =>
    expect(placingReason(absolute)).toContain("the gate's own program"),
  );

  it.each([
    "/work/app/node_modules/x",
    "/work/app/node_modules/.bin/tsc",
    "/work/app/node_modules/x/.bin",
    "/work/app/.bin",
    "/work/app",
    "/",
  ])("putting something in the place of %j does not", (absolute) => expect(placingReason(absolute)).toBeNull());

  it("are listed as paths are folded, and begin with a name of their own", () => {
    const { inRoot, inHome, atTop } = controlRules.names;
    const all = [inRoot, inHome, atTop, controlNamesOfProgram].flat();
    expect(all.filter(({ path }) => foldedNames(path).join("/") !== path)).toEqual([]);
    expect(all.filter(({ path }) => path.startsWith("*"))).toEqual([]);
  });

  it("are those of a host only where it is listed", () => {
    const without = { ...places, rules: createControlRules([]) };
    const hosts = [".claude/settings.json", ".github/hooks/a.json"].map((one) => `/work/app/${one}`);
    const elsewhere = ["/home/u/.claude.json", "/home/u/.claude/plans", "/etc/claude-code/managed-settings.json"];
    const all = [...hosts, ...elsewhere];
    expect(all.filter((path) => controlReason(path, places) === null)).toEqual([]);
    expect(all.filter((path) => controlReason(path, without) !== null)).toEqual([]);
    expect(controlReason("/work/app/.github/mcp.json", places)).toBe(".github/mcp.json starts MCP servers");
  });

  it("tells a name that would be one anywhere", () => {
    expect([".claude", "AGENT.md", ".git", ".vscode"].filter((name) => !isControlName(name))).toEqual([]);
    expect(["src", "settings.json", "", "README.md"].filter((name) => isControlName(name))).toEqual([]);
  });
});
