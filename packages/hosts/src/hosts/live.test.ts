import { describe, expect, it } from "vitest";
import { aroundOf, type Texts } from "../../../../test/support/hosts/around-of.ts";
import { hosts } from "./hosts.ts";

/** Those that can be tried. */
const liveHosts = hosts.flatMap(({ name, install, live }) => ("untried" in live ? [] : [{ name, install, ...live }]));

const places = { root: "/home/dev/shop", home: "/home/dev", ownFolder: "/home/dev/.own" };
const around = (texts: Texts) => aroundOf(places, texts);

/** What a person's own files may hold that must stay where it is. */
const secrets = {
  "settings.json": JSON.stringify({
    env: { ANTHROPIC_API_KEY: "SECRET", ANTHROPIC_BASE_URL: "https://SECRET" },
    apiKeyHelper: "SECRET",
    hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "SECRET" }] }] },
    security: { auth: { apiKey: "SECRET", selectedType: "SECRET" }, folderTrust: { enabled: false } },
    mcpServers: { SECRET: {} },
    disableAllHooks: true,
    hooksConfig: { enabled: false },
  }),
  "config.json": JSON.stringify({
    trustedFolders: ["/home/dev"],
    copilot_tokens: "SECRET",
    logged_in_users: ["SECRET"],
  }),
  "config.toml": [
    'model_provider = "SECRET"',
    "[model_providers.SECRET]",
    'base_url = "https://SECRET"',
    "[mcp_servers.SECRET]",
    'command = "SECRET"',
    "[[hooks.PreToolUse]]",
    'command = "SECRET"',
    '[hooks.state."/home/dev/shop/.codex/hooks.json:pre_tool_use:0:0"]',
    'trusted_hash = "sha256:00"',
    '[projects."/home/dev/shop"]',
    'trust_level = "trusted"',
    "[otel]",
    'exporter = "SECRET"',
  ].join("\n"),
  "auth.json": "SECRET",
  ".credentials.json": "SECRET",
};

describe.each(liveHosts.map((live) => [live.name, live] as const))("%s", (name, live) => {
  const stage = {
    ...around({ own: secrets }),
    url: "http://127.0.0.1:4242",
    prompt: "SCRIPT:canary",
    folder: "/run/x",
    denied: ["printf", "x"],
  };
  const start = live.start(stage);

  it("takes over no key, no server and no program of the person's", () => {
    expect(JSON.stringify(start)).not.toContain("SECRET");
  });

  it("is told of no server but the one on loopback", () => {
    const told = JSON.stringify(start).match(/https?:\/\/[^"\\]*/g) ?? [];
    expect(told.length).toBeGreaterThan(0);
    for (const address of told) expect(address).toMatch(/^http:\/\/127\.0\.0\.1:4242(?:\/|$)/);
  });

  it("keeps what it writes in the folder of the run", () => {
    expect(Object.values(start.env).some((value) => value.startsWith("/run/x"))).toBe(true);
    for (const path of Object.keys(start.files)) expect(path).not.toMatch(/^\/|\.\./);
  });

  it("asks for the canary by its whole path", () => {
    expect(JSON.stringify(live.asks("/home/dev/shop/.orchestration/c.txt"))).toContain(
      "/home/dev/shop/.orchestration/c.txt",
    );
    expect(live.install.programs.length, name).toBeGreaterThan(0);
  });
});

it("trusts for the run what was trusted in the person's own folder, by its place in the run", () => {
  const trust = '[hooks.state."/home/dev/.own/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "sha256:11"\n';
  expect(started("codex", { "config.toml": trust })).toContain("/f/codex/hooks.json:pre_tool_use:0:0");
});

it("says of every other host why it is not tried", () => {
  const others = hosts.flatMap(({ name, live }) => ("untried" in live ? [[name, live.untried]] : []));
  expect(others.map(([name]) => name)).toEqual(["qwen-code", "cline", "cursor", "generic"]);
  for (const [name, why = ""] of others) expect(why.length, name).toBeGreaterThan(10);
});

const started = (name: string, own: Record<string, string>) =>
  JSON.stringify(
    liveHosts
      .find((one) => one.name === name)
      ?.start({ ...around({ own }), url: "u", prompt: "p", folder: "/f", denied: null }).files,
  );

it.each([
  ["claude-code", { "settings.json": '{"disableAllHooks": true}' }, "disableAllHooks"],
  ["gemini-cli", { "settings.json": '{"hooksConfig": {"enabled": false}}' }, "hooksConfig"],
  ["gemini-cli", { "trustedFolders.json": '{"/home/dev/shop": "TRUST_FOLDER"}' }, "TRUST_FOLDER"],
  ["gemini-cli", { "settings.json": '{"security": {"folderTrust": {"enabled": false}}}' }, "folderTrust"],
  ["copilot-cli", { "config.json": '{"trusted_folders": ["/home/dev"]}' }, "/home/dev"],
  ["codex", { "config.toml": secrets["config.toml"] }, "sha256:00"],
  ["codex", {}, "untrusted"],
])("%s gets of %j what decides whether hooks run", (name, own, wanted) => {
  expect(started(name, own)).toContain(wanted);
});

it.each<[string, Record<string, string>, boolean]>([
  ["claude-code", {}, false],
  ["claude-code", { ".claude/settings.json": '{"env": {"FOO": "1"}}' }, false],
  ["claude-code", { ".claude/settings.json": '{"env": {"ANTHROPIC_BASE_URL": "https://x"}}' }, true],
  ["claude-code", { ".claude/settings.local.json": '{"env": {"https_proxy": "https://x"}}' }, true],
  ["claude-code", { ".claude/settings.local.json": '{"apiKeyHelper": "./key.sh"}' }, true],
  ["gemini-cli", {}, false],
  ["gemini-cli", { ".gemini/settings.json": '{"security": {"auth": {"selectedType": "oauth-personal"}}}' }, true],
  ["gemini-cli", { ".gemini/settings.json": '{"telemetry": {"enabled": true}}' }, true],
])("%s with %j in the repository would be led elsewhere: %s", (name, root, isLed) => {
  const live = liveHosts.find((one) => one.name === name);
  expect(live?.leadsElsewhere(around({ root })) !== null).toBe(isLed);
});
