import { describe, expect, it } from "vitest";
import { aroundOf, type Texts } from "../../../../test/support/hosts/around-of.ts";
import { named } from "../../../../test/support/hosts/recorded-payloads.ts";
import { codexHash } from "../hosts/codex-trust.ts";
import { addTo } from "../install/edit-file.ts";
import { silencesOf } from "./silences.ts";

const root = "/home/dev/shop";
const places = { root, home: "/home/dev", ownFolder: "/home/dev/.own" };
const settings = {
  command: "'/home/dev/.local/state/intentgate/hook' --root '/home/dev/shop'",
  windows: null,
  mcp: { command: "intentgate", args: ["mcp"], env: {} },
  runScript: null,
};

const whys = (host: string, texts: Texts, startedIn?: string) =>
  silencesOf(named(host), aroundOf(places, texts, startedIn)).map(({ why }) => why);

/** What a host asks for before any hook runs. */
const trusted: Record<string, Texts> = {
  codex: { own: { "config.toml": `projects."${root}".trust_level = "trusted"\n` } },
  "gemini-cli": { own: { "trustedFolders.json": `{"${root}": "TRUST_FOLDER"}` } },
  "copilot-cli": { own: { "config.json": `{"trustedFolders": ["${root}"]}` } },
};
const withTrust = (host: string, { own, ...texts }: Texts): Texts => {
  const before = trusted[host]?.own ?? {};
  const both = Object.entries(own ?? {}).map(([path, text]) => [path, `${before[path] ?? ""}${text}`]);
  return { ...texts, own: { ...before, ...Object.fromEntries(both) } };
};

const managed = "/etc/claude-code/managed-settings.json";
const off = '{"disableAllHooks": true}';

describe("hooks that are switched off", () => {
  it.each<[string, Texts, RegExp]>([
    ["claude-code", { own: { "settings.json": off } }, /switches all hooks off/],
    ["claude-code", { root: { ".claude/settings.json": '{\n// no\n"disableAllHooks": true,}' } }, /all hooks off/],
    ["claude-code", { root: { ".claude/settings.json": '{"disableAllHooks": "true"}' } }, /all hooks off/],
    ["claude-code", { root: { ".claude/settings.json": '{"disableAllHooks": 1}' } }, /all hooks off/],
    ["claude-code", { root: { ".claude/settings.json": '{"disableAllHooks": null}' } }, /all hooks off/],
    ["claude-code", { root: { ".claude/settings.json": '{"env": ["CLAUDE_CODE_SIMPLE=1"]}' } }, /holds no names/],
    ["claude-code", { own: { "settings.json": '{"env": null}' } }, /holds no names/],
    ["gemini-cli", { root: { ".gemini/settings.json": '{"hooksConfig": {"enabled": "$OFF"}}' } }, /all hooks off/],
    ["gemini-cli", { own: { "settings.json": '{"hooksConfig": {"enabled": 0}}' } }, /all hooks off/],
    ["gemini-cli", { own: { "settings.json": '{"hooks": {"disabled": "intentgate"}}' } }, /our hooks/],
    ["copilot-cli", { own: { "settings.json": '{"disableAllHooks": "yes"}' } }, /all hooks off/],
    ["claude-code", { root: { ".claude/settings.local.json": '{"disableAll\\u0048ooks": true}' } }, /all hooks off/],
    ["claude-code", { at: { "/home/.claude/settings.json": off } }, /all hooks off/],
    ["claude-code", { at: { [managed]: off } }, /all hooks off/],
    ["claude-code", { at: { "/etc/claude-code/managed-settings.d/10-x.json": off } }, /all hooks off/],
    ["claude-code", { at: { [managed]: '{"allowManagedHooksOnly": true}' } }, /only an administrator's hooks/],
    ["claude-code", { at: { [managed]: '{"strictPluginOnlyCustomization": ["hooks"]}' } }, /only an administrator's/],
    ["gemini-cli", { own: { "settings.json": '{"hooksConfig": {"enabled": false}}' } }, /switches all hooks off/],
    ["gemini-cli", { root: { ".gemini/settings.json": '{"hooksConfig": {"disabled": ["intentgate"]}}' } }, /our hooks/],
    ["gemini-cli", { at: { "/etc/gemini-cli/settings.json": '{"hooksConfig": {"enabled": false}}' } }, /all hooks/],
    ["gemini-cli", { root: { ".gemini/settings.json": '{"tools": {"enableHooks": false}}' } }, /all hooks off/],
    ["gemini-cli", { own: { "settings.json": '{"hooks": {"disabled": ["x", "/a/intentgate/hook"]}}' } }, /our hooks/],
    ["copilot-cli", { root: { ".github/copilot/settings.json": off } }, /all hooks off/],
    ["copilot-cli", { root: { ".github/copilot/settings.local.json": off } }, /all hooks off/],
    ["copilot-cli", { own: { "settings.json": off } }, /all hooks off/],
    ["copilot-cli", { root: { ".claude/settings.json": off } }, /all hooks off/],
    ["copilot-cli", { at: { "/home/dev/.github/copilot/settings.json": off } }, /all hooks off/],
    ["qwen-code", { own: { "settings.json": off } }, /switches all hooks off/],
    ["qwen-code", { root: { ".qwen/settings.json": off } }, /switches all hooks off/],
    ["qwen-code", { at: { "/etc/qwen-code/settings.json": off } }, /switches all hooks off/],
    ["qwen-code", { at: { "/etc/qwen-code/system-defaults.json": off } }, /switches all hooks off/],
    ["qwen-code", { at: { "/.qwen/settings.json": off } }, /switches all hooks off/],
    ["cline", { own: { "data/settings/global-settings.json": '{"disabledPlugins": ["x/intentgate.ts"]}' } }, /plugin/],
  ])("of %s, by %j", (host, texts, why) => {
    expect(whys(host, withTrust(host, texts)).join("\n")).toMatch(why);
  });

  it.each<[string, string]>([
    ["a table", "[features]\nhooks = false\n"],
    ["a table with blanks and a remark", "  [ features ] # mine\n  hooks=false# no\n"],
    ["a dotted key", "features.hooks = false\n"],
    ["a quoted key", '[features]\n"hooks" = false\n'],
    ["quoted and dotted keys", "\"features\".'hooks' = false\n"],
    ["a key with an escape", '[features]\n"ho\\u006fks" = false\n'],
    ["an inline table", "features = { hooks = false }\n"],
    ["the older name", "[features]\ncodex_hooks = false\n"],
    ["a text", '[features]\nhooks = "false"\n'],
    ["a number", "[features]\nhooks = 0\n"],
    ["a table that says so in a text", '[features.hooks]\nenabled = "no"\n'],
    ["a table of its own", "[features.hooks]\nenabled = false\n"],
    ["a profile", "[profiles.fast.features]\nhooks = false\n"],
    ["a profile in a line", 'profiles."a b" = { features = { hooks = false } }\n'],
    ["a table after a text of many lines", 'x = """\n[features]\n"""\nfeatures.hooks = false\n'],
  ])("of Codex, spelled as %s, in every file that it reads", (_how, toml) => {
    const layers: Texts[] = [
      { root: { ".codex/config.toml": toml } },
      { own: { "work.config.toml": toml } },
      { at: { "/home/.codex/config.toml": toml } },
      { at: { "/etc/codex/config.toml": toml } },
      { at: { "/etc/codex/requirements.toml": toml } },
    ];
    for (const texts of layers)
      expect(whys("codex", withTrust("codex", texts)).join("\n"), JSON.stringify(texts)).toMatch(/all hooks off/);
    const own = { own: { "config.toml": `${toml}[projects."${root}"]\ntrust_level = "trusted"\n` } };
    expect(whys("codex", own).join("\n")).toMatch(/all hooks off/);
  });

  it("of Codex, by an administrator, or by an end that is set before the repository's top", () => {
    const requirements = { "/etc/codex/requirements.toml": "allow_managed_hooks_only = true" };
    expect(whys("codex", withTrust("codex", { at: requirements })).join("\n")).toMatch(/administrator's hooks/);
    const ends = { "config.toml": `project_root_markers = []\n${trusted.codex?.own?.["config.toml"]}` };
    expect(whys("codex", { own: ends }).join("\n")).toMatch(/does not look up/);
  });

  it("in a folder between the root and where the agent is started", () => {
    const texts = { root: { "apps/web/.codex/config.toml": "features.hooks = false" } };
    expect(whys("codex", withTrust("codex", texts))).toEqual([]);
    expect(whys("codex", withTrust("codex", texts), `${root}/apps/web/src`)).toHaveLength(1);
    expect(whys("codex", withTrust("codex", texts), `${root}/apps/api`)).toEqual([]);
  });

  it.each<[string, Texts]>([
    ["claude-code", {}],
    ["claude-code", { own: { "settings.json": '{"disableAllHooks": false}' } }],
    ["claude-code", { own: { "settings.json": "" } }],
    ["claude-code", { own: { "settings.json": '{"hooks": {"disableAllHooks": true}}' } }],
    ["claude-code", { root: { ".claude/settings.json": '{"allowManagedHooksOnly": true}' } }],
    ["claude-code", { root: { "apps/.claude/settings.json": off } }],
    ["claude-code", { root: { ".claude/other.json": off } }],
    ["claude-code", { at: { [managed]: '{"allowManagedHooksOnly": false}' } }],
    ["claude-code", { at: { "/home/eve/.claude/settings.json": off } }],
    ["gemini-cli", { root: { ".gemini/settings.json": '{"hooksConfig": {"disabled": ["other"]}}' } }],
    ["gemini-cli", { root: { ".gemini/settings.json": '{"hooksConfig": {"enabled": true}}' } }],
    ["gemini-cli", { root: { ".gemini/settings.json": '{"hooks": {"BeforeTool": []}}' } }],
    ["copilot-cli", { root: { ".github/hooks/other.json": off } }],
    ["qwen-code", {}],
    ["qwen-code", { root: { ".qwen/settings.json": '{"tools": {"disableAllHooks": true}}' } }],
    ["opencode", {}],
    ["opencode", { root: { "opencode.json": '{"plugin": []}' } }],
    ["cline", { own: { "data/settings/global-settings.json": '{"disabledPlugins": ["other"]}' } }],
    ["generic", {}],
    ...[
      "[features]\nhooks = true\n",
      "[features]\nweb_search = false\n",
      "[tools]\nhooks = false\n",
      "hooks = false\n",
      '# features.hooks = false\nx = "features.hooks = false"\n',
      'x = """\n[features]\nhooks = false\n"""\n',
      "[[features_]]\nhooks = false\n",
      "[profiles.fast]\nhooks = false\n",
      'project_root_markers = [".git", ".hg"]\n',
      "when = 2026-11-16T10:00:00Z\nbig = 9223372036854775807\n",
    ].map((toml): [string, Texts] => ["codex", { root: { ".codex/config.toml": toml } }]),
  ])("of %s are none in %j", (host, texts) => {
    expect(whys(host, withTrust(host, texts))).toEqual([]);
  });
});

describe("a file that cannot be read", () => {
  it.each<[string, Texts]>([
    ["claude-code", { own: { "settings.json": "{ broken" } }],
    ["claude-code", { root: { ".claude/settings.json": '{"env": {}, "env": {"HOME": "/x"}}' } }],
    ["claude-code", { at: { [managed]: null } }],
    ["codex", { root: { ".codex/config.toml": "[features\nhooks = false" } }],
    ["codex", { root: { ".codex/config.toml": "[features]\nhooks = true\n[features]\nhooks = false" } }],
    ["gemini-cli", { root: { ".gemini/settings.json": "{'hooksConfig': {}}" } }],
    ["qwen-code", { root: { ".qwen/settings.json": "[" } }],
    ["opencode", { root: { "opencode.jsonc": "plugin: []" } }],
    ["copilot-cli", { root: { ".github/copilot/settings.json": "nothing" } }],
    ["cursor", { root: { ".cursor/hooks.json": '{"version": 1' } }],
    ["gemini-cli", { at: { [`${root}/.env`]: null } }],
  ])("is told of %s: %j", (host, texts) => {
    expect(whys(host, withTrust(host, texts)).join("\n")).toMatch(/cannot be (?:read|looked into)/);
  });
});

describe("what settings set for the environment of our hook", () => {
  const found = (host: string, env: object, path = ".claude/settings.json") =>
    silencesOf(named(host), aroundOf(places, { root: { [path]: JSON.stringify({ env }) } })).map(
      ({ why, doubt, outlivesProof }) => [/and (?:nobody knows what )?(\S+) /.exec(why)?.[1], doubt, outlivesProof],
    );

  it.each([
    ...["PATH", "Path", "HOME", "BASH_ENV", "NODE_OPTIONS", "LD_PRELOAD", "XDG_STATE_HOME", "INTENTGATE_HOSTS"],
    ...["DYLD_INSERT_LIBRARIES", "PERL5OPT", "GIT_DIR", "TMPDIR"],
  ])("leads it astray: %s", (name) => {
    expect(found("claude-code", { [name]: "x" })).toEqual([[name, null, true]]);
    expect(found("qwen-code", { [name]: "x" }, ".qwen/settings.json")).toEqual([[name, null, true]]);
  });

  it.each([
    ...["CLAUDE_CODE_SHELL_PREFIX", "CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE", "CLAUDE_CODE_PERSONAL_HOOKS_OFF"],
    ...["CLAUDE_CODE_PLUGIN_DIRS", "CLAUDE_CONFIG_DIR", "DATABASE_URL", "anthropic_model", "NODE_ENV ", "SHELL", "A"],
  ])("may do anything to it where nobody knows the name: %s", (name) => {
    expect(found("claude-code", { [name]: "x" })[0]?.slice(1)).toEqual([`env ${name}`, false]);
  });

  it.each([
    ...["ANTHROPIC_MODEL", "ANTHROPIC_DEFAULT_OPUS_MODEL", "BASH_DEFAULT_TIMEOUT_MS", "MAX_THINKING_TOKENS", "LANG"],
    ...["LC_ALL", "TZ", "NODE_ENV", "HTTPS_PROXY", "NO_PROXY", "OTEL_METRICS_EXPORTER", "GIT_AUTHOR_NAME", "CI"],
    ...["CLAUDE_CODE_USE_BEDROCK", "DISABLE_TELEMETRY", "MCP_TIMEOUT", "AWS_REGION", "GIT_COMMITTER_EMAIL"],
  ])("does it no harm: %s", (name) => {
    expect(found("claude-code", { [name]: "x" })).toEqual([]);
  });

  it("is looked at in every file that has it, and each name is told", () => {
    const text = '{"env": {"CLAUDE_CODE_SIMPLE": "1", "PATH": "/x"}}';
    const layers: Texts[] = [
      { root: { ".claude/settings.json": text } },
      { root: { ".claude/settings.local.json": text } },
      { own: { "settings.json": text } },
      { at: { [managed]: text } },
      { at: { "/.claude/settings.json": text } },
    ];
    for (const texts of layers) expect(whys("claude-code", texts), JSON.stringify(texts)).toHaveLength(2);
    expect(whys("codex", withTrust("codex", { root: { ".codex/hooks.json": text } }))).toEqual([]);
  });

  it("of the person's own is not settled by a run that leaves it out", () => {
    const own = { "settings.json": '{"env": {"DATABASE_URL": "x"}}' };
    expect(silencesOf(named("claude-code"), aroundOf(places, { own }))).toMatchObject([{ outlivesProof: true }]);
  });

  it.each(['{"PATH": "/x"}', '{"hooks": {"env": {"PATH": "/x"}}}', "[1]", ""])("is nothing in %j", (text) => {
    expect(whys("claude-code", { root: { ".claude/settings.json": text } })).toEqual([]);
  });
});

describe("hooks in the person's own settings", () => {
  const own = (host: string, texts: Texts) =>
    silencesOf(named(host), aroundOf({ ...places, hooksIn: "user" }, texts)).map(({ why }) => why);

  it.each(["gemini-cli", "qwen-code", "copilot-cli", "codex", "claude-code"])(
    "of %s need no trust of a folder",
    (host) => {
      const on = { "settings.json": '{"security": {"folderTrust": {"enabled": true}}}' };
      expect(own(host, { own: host === "qwen-code" ? on : {} })).toEqual([]);
    },
  );

  it("are switched off like others", () => {
    expect(own("claude-code", { root: { ".claude/settings.json": off } })).toHaveLength(1);
    expect(own("codex", { root: { ".codex/config.toml": "features.hooks = false" } })).toHaveLength(1);
  });

  it("of Codex need the trust of their own bytes, by their own place", () => {
    const file = named("codex").install.files("personal")[0];
    const written = file ? addTo(file, null, { ...settings, command: "'/x/intentgate/hook' --user" }) : null;
    const hooks = written?.ok ? written.value : "";
    const group = JSON.parse(hooks).hooks.PreToolUse[0];
    const hash = codexHash("PreToolUse", group, group.hooks[0]);
    const trust = (at: string) => `[hooks.state."${at}/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "${hash}"\n`;
    expect(own("codex", { own: { "hooks.json": hooks } }).join()).toMatch(/nobody has trusted/);
    expect(own("codex", { own: { "hooks.json": hooks, "config.toml": trust(places.ownFolder) } })).toEqual([]);
    expect(own("codex", { own: { "hooks.json": hooks, "config.toml": trust(`${root}/.codex`) } })).toHaveLength(1);
  });
});

describe("a folder", () => {
  const gemini = (rules: object, more: Record<string, string> = {}) =>
    whys("gemini-cli", { own: { "trustedFolders.json": JSON.stringify(rules), ...more } }).length === 0;

  it.each<[object, boolean]>([
    [{ [root]: "TRUST_FOLDER" }, true],
    [{ "/home/dev": "TRUST_FOLDER" }, true],
    [{ "/": "TRUST_FOLDER" }, true],
    [{ "/home/dev/shop/app": "TRUST_PARENT" }, true],
    [{}, false],
    [{ "/home/dev/sho": "TRUST_FOLDER" }, false],
    [{ "/home/dev/shop/app": "TRUST_FOLDER" }, false],
    [{ [root]: "DO_NOT_TRUST" }, false],
    [{ "/home": "TRUST_FOLDER", [root]: "DO_NOT_TRUST" }, false],
    [{ "/home": "DO_NOT_TRUST", "/home/dev": "TRUST_FOLDER" }, true],
    [[root], false],
  ])("under the rules %j is trusted by Gemini CLI: %s", (rules, isTrusted) => {
    expect(gemini(rules)).toBe(isTrusted);
  });

  it("needs no trust where trust is switched off, and where it is off by default", () => {
    expect(gemini({}, { "settings.json": '{"security":{"folderTrust":{"enabled":false}}}' })).toBe(true);
    const on = { "settings.json": '{"security":{"folderTrust":{"enabled":true}}}' };
    expect([whys("qwen-code", {}).length, whys("qwen-code", { own: on }).length]).toEqual([0, 1]);
  });

  it.each<[string, boolean]>([
    [`{"trustedFolders": ["${root}"]}`, true],
    [`// managed\n{"trusted_folders": ["/x", "/home/dev"]}`, true],
    ['{"trustedFolders": []}', false],
    ['{"trustedFolders": "/home/dev/shop"}', true],
    ['{"trustedFolders": ["/home/dev/shopping", 7]}', false],
    ["", false],
    ["broken", false],
  ])("in a config of Copilot CLI that reads %j is trusted: %s", (text, isTrusted) => {
    expect(whys("copilot-cli", { own: { "config.json": text } }).length === 0).toBe(isTrusted);
  });
});

describe("the hooks of Codex", () => {
  const file = named("codex").install.files("personal")[0];
  const written = file ? addTo(file, null, settings) : null;
  const hooks = written?.ok ? written.value : "";
  const group = JSON.parse(hooks).hooks.PreToolUse[0];
  const hash = codexHash("PreToolUse", group, group.hooks[0]);
  const key = `${root}/.codex/hooks.json:pre_tool_use:0:0`;
  const project = `[projects."${root}"]\ntrust_level = "trusted"\n`;
  const trust = (of: string) => `[hooks.state."${key}"]\ntrusted_hash = "${of}"\n`;
  const silences = (config: string, text = hooks) =>
    whys("codex", { root: { ".codex/hooks.json": text }, own: { "config.toml": config } });

  it("run in a trusted project once their bytes are trusted", () => {
    expect(silences(`model = "x"\n\n${project}\n${trust(hash)}`)).toEqual([]);
    expect(silences(`[projects.'/home/dev']\ntrust_level = 'trusted'\r\n${trust(hash)}`)).toEqual([]);
  });

  it("are hashed as Codex 0.166 hashes them", () => {
    const handler = {
      type: "command",
      command: `${settings.command} codex PreToolUse`,
      timeout: 600,
    };
    expect(codexHash("PreToolUse", { matcher: ".*", hooks: [handler] }, handler)).toBe(
      "sha256:0a16b0c34eb139b160a89824ebbcbe8034f4bd505f852ec5b3fda7f78629ae30",
    );
  });

  it.each<[string, string, RegExp]>([
    ["nobody trusted anything", "", /project is not trusted/],
    ["only the project is trusted", project, /nobody has trusted the hook/],
    ["another folder is trusted", `[projects."/home/dev/sho"]\ntrust_level = "trusted"\n${trust(hash)}`, /project/],
    ["the project is distrusted", `[projects."${root}"]\ntrust_level = "untrusted"\n${trust(hash)}`, /project/],
    ["other bytes are trusted", `${project}${trust("sha256:00")}`, /was changed since/],
    ["another file is trusted", `${project}${trust(hash).replace("/shop/", "/other/")}`, /nobody has trusted/],
    ["it is switched off", `${project}${trust(hash)}enabled = false\n`, /switched off/],
    ["the trust is a comment", `${project}# ${trust(hash).replace("\n", "\n# ")}`, /nobody has trusted/],
  ])("do not run where %s", (_what, config, why) => {
    expect(silences(config).join("\n")).toMatch(why);
  });

  it("lose their trust with every change of command, matcher or time", () => {
    const config = `${project}${trust(hash)}`;
    for (const [from, to] of [
      ["codex PreToolUse", "codex  PreToolUse"],
      ['"matcher": ".*"', '"matcher": "Bash"'],
      ['"timeout": 600}]}],', '"timeout": 60}]}],'],
    ] as const) {
      const changed = hooks.replace(from, to);
      expect(changed).not.toBe(hooks);
      const isOurs = !to.includes("  ");
      expect(silences(config, changed).length, to).toBe(isOurs ? 1 : 0);
    }
  });
});
