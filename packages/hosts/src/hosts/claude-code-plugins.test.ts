import { expect, it } from "vitest";
import { aroundOf, type Texts } from "../../../../test/support/hosts/around-of.ts";
import { claudePlugins } from "./claude-code-plugins.ts";

const root = "/home/dev/shop";
const places = { root, home: "/home/dev", ownFolder: "/home/dev/.claude" };
const words = (texts: Texts, startedIn?: string) =>
  claudePlugins(aroundOf(places, texts, startedIn)).map(({ doubt }) => doubt);
const manifest = '{"name": "x", "version": "1.0.0"}';
const on = (...ids: string[]) => JSON.stringify({ enabledPlugins: Object.fromEntries(ids.map((id) => [id, true])) });
const installed = (path: string) =>
  JSON.stringify({ version: 2, plugins: { "a@m": [{ scope: "user", installPath: path }] } });

it.each<[string, Texts, string[]]>([
  ["switched on by the person", { own: { "settings.json": on("a@m") } }, ["plugin a@m"]],
  [
    "switched on by the repository",
    { root: { ".claude/settings.json": on("a@m", "b@m") } },
    ["plugin a@m", "plugin b@m"],
  ],
  ["switched on locally", { root: { ".claude/settings.local.json": on("a@m") } }, ["plugin a@m"]],
  ["switched on above", { at: { "/home/.claude/settings.json": on("a@m") } }, ["plugin a@m"]],
  ["on for a version", { own: { "settings.json": '{"enabledPlugins": {"a@m": ["^1.0"]}}' } }, ["plugin a@m"]],
  [
    "installed with programs as hooks",
    {
      own: { "settings.json": on("a@m"), "plugins/installed_plugins.json": installed("/p/a") },
      at: { "/p/a/hooks/hooks.json": "{}" },
    },
    ["plugin a@m"],
  ],
  [
    "installed with hooks in its manifest",
    {
      own: { "settings.json": on("a@m"), "plugins/installed_plugins.json": installed("/p/a") },
      at: { "/p/a/.claude-plugin/plugin.json": '{"name": "a", "hooks": "./x.json"}' },
    },
    ["plugin a@m"],
  ],
  [
    "among the skills of the repository",
    { root: { ".claude/skills/s/.claude-plugin/plugin.json": manifest, ".claude/skills/s/hooks/hooks.json": "{}" } },
    ["plugin s@skills-dir"],
  ],
  [
    "among the person's skills",
    { own: { "skills/s/.claude-plugin/plugin.json": manifest, "skills/s/hooks/mod.ts": "" } },
    ["plugin s@skills-dir"],
  ],
  [
    "in a folder of plugins of the repository",
    { root: { ".claude/plugins/p/.claude-plugin/plugin.json": manifest, ".claude/plugins/p/hooks/mod.ts": "" } },
    ["plugin p@plugins-dir"],
  ],
  ["that Claude wrote", { own: { "dev-mods/s1/m/hooks/hooks.json": "{}" } }, ["plugin m@dev-mods"]],
])("a plugin %s is doubted", (_what, texts, found) => {
  expect(words(texts)).toEqual(found);
});

it.each<[string, Texts]>([
  ["no plugin at all", {}],
  ["one that is switched off", { own: { "settings.json": '{"enabledPlugins": {"a@m": false}}' } }],
  [
    "one without hooks",
    {
      own: { "settings.json": on("a@m"), "plugins/installed_plugins.json": installed("/p/a") },
      at: { "/p/a/.claude-plugin/plugin.json": manifest, "/p/a/commands/x.md": "" },
    },
  ],
  ["a skill that is no plugin", { root: { ".claude/skills/s/SKILL.md": "", ".claude/skills/s/hooks/x": "" } }],
  ["a plugin of skills alone", { root: { ".claude/skills/s/.claude-plugin/plugin.json": manifest } }],
  ["one below where the agent is started", { root: { "apps/.claude/settings.json": on("a@m") } }],
  ["a file of the same name elsewhere", { root: { "skills/s/.claude-plugin/plugin.json": manifest } }],
  ["settings that are no object", { own: { "settings.json": '{"enabledPlugins": ["a@m"]}' } }],
  ["marketplaces alone", { own: { "settings.json": '{"extraKnownMarketplaces": {"m": {}}}' } }],
])("%s is not", (_what, texts) => {
  expect(words(texts)).toEqual([]);
});

it("is told once, and in the folder where the agent is started", () => {
  expect(words({ own: { "settings.json": on("a@m") }, root: { ".claude/settings.json": on("a@m") } })).toHaveLength(1);
  expect(words({ root: { "apps/.claude/settings.json": on("a@m") } }, `${root}/apps/web`)).toEqual(["plugin a@m"]);
});
