/** The gate in a person's own settings: written when they say so, held everywhere, and taken away without a trace. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { atTerminal, put, type Scene } from "./scene.ts";
import { bare, done, json, refused } from "./steps.ts";

const everyHost = ["claude-code", "codex", "gemini-cli", "copilot-cli", "opencode", "qwen-code", "cline", "cursor"];
const allHosts = everyHost.flatMap((host) => ["--host", host]);
const homeOf = (scene: Scene) => scene.env.HOME as string;

/** What people have in their own settings. */
const own: Record<string, string> = {
  ".claude/settings.json": '{\r\n\t// mine\r\n\t"model": "opus", /* keep */\r\n\t"hooks": { "PreToolUse": [ ] },\r\n}',
  ".claude.json": '{"numStartups":7,"mcpServers":{"notes":{"command":"n"}}}',
  ".codex/config.toml": 'model = "gpt-5.5"\r\n[tui]\r\nnotifications = true',
  ".gemini/settings.json": '\uFEFF{\n  "theme": "ä"\n}\n\n\n',
  ".copilot/mcp-config.json": '{"mcpServers": {}}',
  ".qwen/settings.json": "{}",
};

function treeOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    if (path.startsWith(".local")) return [];
    return [[path, entry.isFile() ? readFileSync(join(folder, path), "latin1") : "(folder)"] as const];
  });
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function sceneWith(files: Record<string, string>): Scene {
  const scene = bare({});
  mkdirSync(homeOf(scene), { recursive: true });
  for (const [path, text] of Object.entries(files)) put(homeOf(scene), path, text);
  return scene;
}

const uninit = (scene: Scene, ...words: string[]) => atTerminal(scene, ["uninit", "--yes", ...words]).done;

describe("init --user", () => {
  it("writes for every host, twice is once, and the last uninit leaves no byte behind", async () => {
    const scene = sceneWith(own);
    const before = treeOf(homeOf(scene));
    await done(scene, "init", "--yes", "--user", ...allHosts);
    const written = treeOf(homeOf(scene));
    const named = Object.entries(written).flatMap(([path, text]) => (text.includes("intentgate") ? [path] : []));
    expect(named).toEqual([
      ...[".claude.json", ".claude/settings.json", ".cline/plugins/intentgate.ts"],
      ...[".codex/config.toml", ".codex/hooks.json", ".config/opencode/opencode.json"],
      ...[".config/opencode/plugins/intentgate.js", ".copilot/hooks/intentgate.json", ".copilot/mcp-config.json"],
      ...[
        ".cursor/hooks.json",
        ".cursor/mcp.json",
        ".gemini/policies/intentgate.toml",
        ".gemini/settings.json",
        ".qwen/settings.json",
      ],
    ]);
    for (const path of named) expect(written[path]).not.toContain(scene.repo);
    expect(written[".claude/settings.json"]).toContain("--user claude-code PreToolUse");
    expect(written[".claude/settings.json"]).not.toContain("enabledMcpjsonServers");
    await done(scene, "init", "--yes", "--user", ...allHosts);
    expect(treeOf(homeOf(scene))).toEqual(written);
    expect((await uninit(scene)).code).toBe(0);
    expect(treeOf(homeOf(scene))).toEqual(written);
    expect((await uninit(scene, "--forget")).code).toBe(0);
    expect(treeOf(homeOf(scene))).toEqual(before);
  });

  it("is taken out by its own flag too, and out of files that were changed since only as far as it is ours", async () => {
    const scene = sceneWith(own);
    await done(scene, "init", "--yes", "--user", "--host", "claude-code");
    const file = join(homeOf(scene), ".claude.json");
    const changed = readFileSync(file, "utf8").replace('"numStartups":7', '"numStartups":8');
    put(homeOf(scene), ".claude.json", changed);
    expect((await uninit(scene, "--user")).code).toBe(0);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ numStartups: 8, mcpServers: { notes: { command: "n" } } });
    expect(treeOf(homeOf(scene))[".claude/settings.json"]).toBe(own[".claude/settings.json"]);
  });

  it("follows the folder that a person has moved a host's settings to", async () => {
    const scene = sceneWith({});
    scene.env.CODEX_HOME = join(homeOf(scene), "elsewhere/codex");
    await done(scene, "init", "--yes", "--user", "--host", "codex");
    expect(existsSync(join(homeOf(scene), "elsewhere/codex/hooks.json"))).toBe(true);
    expect(existsSync(join(homeOf(scene), ".codex"))).toBe(false);
  });

  it("writes nothing in the home folder with --yes alone, and names the one command that does", async () => {
    const scene = sceneWith(own);
    const before = treeOf(homeOf(scene));
    const out = await done(scene, "init", "--yes", "--host", "claude-code");
    expect(out).toContain("intentgate init --user");
    expect(treeOf(homeOf(scene))).toEqual(before);
    expect(await json(scene, "init", "--yes", "--host", "claude-code")).toMatchObject({
      user_settings: { written: [], offered: ["~/.claude/settings.json", "~/.claude.json"] },
    });
  });

  it.each([
    ["yes", "", true],
    ["no", "n", false],
  ])("is asked about in a terminal, once: %s", async (_what, answer, isWritten) => {
    const scene = sceneWith({});
    const terminal = atTerminal(scene, ["init", "--host", "claude-code"]);
    await terminal.sees("Put the gate in front of them?");
    terminal.type("\n");
    await terminal.sees("(recommended)?");
    terminal.type(`${answer}\n`);
    expect((await terminal.done).code).toBe(0);
    expect(existsSync(join(homeOf(scene), ".claude/settings.json"))).toBe(isWritten);
  });

  it("is stopped by settings that cannot be edited only where it was asked for", async () => {
    const scene = sceneWith({ ".claude/settings.json": "{ broken" });
    await refused(scene, 1, "init", "--yes", "--user", "--host", "claude-code");
    expect(existsSync(join(scene.repo, ".orchestration"))).toBe(false);
    await done(scene, "init", "--yes", "--host", "claude-code");
    expect(treeOf(homeOf(scene))).toMatchObject({ ".claude/settings.json": "{ broken" });
  });
});
