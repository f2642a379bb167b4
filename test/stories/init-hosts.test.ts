import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { stagedHosts, stageOf } from "./host-stage.ts";
import { atTerminal, put, type Ran, run, type Scene, textOf } from "./scene.ts";
import { bare, done, fromAgent, json, refused } from "./steps.ts";

const everyHost = ["claude-code", "codex", "gemini-cli", "copilot-cli", "opencode", "qwen-code", "cline", "cursor"];
const allHosts = everyHost.flatMap((host) => ["--host", host]);

/** Every file below a folder with its bytes, machine state and git's own records aside. */
function treeOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1);
    const isOurs = path.startsWith(".orchestration") || (path.startsWith(".git/") && path !== ".git/info/exclude");
    if (isOurs || path === ".orchestration") return [];
    return [[path, entry.isFile() ? readFileSync(join(folder, path), "latin1") : "(folder)"] as const];
  });
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function uninit(scene: Scene, ...words: string[]): Promise<Ran> {
  return atTerminal(scene, ["uninit", "--yes", ...words]).done;
}

const launcherOf = (scene: Scene) => join(scene.env.XDG_STATE_HOME ?? "", "intentgate/hook");
const launchersOf = (scene: Scene) => ["hook", "mcp"].filter((name) => existsSync(join(launcherOf(scene), "..", name)));

/** What people have in their settings: comments, odd line ends, no last line break, hooks of their own. */
const odd: Record<string, string> = {
  ".claude/settings.local.json":
    '{\r\n\t// mine\r\n\t"model": "opus", /* keep */\r\n\t"hooks": { "PreToolUse": [ ] },\r\n}',
  ".claude/settings.json": "{ broken, and none of our business",
  ".codex/config.toml": 'model = "gpt-5.5"\r\n[tui]\r\nnotifications = true',
  ".codex/hooks.json": '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}',
  ".gemini/settings.json": '\uFEFF{\n  "theme": "ä"\n}\n\n\n',
  ".opencode/opencode.json": "{}",
  ".qwen/settings.json": '{\n    "mcpServers": {\n        "other": {}\n    }\n}\n',
  ".mcp.json": '{"mcpServers":{"notes":{"command":"n"}}}\n',
};

describe("init for hosts", () => {
  it("puts the gate in front of every host, twice is once, and uninit leaves no byte behind", async () => {
    const scene = bare(odd);
    put(scene.repo, ".git/info/exclude", "*.log");
    chmodSync(join(scene.repo, ".mcp.json"), 0o600);
    const before = treeOf(scene.repo);
    await done(scene, "init", "--yes", ...allHosts);
    const installed = treeOf(scene.repo);
    for (const path of Object.keys(odd).filter((one) => one !== ".claude/settings.json"))
      expect(installed[path], path).not.toBe(before[path]);
    expect(installed[".claude/settings.json"]).toBe(before[".claude/settings.json"]);
    expect(installed[".git/info/exclude"]).toContain("/.claude/settings.local.json\n");
    expect(statSync(join(scene.repo, ".mcp.json")).mode & 0o777).toBe(0o600);
    expect(await done(scene, "init", "--yes", ...allHosts)).toContain("as they should be already");
    expect(await done(scene, "init", "--host", "codex"), "nothing to ask about").toContain("as they should be already");
    expect(treeOf(scene.repo)).toEqual(installed);
    expect((await uninit(scene)).code).toBe(0);
    expect(treeOf(scene.repo)).toEqual(before);
    expect((await uninit(scene)).out).toContain("No settings of agents");
  });

  it("takes only its own entries out of files that were changed since", async () => {
    const scene = bare(odd);
    await done(scene, "init", "--yes", ...allHosts);
    const mcp = textOf(scene, ".mcp.json").replace('"notes"', '"memos"');
    writeFileSync(join(scene.repo, ".mcp.json"), mcp);
    put(
      scene.repo,
      ".claude/settings.local.json",
      textOf(scene, ".claude/settings.local.json").replace("opus", "sonnet"),
    );
    put(scene.repo, ".claude/agents/mine.md", "mine\n");
    put(scene.repo, ".cline/hooks/PreToolUse.sh", "#!/bin/sh\nexit 0\n");
    expect((await uninit(scene)).code).toBe(0);
    expect(textOf(scene, ".mcp.json")).toBe('{"mcpServers":{"memos":{"command":"n"}}}\n');
    expect(textOf(scene, ".claude/settings.local.json")).toBe(
      odd[".claude/settings.local.json"]?.replace("opus", "sonnet"),
    );
    expect(textOf(scene, ".cline/hooks/PreToolUse.sh"), "replaced by a person: no longer ours").toContain("exit 0");
    expect(existsSync(join(scene.repo, ".cline/hooks/PostToolUse.sh"))).toBe(false);
    expect(textOf(scene, ".claude/agents/mine.md")).toBe("mine\n");
  });

  it("finds its entries without a receipt too", async () => {
    const scene = bare({ ".mcp.json": '{"a": 1}\n' });
    const before = treeOf(scene.repo);
    await done(scene, "init", "--yes", "--host", "claude-code", "--host", "codex");
    rmSync(join(scene.env.XDG_STATE_HOME ?? "", "intentgate/roots"), { recursive: true });
    expect((await uninit(scene)).code).toBe(0);
    const left = treeOf(scene.repo);
    for (const folder of [".claude", ".codex"]) delete left[folder]; // nobody knows any more who made them
    expect(left).toEqual(before);
  });

  it.each([
    [
      "that does not parse",
      (repo: string) => put(repo, ".gemini/settings.json", '{\n  "a": [1,\n}'),
      /BAD_SETTINGS.*\.gemini\/settings\.json/,
    ],
    ["that is a link", (repo: string) => symlinkSync("/etc/hostname", join(repo, ".gemini")), /BAD_PATH.*is a link/],
    [
      "whose file is a link",
      (repo: string) => {
        mkdirSync(join(repo, ".gemini"));
        symlinkSync(join(repo, "package.json"), join(repo, ".gemini/settings.json"));
      },
      /BAD_PATH.*is a link/,
    ],
    ["that is a folder", (repo: string) => put(repo, ".gemini/settings.json/x", "x"), /BAD_PATH/],
    [
      "where another server has our name",
      (repo: string) => put(repo, ".codex/config.toml", "[mcp_servers.intentgate]\n"),
      /BAD_SETTINGS.*config\.toml/,
    ],
  ])("writes nothing at all because of one settings file %s", async (_what, prepare, said) => {
    const scene = bare({ "package.json": "{}" });
    prepare(scene.repo);
    const before = treeOf(scene.repo);
    expect(await refused(scene, 1, "init", "--yes", ...allHosts)).toMatch(said);
    expect(treeOf(scene.repo)).toEqual(before);
    expect(existsSync(join(scene.repo, ".orchestration"))).toBe(false);
    await done(scene, "init", "--yes", "--no-hosts");
    const list = ".git/info/exclude";
    expect({ ...treeOf(scene.repo), [list]: before[list] }).toEqual(before);
  });

  it("finds hosts by their programs and by their files, and INTENTGATE_HOSTS by name", async () => {
    const scene = bare({ "CLAUDE.md": "x\n" });
    put(scene.repo, "../bin/gemini", "#!/bin/sh\n");
    put(scene.repo, "../bin/codex", "not a program\n");
    chmodSync(join(scene.repo, "../bin/gemini"), 0o755);
    put(scene.env.HOME ?? "", ".qwen/settings.json", "{}");
    const env = { INTENTGATE_HOSTS: "", PATH: `${join(scene.repo, "../bin")}:${scene.env.PATH}` };
    const hostsOf = async (more: Record<string, string>) => {
      const ran = await run(scene, ["init", "--yes", "--json"], { env: more });
      return (JSON.parse(ran.out) as { hosts: { hosts: string[] } | null }).hosts?.hosts;
    };
    expect(await hostsOf(env)).toEqual(expect.arrayContaining(["claude-code", "gemini-cli", "qwen-code"]));
    expect(await hostsOf(env)).not.toContain("cline");
    expect(await hostsOf({ INTENTGATE_HOSTS: "opencode" })).toEqual(["opencode"]);
    expect(await hostsOf({ INTENTGATE_HOSTS: "none" })).toBeUndefined();
    expect(await refused(scene, 64, "init", "--yes", "--host", "emacs")).toContain("claude-code");
    expect(await refused(scene, 64, "init", "--yes", "--no-hosts", "--team")).toContain("excludes");
  });

  it("shows what it would change and asks, and a no leaves the settings alone", async () => {
    const scene = bare();
    expect(await refused(scene, 64, "init", "--host", "codex")).toContain(".codex/hooks.json");
    const terminal = atTerminal(scene, ["init", "--host", "codex"]);
    await terminal.sees(".codex/hooks.json");
    await terminal.sees("Put the gate in front of them?");
    terminal.type("n\n");
    expect((await terminal.done).code).toBe(0);
    expect(existsSync(join(scene.repo, ".codex"))).toBe(false);
    expect(existsSync(join(scene.repo, ".orchestration/policy.yaml"))).toBe(true);
  });

  it("writes for a team what names nobody's folders, once where two hosts read it, and explains itself when missing", async () => {
    const scene = bare();
    await done(scene, "init", "--yes", ...allHosts);
    await done(scene, "init", "--yes", "--team", ...allHosts);
    const files = treeOf(scene.repo);
    for (const [path, text] of Object.entries(files)) expect(text, path).not.toContain(scene.repo);
    expect(Object.keys(files)).not.toContain(".claude/settings.local.json");
    expect(Object.keys(files), "it reads those of Claude Code").not.toContain(".github/hooks/intentgate.json");
    expect(files[".git/info/exclude"]).not.toContain("claude");
    const again = treeOf(scene.repo);
    expect(await done(scene, "init", "--yes", "--host", "claude-code", "--host", "codex")).toContain("your team");
    expect(treeOf(scene.repo), "a plain init leaves what the team committed").toEqual(again);

    const settings = JSON.parse(files[".claude/settings.json"] ?? "") as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const shell = (event: string) => runShell(scene, settings.hooks[event]?.[0]?.hooks[0]?.command ?? "");
    expect(shell("PreToolUse")).toMatchObject({
      code: 2,
      err: expect.stringContaining("npm install -g intentgate"),
    });
    expect(shell("Stop").code, "an agent without the gate can stop").toBe(0);
  });

  it("leaves what a team committed for a host that reads another's settings, and says what that means", async () => {
    const own = ".github/hooks/intentgate.json";
    const teammate = bare();
    await done(teammate, "init", "--yes", "--team", "--host", "copilot-cli");
    const committed = textOf(teammate, own);
    const scene = bare();
    put(scene.repo, own, committed);
    expect(await done(scene, "init", "--yes", "--host", "claude-code")).toContain(`${own} is not of your own making`);
    expect(textOf(scene, own)).toBe(committed);
    // Older than this version: still the team's.
    const older = committed.replace("preToolUse", "preToolUseBefore");
    expect(older).not.toBe(committed);
    put(scene.repo, own, older);
    await done(scene, "init", "--yes", "--host", "claude-code");
    expect(textOf(scene, own)).toBe(older);
  });

  it("stands before two hosts once where both read the same settings, whichever came first", async () => {
    const own = ".github/hooks/intentgate.json";
    const first = bare();
    await done(first, "init", "--yes", "--host", "copilot-cli");
    expect(existsSync(join(first.repo, own))).toBe(true);
    await done(first, "init", "--yes", "--host", "claude-code");
    expect(existsSync(join(first.repo, own))).toBe(false);
    expect(textOf(first, ".mcp.json")).toContain("intentgate");
    const installed = treeOf(first.repo);
    await done(first, "init", "--yes", "--host", "copilot-cli");
    expect(treeOf(first.repo)).toEqual(installed);
    expect((await uninit(first)).code).toBe(0);
    expect(Object.keys(treeOf(first.repo)).filter((path) => /claude|github|mcp/.test(path))).toEqual([]);
  });

  it("needs a person to be taken out again, and forgets the root only when told to", async () => {
    const scene = bare();
    await done(scene, "init", "--yes", "--host", "claude-code");
    const installed = treeOf(scene.repo);
    await refused(scene, 2, "uninit", "--yes");
    expect((await fromAgent(scene, "uninit", "--yes")).out).toContain("started by an agent");
    expect(treeOf(scene.repo)).toEqual(installed);
    const asked = atTerminal(scene, ["uninit"]);
    await asked.sees("Take the gate out of these?");
    asked.type("n\n");
    expect((await asked.done).code).toBe(1);
    expect(treeOf(scene.repo)).toEqual(installed);
    expect((await uninit(scene)).code).toBe(0);
    expect(await json(scene, "status")).toMatchObject({ registered: true });
    expect(launchersOf(scene)).toEqual(["hook", "mcp"]);
    expect((await uninit(scene, "--forget")).code).toBe(0);
    expect(await json(scene, "status")).toMatchObject({ registered: false });
    expect(launchersOf(scene)).toEqual([]);
  });

  it("says where hooks are switched off", async () => {
    const scene = bare({ ".claude/settings.local.json": '{"disableAllHooks": true}\n' });
    expect(await done(scene, "init", "--yes", "--host", "claude-code")).toMatch(
      /disableAllHooks.*switches all hooks off/,
    );
  });
});

describe("the command that init writes", () => {
  const [claude] = stagedHosts;
  if (!claude) throw new Error("no hosts");

  it("gates the call, from any folder, and answers no when the program is gone or broken", async () => {
    const scene = bare();
    await done(scene, "init", "--yes", "--host", "claude-code");
    const settings = JSON.parse(textOf(scene, ".claude/settings.local.json")) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const command = (event: string) => settings.hooks[event]?.[0]?.hooks[0]?.command ?? "";
    const input = JSON.stringify(stageOf(claude, scene).write({ session: "s" }, "src/a.ts", "a\n", "c1").payload);
    const denied = runShell(scene, command("PreToolUse"), input, "/");
    expect(claude.noIn(denied)).toContain("INTENT_REQUIRED");
    const launcher = readFileSync(launcherOf(scene), "utf8");
    const killed = join(scene.repo, "../killed");
    writeFileSync(killed, "#!/bin/sh\nkill -9 $$\n", { mode: 0o755 });
    for (const broken of ["/no/such/program", "/bin/false", killed]) {
      const text = launcher.replace(/^(node|program)=.*$/gm, (_line, name) => `${name}='${broken}'`);
      expect(text.split(`='${broken}'`)).toHaveLength(3);
      // Nor does a gate that stays answer in its place.
      writeFileSync(launcherOf(scene), text.replace(/^gate=.*$/m, "gate=/nowhere"));
      expect(runShell(scene, command("PreToolUse"), input), broken).toMatchObject({ code: 2, out: "" });
      expect(runShell(scene, command("PostToolUse"), input).code, broken).toBe(0);
    }
    await done(scene, "init", "--yes", "--host", "claude-code");
    expect(readFileSync(launcherOf(scene), "utf8"), "a second init mends it").toBe(launcher);
  });
});

/** As a host that is gone afterwards, and on whose path there is no Intentgate. */
function runShell(scene: Scene, command: string, input = "{}", cwd = scene.repo): Ran {
  const program = `const { command, ...options } = JSON.parse(process.argv[1]);
    const ran = require("node:child_process").spawnSync("/bin/sh", ["-c", command], { ...options, encoding: "utf8" });
    process.stdout.write(JSON.stringify({ code: ran.status, out: ran.stdout, err: ran.stderr }));`;
  const env = { ...scene.env, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const given = JSON.stringify({ command, input, cwd, env });
  const { stdout } = spawnSync(process.execPath, ["-e", program, given], { encoding: "utf8" });
  return JSON.parse(stdout) as Ran;
}
