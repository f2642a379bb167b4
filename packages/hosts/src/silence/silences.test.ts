import { describe, expect, it } from "vitest";
import { named } from "../../../../test/support/hosts/recorded-payloads.ts";
import type { Around } from "../host/around.ts";
import { codexHash } from "../hosts/codex-trust.ts";
import { addTo } from "../install/edit-file.ts";
import { tomlTables } from "../settings/toml-tables.ts";
import { silencesOf } from "./silences.ts";

const root = "/home/dev/shop";
const settings = {
  command: "'/home/dev/.local/state/intentgate/hook' --root '/home/dev/shop'",
  windows: null,
  mcp: { command: "intentgate", args: ["mcp"], env: {} },
};

interface Files {
  root?: Record<string, string>;
  own?: Record<string, string>;
  system?: Record<string, string>;
}

function around({ root: here = {}, own = {}, system = {} }: Files): Around {
  return {
    root,
    inRoot: (path) => here[path] ?? null,
    own: (path) => own[path] ?? null,
    system: (path) => system[path] ?? null,
  };
}

const whys = (host: string, files: Files) => silencesOf(named(host), around(files)).map(({ why }) => why);

describe("switches", () => {
  it.each<[string, Files, RegExp]>([
    ["claude-code", { own: { "settings.json": '{"disableAllHooks": true}' } }, /switches all hooks off/],
    ["claude-code", { root: { ".claude/settings.json": '{\n// no\n"disableAllHooks": true,}' } }, /all hooks off/],
    [
      "claude-code",
      { system: { "/etc/claude-code/managed-settings.json": '{"allowManagedHooksOnly": true}' } },
      /only an administrator's hooks/,
    ],
    ["gemini-cli", { own: { "settings.json": '{"hooksConfig": {"enabled": false}}' } }, /switches all hooks off/],
    ["gemini-cli", { root: { ".gemini/settings.json": '{"hooksConfig": {"disabled": ["intentgate"]}}' } }, /our hooks/],
    ["copilot-cli", { root: { ".github/copilot/settings.json": '{"disableAllHooks": true}' } }, /all hooks off/],
    ["qwen-code", { own: { "settings.json": '{"disableAllHooks": true}' } }, /switches all hooks off/],
    ["codex", { own: { "config.toml": "[features]\nhooks = false\n" } }, /features.hooks/],
    [
      "codex",
      { system: { "/etc/codex/requirements.toml": "allow_managed_hooks_only = true" } },
      /administrator's hooks/,
    ],
  ])("of %s in %j are found", (host, files, why) => {
    expect(whys(host, files).join("\n")).toMatch(why);
  });

  it.each<[string, Files]>([
    ["claude-code", {}],
    ["claude-code", { own: { "settings.json": '{"disableAllHooks": false}' } }],
    ["claude-code", { own: { "settings.json": '{"disableAllHooks": "true"}' } }],
    ["claude-code", { own: { "settings.json": "{ broken" } }],
    ["claude-code", { own: { "settings.json": '{"hooks": {"disableAllHooks": true}}' } }],
    ["qwen-code", {}],
    ["opencode", {}],
    ["generic", {}],
  ])("of %s in %j are none", (host, files) => {
    expect(whys(host, files)).toEqual([]);
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

it("finds the tables of a file by their headers", () => {
  const text = 'a = 1\n[b]\nx = "y"\n [ c . "d.e" ] # f\n[["g"]]\n[not one\n[h."i]\nj = [1]\n';
  expect(tomlTables(text).map(({ name, lines }) => [name.join("|"), lines.length])).toEqual([
    ["", 1],
    ["b", 2],
    ["c|d.e", 1],
    ["g", 5],
  ]);
});
