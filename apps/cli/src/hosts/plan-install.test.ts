import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Host, hosts, type InstallMode } from "@intentgate/hosts";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/support/temp-folder.ts";
import { hookSettings } from "./hook-settings.ts";
import { type InstallPlan, planInstall } from "./plan-install.ts";

/** How an earlier version started the server, and nobody blanked anything for it. */
const former = { command: "/usr/bin/intentgate", args: ["mcp", "--root", "/r"], env: {} };

function place() {
  const root = tempFolder("plan");
  const now = (mode: InstallMode) => hookSettings(mode, { root, state: "/home/ann/.local/state/intentgate" });
  const plan = (names: string[], mode: InstallMode = "personal", settings = now): InstallPlan => {
    const chosen: Host[] = hosts.filter(({ name }) => names.includes(name));
    const made = planInstall({ root, mode, hosts: chosen, settings, known: [] });
    if (!made.ok) throw new Error(made.problems[0]?.message);
    return made.value;
  };
  const write = ({ files }: InstallPlan) => {
    for (const { path, after } of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), after ?? "");
    }
  };
  return { root, plan, write, before: (mode: InstallMode) => ({ ...now(mode), mcp: former }) };
}

const paths = ({ files }: InstallPlan) => files.map(({ path }) => path).sort();

describe("the server of personal settings", () => {
  it("is started through a script that no repository steers", () => {
    const { plan, write, root } = place();
    write(plan(["claude-code"]));
    const { intentgate } = JSON.parse(readFileSync(join(root, ".mcp.json"), "utf8")).mcpServers;
    const command = "/home/ann/.local/state/intentgate/mcp";
    expect(intentgate).toEqual({ type: "stdio", command, args: ["--root", root] });
  });

  it("is given the new command where an earlier version had written another, and nothing else is touched", () => {
    const { plan, write, before } = place();
    write(plan(["claude-code"], "personal", before));
    expect(paths(plan(["claude-code"]))).toEqual([".mcp.json"]);
    write(plan(["claude-code"]));
    expect(paths(plan(["claude-code"]))).toEqual([]);
  });
});

describe("hooks count as put there", () => {
  it("where the server is started as an earlier version wrote it: a reader of them gets none of its own", () => {
    const { plan, write, before } = place();
    write(plan(["claude-code"], "personal", before));
    expect(paths(plan(["copilot-cli"]))).toEqual([]);
  });

  it("by a team, also then", () => {
    const { plan, write, before } = place();
    write(plan(["gemini-cli"], "team", before));
    expect(plan(["gemini-cli"]).byTeam.map(({ name }) => name)).toEqual(["gemini-cli"]);
  });

  it.each([
    ["the hooks were changed", ".claude/settings.local.json", (text: string) => text.replace('"*"', '"Bash"')],
    ["the hooks are gone", ".claude/settings.local.json", () => '{"permissions": {"allow": ["mcp__intentgate"]}}'],
    ["the server is gone", ".mcp.json", () => "{}"],
    ["the file is broken", ".mcp.json", () => "{"],
  ])("but not where %s", (_what, path, change) => {
    const { root, plan, write } = place();
    write(plan(["claude-code"]));
    writeFileSync(join(root, path), change(readFileSync(join(root, path), "utf8")));
    if (change("") === "{") expect(() => plan(["copilot-cli"])).toThrow();
    else expect(paths(plan(["copilot-cli"]))).toContain(".github/hooks/intentgate.json");
  });
});

it("the server of a team is started by the host without what would run somebody else's code", () => {
  const { plan, write, root } = place();
  write(plan(["claude-code"], "team"));
  const { intentgate } = JSON.parse(readFileSync(join(root, ".mcp.json"), "utf8")).mcpServers;
  expect(intentgate).toMatchObject({ command: "intentgate", args: ["mcp"], env: { NODE_OPTIONS: "", LD_PRELOAD: "" } });
});
