import { describe, expect, it } from "vitest";
import { decoded, named, recorded } from "../../../../test/support/hosts/recorded-payloads.ts";
import type { InstallFile, InstallMode, InstallSettings } from "../host/install.ts";
import { hosts } from "../hosts/hosts.ts";
import { addTo, removeFrom, switchedOff } from "./edit-file.ts";

const settings: InstallSettings = {
  command: "'/home/dev/.local/state/intentgate/hook'",
  windows: null,
  mcp: { command: "intentgate", args: ["mcp"], env: {} },
  runScript: null,
};
const modes: InstallMode[] = ["personal", "team"];

function fileOf(host: string, path: string, mode: InstallMode = "personal"): InstallFile {
  const file = named(host)
    .install.files(mode)
    .find((one) => one.path === path);
  if (!file) throw new Error(`${host} has no ${path}`);
  return file;
}

function added(file: InstallFile, text: string | null, given = settings): string {
  const result = addTo(file, text, given);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}

function removed(file: InstallFile, text: string): string | null {
  const result = removeFrom(file, text);
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.value;
}

const files = hosts.flatMap((host) =>
  modes.flatMap((mode) => host.install.files(mode).map((file) => [`${host.name} ${mode} ${file.path}`, file] as const)),
);
const claude = fileOf("claude-code", ".claude/settings.local.json");

describe("the files of a host", () => {
  it.each(files)("%s: begun, the same when added again, and gone when removed", (_name, file) => {
    const text = added(file, null);
    expect(added(file, text)).toBe(text);
    expect(removed(file, text)).toBeNull();
  });

  it.each(files)("%s: what an older version wrote is replaced", (_name, file) => {
    const older = added(file, null, {
      ...settings,
      command: "/old/intentgate",
      windows: "old",
      mcp: { command: "old", args: [], env: { A: "" } },
    });
    expect(added(file, older)).toBe(added(file, null));
  });

  it.each(files)("%s: stays as it is where nothing is ours", (_name, file) => {
    for (const text of ["", "{}", '{"hooks": {"PreToolUse": []}}\n', "# nothing\n"]) {
      const result = removeFrom(file, text);
      if (result.ok) expect(result.value).toBe(text);
    }
  });

  it.each(files)("%s: refuses a command that could not be found again", (_name, file) => {
    expect(addTo(file, null, { ...settings, command: "gate" }).ok).toBe(false);
  });

  it("are kept out of the history when they are personal, and lie where nobody else's do", () => {
    for (const host of hosts) {
      expect(host.install.files("personal").every(({ keepOut }) => keepOut)).toBe(true);
      expect(host.install.files("team").some(({ keepOut }) => keepOut)).toBe(false);
      const paths = host.install.files("team").map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths.filter((path) => path.startsWith("/") || path.includes(".."))).toEqual([]);
    }
  });

  it("give hosts that share one the same bytes in it", () => {
    const [one, other] = ["claude-code", "copilot-cli"].map((host) => added(fileOf(host, ".mcp.json"), null));
    expect(one).toBe(other);
  });

  it("tell what a person still has to do", () => {
    for (const host of hosts.filter(({ name }) => name !== "generic")) {
      expect(host.install.trustSteps("personal").length).toBeGreaterThan(0);
      expect(host.install.programs.length).toBeGreaterThan(0);
    }
  });
});

describe("what is written", () => {
  const parsed = (host: string, path: string, mode: InstallMode = "personal") =>
    JSON.parse(added(fileOf(host, path, mode), null));

  it("shuts Claude Code's gate where it would otherwise stay open", () => {
    const { hooks, permissions, enabledMcpjsonServers } = parsed("claude-code", ".claude/settings.local.json");
    expect(hooks.PreToolUse).toEqual([
      {
        matcher: "*",
        hooks: [
          {
            type: "command",
            command: "'/home/dev/.local/state/intentgate/hook' claude-code PreToolUse",
            timeout: 600,
            onFailure: "block",
          },
        ],
      },
    ]);
    expect(hooks.UserPromptSubmit[0].hooks[0].onFailure).toBe("block");
    expect(hooks.Stop[0].hooks[0].onFailure).toBeUndefined();
    expect([permissions, enabledMcpjsonServers]).toEqual([{ allow: ["mcp__intentgate"] }, ["intentgate"]]);
  });

  it.each([
    ["claude-code", ".claude/settings.json", "team"],
    ["codex", ".codex/hooks.json", "personal"],
    ["gemini-cli", ".gemini/settings.json", "personal"],
    ["copilot-cli", ".github/hooks/intentgate.json", "personal"],
    ["qwen-code", ".qwen/settings.json", "personal"],
  ] as const)("hooks every event of %s that we hear, and no other", (name, path, mode) => {
    const { hooks } = parsed(name, path, mode);
    const heard = recorded.filter(
      (one) => one.door.name === name && one.host === name && decoded(one).kind !== "ignored",
    );
    expect(Object.keys(hooks)).toEqual(expect.arrayContaining(heard.map(({ event }) => event)));
    for (const [event, groups] of Object.entries<unknown[]>(hooks)) {
      expect(groups).toHaveLength(1);
      expect(JSON.stringify(groups).replace(" || exit 2", "")).toContain(`/hook' ${name} ${event}"`);
      const read = named(name).decode(JSON.stringify({ hook_event_name: event }), event);
      expect(read.ok || read.problems[0]?.message.includes("no event")).toBe(false);
    }
  });

  it.each([
    ["codex", ".codex/hooks.json"],
    ["qwen-code", ".qwen/settings.json"],
  ])("has the shell of %s say no where the command itself is missing, before a call and nowhere else", (name, path) => {
    const { hooks } = parsed(name, path);
    const refusing = Object.keys(hooks).filter((event) => hooks[event][0].hooks[0].command.endsWith(" || exit 2"));
    expect(refusing).toEqual(["PreToolUse"]);
  });

  it("gives every host the longest time it was told", () => {
    expect(parsed("gemini-cli", ".gemini/settings.json").hooks.BeforeTool[0].hooks[0].timeout).toBe(600_000);
    expect(parsed("codex", ".codex/hooks.json").hooks.PreToolUse[0].hooks[0].timeout).toBe(600);
    expect(parsed("codex", ".codex/hooks.json").hooks.SessionEnd[0].hooks[0].timeout).toBe(3);
    expect(parsed("copilot-cli", ".github/hooks/intentgate.json").hooks.preToolUse[0].timeoutSec).toBe(600);
  });

  it("registers the MCP server", () => {
    const entry = { command: "intentgate", args: ["mcp"] };
    expect(parsed("claude-code", ".mcp.json")).toEqual({ mcpServers: { intentgate: { type: "stdio", ...entry } } });
    expect(parsed("gemini-cli", ".gemini/settings.json").mcpServers.intentgate).toEqual({ ...entry, trust: true });
    expect(parsed("opencode", ".opencode/opencode.json").mcp.intentgate.command).toEqual(["intentgate", "mcp"]);
    const toml = added(fileOf("codex", ".codex/config.toml"), null);
    expect(toml).toContain('[mcp_servers.intentgate]\ncommand = "intentgate"\nargs = ["mcp"]\n');
  });

  it("has the host start the MCP server without variables that are to be blank for it", () => {
    const env = { NODE_OPTIONS: "" };
    const blanked = { ...settings, mcp: { ...settings.mcp, env } };
    for (const [host, path] of [
      ["claude-code", ".mcp.json"],
      ["gemini-cli", ".gemini/settings.json"],
      ["qwen-code", ".qwen/settings.json"],
      ["cursor", ".cursor/mcp.json"],
    ] as const)
      expect(JSON.parse(added(fileOf(host, path), null, blanked)).mcpServers.intentgate.env, host).toEqual(env);
    const { mcp } = JSON.parse(added(fileOf("opencode", ".opencode/opencode.json"), null, blanked));
    expect(mcp.intentgate.environment).toEqual(env);
  });

  it("names the command for Windows where there is one", () => {
    const both = { ...settings, windows: "& intentgate.cmd hook" };
    const { hooks } = JSON.parse(added(fileOf("copilot-cli", ".github/hooks/intentgate.json"), null, both));
    expect(hooks.preToolUse[0].powershell).toBe("& intentgate.cmd hook copilot-cli preToolUse");
    expect(added(fileOf("codex", ".codex/hooks.json"), null, both)).toContain("intentgate.cmd hook codex PreToolUse");
  });
});

describe("beside what others wrote", () => {
  it("adds to it, and nothing else moves", () => {
    const before = `{
  // mine
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine" }] }, // first
    ],
  },
}
`;
    const after = added(claude, before);
    expect(after.startsWith(before.slice(0, before.indexOf(" // first") - 1))).toBe(true);
    expect(after.match(/intentgate\/hook' claude-code PreToolUse"/g)).toHaveLength(1);
    expect(removed(claude, after)).toBe(before);
  });

  it("takes only its own away when others wrote behind it", () => {
    const ours = added(claude, '{"a": 1}');
    const theirs = ours
      .replace(/\}$/, ', "b": {"c": [1, 2]}}')
      .replace('"PreToolUse": [', '"PreToolUse": [{"hooks": [{"command": "mine"}]}, ');
    expect(JSON.parse(removed(claude, theirs) ?? "")).toEqual({
      a: 1,
      hooks: { PreToolUse: [{ hooks: [{ command: "mine" }] }] },
      b: { c: [1, 2] },
    });
  });

  it("takes only its own away from a group that somebody else joined", () => {
    const ours = added(claude, null);
    const joined = ours.replace(
      '"onFailure": "block"}]}]',
      '"onFailure": "block"}, {"type": "command", "command": "mine"}]}]',
    );
    expect(joined).not.toBe(ours);
    const left = JSON.parse(removed(claude, joined) ?? "");
    expect(left.hooks).toEqual({ PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "mine" }] }] });
  });

  it("finds its own again after somebody formatted the file", () => {
    const formatted = `${JSON.stringify(JSON.parse(added(claude, '{"a": 1}')), null, 2)}\n`;
    expect(JSON.parse(removed(claude, formatted) ?? "")).toMatchObject({ a: 1 });
    expect(removed(claude, formatted)).not.toContain("intentgate");
  });

  it("leaves a hook alone that only sounds like ours", () => {
    const text = JSON.stringify({
      hooks: {
        PreToolUse: [
          { hooks: [{ type: "command", command: "echo intentgate" }] },
          { hooks: [{ type: "command", command: "other hook claude-code PreToolUse" }] },
          { hooks: [{ type: "http", url: "intentgate hook claude-code PreToolUse" }] },
          { hooks: "intentgate hook claude-code PreToolUse" },
          "intentgate hook claude-code PreToolUse",
        ],
        PostToolUse: [{ hooks: [{ type: "command", command: "intentgate hook claude-code PreToolUse" }] }],
      },
    });
    expect(removed(claude, text)).toBe(text);
  });

  it.each<[string, string]>([
    ["broken", "{"],
    ["something behind the end", "{} {}"],
    ["a list", "[]"],
    ["a number", "1"],
    ["only a comment", "// x\n"],
    ["a key twice", '{"hooks": {}, "hooks": {}}'],
    ["a key twice, spelled in two ways", '{"hooks": {}, "\\u0068ooks": {}}'],
    ["hooks that are a list", '{"hooks": []}'],
    ["hooks that are null", '{"hooks": null}'],
    ["an event that is an object", '{"hooks": {"PreToolUse": {}}}'],
    ["permissions that are text", '{"permissions": "all"}'],
    ["an open comment", '{"a": 1 /* }'],
    ["an open string", '{"a": "b}'],
    ["a string with a line break", '{"a": "b\n"}'],
    ["a bad number", '{"a": 01}'],
    ["a missing comma", '{"a": 1 "b": 2}'],
    ["two commas", '{"a": 1,, "b": 2}'],
    ["only a comma", "{,}"],
    ["far too deep", `{"a": ${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
  ])("does not touch a file with %s", (_what, text) => {
    expect(addTo(claude, text, settings)).toMatchObject({
      ok: false,
      problems: [{ code: "BAD_SETTINGS", file: ".claude/settings.local.json" }],
    });
  });

  it("says where in the file it is wrong", () => {
    const result = addTo(claude, '{\n  "hooks": [],\n}\n', settings);
    expect(result).toMatchObject({ problems: [{ line: 2, column: 12 }] });
  });

  it.each([
    "[mcp_servers.intentgate]\ncommand = 'x'\n",
    'mcp_servers = { intentgate = { command = "x" } }\n',
    '[mcp_servers]\nintentgate = { command = "x" }\n',
    '[ mcp_servers . "intentgate" ]\n',
  ])("does not say a second time in TOML what is there: %j", (text) => {
    expect(addTo(fileOf("codex", ".codex/config.toml"), text, settings).ok).toBe(false);
  });

  it("does not write over a file that is not ours", () => {
    const file = fileOf("opencode", ".opencode/plugins/intentgate.js");
    expect(addTo(file, "export const mine = 1\n", settings).ok).toBe(false);
    expect(removed(file, "export const mine = 1\n")).toBe("export const mine = 1\n");
  });

  it("says what keeps the hooks from running", () => {
    const gemini = fileOf("gemini-cli", ".gemini/settings.json");
    expect(switchedOff(gemini, '{"hooksConfig": {"enabled": false}}')).toEqual({
      ok: true,
      value: ["hooksConfig.enabled: it switches all hooks off"],
    });
    expect(switchedOff(gemini, '{"hooksConfig": {"enabled": true}}')).toEqual({ ok: true, value: [] });
    expect(switchedOff(claude, '{"disableAllHooks": true}')).toMatchObject({
      value: [expect.stringContaining("disableAllHooks")],
    });
    expect(switchedOff(claude, "{")).toMatchObject({ ok: false });
  });
});
