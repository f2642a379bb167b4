/** The lists behind control files: lower case, `/` between names, `*` for one name of any kind. */

export interface ControlName {
  path: string;
  why: string;
}

const settings = "holds the settings of a coding agent";
const startup = "runs code when a shell, a session or a schedule starts";
const preload = "names code that a coding agent loads when it starts";
const sources = "decides where programs come from and what runs them";
const environment = "sets the environment that coding agents start their hooks in";

/** What hosts load by themselves; `.env.example` and the like are read by nobody. */
const environmentFiles = ["", ".development", ".production", ".test"].flatMap((stage) => [
  `.env${stage}`,
  `.env${stage}.local`,
]);

/** At any depth inside a root; each stands for itself and everything below. */
export const controlNamesInRoot: readonly ControlName[] = [
  { path: ".orchestration", why: "is the gate's own folder" },
  { path: ".system", why: "holds event hooks, abilities and knowledge" },
  { path: "agent.md", why: "is the shared brain; agents add to it through record_lesson" },
  { path: ".intentignore", why: "narrows what agents may change" },
  { path: ".git", why: "is git's own folder, where hooks and settings that run code live" },
  { path: "git~1", why: "is a short name of .git" },
  { path: ".claude", why: settings },
  { path: ".codex", why: settings },
  { path: ".gemini", why: settings },
  { path: ".copilot", why: settings },
  { path: ".opencode", why: settings },
  { path: ".opencode.json", why: settings },
  { path: "opencode.json", why: settings },
  { path: "opencode.jsonc", why: settings },
  { path: ".qwen", why: settings },
  { path: ".cline", why: settings },
  { path: ".cursor", why: settings },
  { path: ".mcp.json", why: "starts MCP servers" },
  { path: ".envrc", why: "runs when a shell enters the folder" },
  ...environmentFiles.map((path) => ({ path, why: environment })),
  { path: "bunfig.toml", why: preload },
  { path: ".npmrc", why: sources },
  { path: ".agents/plugins", why: settings },
  { path: ".github/hooks", why: settings },
  { path: ".github/copilot", why: settings },
  { path: ".github/mcp.json", why: "starts MCP servers" },
  { path: ".clinerules/hooks", why: settings },
  { path: ".vscode/settings.json", why: "holds the editor's settings" },
  { path: ".vscode/tasks.json", why: "holds commands the editor runs" },
  { path: ".vscode/mcp.json", why: "starts MCP servers" },
];

/**
 * Also at any depth: the gate where a project installs it for itself. The folders around it are the package manager's,
 * to be removed and filled again, so these say nothing about `node_modules` as a whole.
 */
export const controlNamesOfProgram: readonly ControlName[] = [
  "node_modules/intentgate",
  "node_modules/.bin/intentgate",
  "node_modules/.bin/intentgate.cmd",
  "node_modules/.bin/intentgate.ps1",
].map((path) => ({ path, why: "is the gate's own program" }));

const editors = ["code", "code - insiders", "vscodium", "cursor"];
const editorHomes = [".config", "library/application support", "appdata/roaming"];

/** Relative to the home folder. */
export const controlNamesInHome: readonly ControlName[] = [
  ...[
    ".claude",
    ".claude.json",
    ".codex",
    ".gemini",
    ".copilot",
    ".config/opencode",
    ".opencode",
    ".qwen",
    ".cline",
    ".cursor",
    ".mcp.json",
    ".agents/plugins",
    ".vscode-server/data/machine",
    ".vscode-server/data/user",
    ...editorHomes.flatMap((folder) => editors.map((editor) => `${folder}/${editor}/user`)),
  ].map((path) => ({ path, why: settings })),
  ...[
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_logout",
    ".bash_aliases",
    ".profile",
    ".zshrc",
    ".zshenv",
    ".zprofile",
    ".zlogin",
    ".zlogout",
    ".kshrc",
    ".mkshrc",
    ".cshrc",
    ".tcshrc",
    ".login",
    ".logout",
    ".envrc",
    ".direnvrc",
    ".inputrc",
    ".xprofile",
    ".xinitrc",
    ".xsession",
    ".xsessionrc",
    ".pam_environment",
    ".config/fish",
    ".config/nushell",
    ".config/zsh",
    ".config/direnv",
    ".config/environment.d",
    ".config/autostart",
    ".config/systemd",
    ".local/share/systemd",
    "library/launchagents",
    ".crontab",
  ].map((path) => ({ path, why: startup })),
  ...[".env", ".env.local"].map((path) => ({ path, why: environment })),
  ...[".bunfig.toml", ".config/.bunfig.toml"].map((path) => ({ path, why: preload })),
  { path: ".npmrc", why: sources },
  ...[".gitconfig", ".config/git"].map((path) => ({ path, why: "holds git settings that run code" })),
  ...[".ssh/authorized_keys", ".ssh/authorized_keys2", ".ssh/config", ".ssh/rc", ".ssh/environment"].map((path) => ({
    path,
    why: "decides who may log in and what then runs",
  })),
];

/** Plans and notes a host keeps for itself among its settings: not settings, and left to the scope rules. */
export const notesInHome: readonly string[] = [
  ".claude/plans",
  ".claude/projects/*/memory",
  ".codex/memories",
  ".gemini/tmp",
  ".qwen/tmp",
  ".copilot/session-state",
];

/** From the top of the file system. */
export const controlNamesAtTop: readonly ControlName[] = [
  ...[
    "etc/crontab",
    "etc/anacrontab",
    "etc/cron.d",
    "etc/cron.hourly",
    "etc/cron.daily",
    "etc/cron.weekly",
    "etc/cron.monthly",
    "var/spool/cron",
    "var/at",
    "var/cron",
    "etc/profile",
    "etc/profile.d",
    "etc/bash.bashrc",
    "etc/bashrc",
    "etc/zsh",
    "etc/zshrc",
    "etc/zshenv",
    "etc/fish",
    "etc/environment",
    "etc/systemd",
    "etc/ld.so.preload",
    "library/launchagents",
    "library/launchdaemons",
  ].map((path) => ({ path, why: startup })),
  { path: "etc/gitconfig", why: "holds git settings that run code" },
  ...["etc/claude-code", "etc/codex", "etc/gemini-cli", "library/application support/claudecode"].map((path) => ({
    path,
    why: settings,
  })),
];
