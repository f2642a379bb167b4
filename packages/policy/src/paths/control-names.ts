/**
 * The lists behind control files: lower case, `/` between names, `*` for one name of any kind. Here stand the gate's own
 * and everybody's; what only one host reads, that host names.
 */

export interface ControlName {
  path: string;
  why: string;
}

/** What one host names: places of its settings, each standing for itself and everything below. */
export interface HostControlNames {
  /** At any depth inside a root. */
  inRoot: readonly string[];
  /** The same, for files that start MCP servers. */
  serversInRoot: readonly string[];
  /** Relative to the home folder. */
  inHome: readonly string[];
  /** From the top of the file system. */
  atTop: readonly string[];
  /** Plans and notes that it keeps for itself among its settings in the home folder: left to the scope rules. */
  notesInHome: readonly string[];
}

export interface ControlNames {
  inRoot: readonly ControlName[];
  inHome: readonly ControlName[];
  atTop: readonly ControlName[];
  notesInHome: readonly string[];
}

export const agentSettings = "holds the settings of a coding agent";
const servers = "starts MCP servers";
const startup = "runs code when a shell, a session or a schedule starts";
const preload = "names code that a coding agent loads when it starts";
const sources = "decides where programs come from and what runs them";
const versions = "holds settings of a version control that run code";
const opened = "runs code when the folder is opened in an editor or a debugger";
const environment = "sets the environment that coding agents start their hooks in";

/** What hosts load by themselves; `.env.example` and the like are read by nobody. */
const environmentFiles = ["", ".development", ".production", ".test"].flatMap((stage) => [
  `.env${stage}`,
  `.env${stage}.local`,
]);

const lefthook = ["lefthook", ".lefthook", "lefthook-local"].flatMap((name) =>
  ["yml", "yaml", "toml", "json"].map((ending) => `${name}.${ending}`),
);

const simpleHooks = [".simple-git-hooks", "simple-git-hooks"].flatMap((name) =>
  ["json", "js", "cjs"].map((ending) => `${name}.${ending}`),
);

/** Ours and everybody's, together with what each host names. */
export function controlNames(hosts: readonly HostControlNames[]): ControlNames {
  const because = (why: string, paths: readonly string[]) => paths.map((path) => ({ path, why }));
  return {
    inRoot: [
      ...namesInRoot,
      ...hosts.flatMap((host) => [...because(agentSettings, host.inRoot), ...because(servers, host.serversInRoot)]),
    ],
    inHome: [...namesInHome, ...hosts.flatMap(({ inHome }) => because(agentSettings, inHome))],
    atTop: [...namesAtTop, ...hosts.flatMap(({ atTop }) => because(agentSettings, atTop))],
    notesInHome: hosts.flatMap(({ notesInHome }) => notesInHome),
  };
}

/** At any depth inside a root; each stands for itself and everything below. */
const namesInRoot: readonly ControlName[] = [
  { path: ".orchestration", why: "is the gate's own folder" },
  { path: ".system", why: "holds event hooks, abilities and knowledge" },
  { path: "agent.md", why: "is the shared brain; agents add to it through record_lesson" },
  { path: ".intentignore", why: "narrows what agents may change" },
  { path: ".git", why: "is git's own folder, where hooks and settings that run code live" },
  { path: "git~1", why: "is a short name of .git" },
  { path: ".mcp.json", why: servers },
  { path: ".envrc", why: "runs when a shell enters the folder" },
  ...environmentFiles.map((path) => ({ path, why: environment })),
  { path: "bunfig.toml", why: preload },
  { path: ".npmrc", why: sources },
  { path: ".agents/plugins", why: agentSettings },
  // Of agents and editors that no host file of ours speaks for.
  ...[
    ".windsurf",
    ".roo",
    ".zed",
    ".continue",
    ".kiro",
    ".trae",
    ".amp",
    ".factory",
    ".augment",
    ".aider.conf.yml",
    "crush.json",
    ".crush.json",
    ".roomodes",
    ".kilocode",
    ".kilocodemodes",
    ".amazonq",
    ".junie",
    ".goose",
    ".fleet",
  ].map((path) => ({
    path,
    why: agentSettings,
  })),
  { path: "mcp.json", why: servers },
  ...[
    ".yarnrc",
    ".yarnrc.yml",
    ".yarn/releases",
    ".yarn/plugins",
    ".pnpmfile.cjs",
    ".pnpmfile.mjs",
    ".tool-versions",
    ".cargo/config",
    ".cargo/config.toml",
    "rust-toolchain",
    "rust-toolchain.toml",
  ].map((path) => ({ path, why: sources })),
  ...[".idea", ".exrc", ".nvimrc", ".nvim.lua", ".dir-locals.el", ".dir-locals-2.el", ".gdbinit", ".lldbinit"].map(
    (path) => ({ path, why: opened }),
  ),
  ...[".hg/hgrc", ".hg/hgrc-not-shared", ".jj/repo/config.toml", ".jj/workspace-config.toml"].map((path) => ({
    path,
    why: versions,
  })),
  ...[".devcontainer", ".devcontainer.json", ".gitpod.yml"].map((path) => ({
    path,
    why: "runs code when the folder is opened in a container",
  })),
  ...[".husky", ".githooks", ".pre-commit-config.yaml", ".overcommit.yml", ...lefthook, ...simpleHooks].map((path) => ({
    path,
    why: "runs code when somebody commits",
  })),
  ...["mise.toml", ".mise.toml", ".mise"].map((path) => ({
    path,
    why: "runs when a shell enters the folder",
  })),
  { path: ".vscode/settings.json", why: "holds the editor's settings" },
  { path: ".vscode/tasks.json", why: "holds commands the editor runs" },
  { path: ".vscode/mcp.json", why: servers },
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

const editors = ["code", "code - insiders", "vscodium"];
const editorHomes = [".config", "library/application support", "appdata/roaming"];

/** Relative to the home folder. */
const namesInHome: readonly ControlName[] = [
  ...[
    ".mcp.json",
    ".agents/plugins",
    ".vscode-server/data/machine",
    ".vscode-server/data/user",
    ...editorHomes.flatMap((folder) => editors.map((editor) => `${folder}/${editor}/user`)),
  ].map((path) => ({ path, why: agentSettings })),
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
  ...[".npmrc", ".yarnrc", ".yarnrc.yml", ".cargo/config", ".cargo/config.toml", ".tool-versions"].map((path) => ({
    path,
    why: sources,
  })),
  ...[".exrc", ".gdbinit", ".lldbinit"].map((path) => ({ path, why: opened })),
  ...[".gitconfig", ".config/git"].map((path) => ({ path, why: "holds git settings that run code" })),
  { path: ".hgrc", why: versions },
  ...[".ssh/authorized_keys", ".ssh/authorized_keys2", ".ssh/config", ".ssh/rc", ".ssh/environment"].map((path) => ({
    path,
    why: "decides who may log in and what then runs",
  })),
];

/** From the top of the file system. */
const namesAtTop: readonly ControlName[] = [
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
];
