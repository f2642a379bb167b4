/** A host holds its own rules against the line that it is given: one that is about the line alone must still act, or not. */
import { join } from "node:path";
import type { CommandRules } from "@intentgate/gate";
import { hostNamed } from "@intentgate/hosts";
import { systemProgram } from "@intentgate/world";
import { describe, expect, it } from "vitest";
import { rewritingFor } from "../../packages/gate/src/host-door/hand-over.ts";
import type { HostDoor } from "../../packages/gate/src/host-door/host-door.ts";
import { aroundOf, type Texts } from "../support/hosts/around-of.ts";
import { workingGate } from "./gate-scene.ts";
import { stagedHosts, stageOf } from "./host-stage.ts";

interface Row {
  what: string;
  host: string;
  command: string;
  texts?(script: string): Texts;
  env?(script: string): Record<string, string>;
}

const bash = (value: unknown) => (): Texts => ({
  own: { "opencode.json": JSON.stringify({ permission: { bash: value } }) },
});
const claude =
  (...deny: string[]) =>
  (): Texts => ({
    root: { ".claude/settings.json": JSON.stringify({ permissions: { deny } }) },
  });
const open = 'sandbox_mode = "danger-full-access"\n';

const withheld: Row[] = [
  {
    what: "denies all but some",
    host: "opencode",
    command: "npm test",
    texts: bash({ "*": "deny", "npm test*": "allow" }),
  },
  {
    what: "asks about all but some",
    host: "opencode",
    command: "npm test",
    texts: bash({ "*": "ask", "npm *": "allow" }),
  },
  { what: "asks about whole paths", host: "opencode", command: "npm test", texts: bash({ "/*": "ask" }) },
  { what: "denies whole paths", host: "claude-code", command: "npm test", texts: claude("Bash(/*)") },
  {
    what: "denies what reads a script of that name",
    host: "claude-code",
    command: "npm test",
    texts: claude("Read(//**/ig-run)"),
  },
  {
    what: "denies the program that follows to a folder",
    host: "claude-code",
    command: "cd src && npm test",
    texts: claude(`Bash(${systemProgram("cat")}:*)`),
  },
  {
    what: "denies how the line goes to a folder",
    host: "claude-code",
    command: "cd src && npm test",
    texts: claude("Bash(cd -- *)"),
  },
  {
    what: "denies a file that the command itself names",
    host: "claude-code",
    command: "cd src && node run.js .env",
    texts: claude("Read(./.env)"),
  },
  {
    what: "denies a file that a word of the command may be",
    host: "claude-code",
    command: "cd src && node run.js $FILE .e*",
    texts: claude("Read(./.env)"),
  },
  {
    what: "denies what reads a script of that name, and a folder is gone to",
    host: "claude-code",
    command: "cd src && npm test",
    texts: claude("Read(//**/ig-run)"),
  },
  {
    what: "forbids the script",
    host: "codex",
    command: "npm test",
    texts: (script) => ({
      root: { ".codex/rules/a.rules": `prefix_rule([${JSON.stringify(script)}], "forbidden")` },
      own: { "config.toml": open },
    }),
  },
  {
    what: "has a policy about whole paths",
    host: "gemini-cli",
    command: "npm test",
    texts: () => ({
      own: {
        "policies/a.toml": '[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = "/"\ndecision = "ask_user"\n',
      },
    }),
  },
  {
    what: "denies whole paths",
    host: "copilot-cli",
    command: "npm test",
    texts: () => ({
      root: { ".github/copilot/settings.json": JSON.stringify({ permissions: { deny: ["shell(/*)"] } }) },
    }),
  },
  {
    what: "denies whole paths",
    host: "cline",
    command: "npm test",
    env: () => ({ CLINE_COMMAND_PERMISSIONS: '{"deny": ["/*"], "allowRedirects": true}' }),
  },
];

const given: Row[] = [
  { what: "has no rules", host: "opencode", command: "npm test" },
  { what: "denies something else", host: "opencode", command: "npm test", texts: bash({ "git push *": "deny" }) },
  { what: "allows all but some", host: "opencode", command: "npm test", texts: bash({ "*": "allow", "rm *": "ask" }) },
  {
    what: "denies the program that follows to a folder, where none does",
    host: "claude-code",
    command: "npm test",
    texts: claude(`Bash(${systemProgram("cat")}:*)`),
  },
  {
    what: "denies a program by its name alone, which none that follows to a folder has",
    host: "claude-code",
    command: "cd src && npm test",
    texts: claude("Bash(cat *)"),
  },
  ...["Read(./.env)", "Read(./.env.*)", "Read(./secrets/**)", "Edit(docs/**)"].map((rule) => ({
    what: `denies ${rule}, and a folder is gone to`,
    host: "claude-code",
    command: "cd src && npm test",
    texts: claude(rule),
  })),
  { what: "has no rules", host: "codex", command: "npm test" },
  { what: "has no rules", host: "gemini-cli", command: "npm test" },
  { what: "has no rules", host: "copilot-cli", command: "npm test" },
  { what: "has no rules", host: "cline", command: "npm test" },
];

async function mayRewrite({ host: name, command, texts, env }: Row): Promise<boolean | undefined> {
  const gate = await workingGate({});
  const [host, staged] = [hostNamed(name), stagedHosts.find((one) => one.name === name)];
  if (!host || !staged) throw new Error(`no host ${name}`);
  const { event, payload } = stageOf(staged, gate).shell({ session: "s1" }, command, "c1");
  const told = host.decode(JSON.stringify(payload), event);
  if (!told.ok || told.value.kind !== "before_tool") throw new Error("no call");
  const home = gate.env.HOME ?? "";
  const script = join(gate.stateDir, "ig-run");
  const around = aroundOf({ root: gate.repo, home, ownFolder: join(home, ".own") }, texts?.(script) ?? {});
  const rules: CommandRules = (call) => {
    if (!("command" in call)) throw new Error("a command was sent");
    return host.rules({ ...call, startedWith: [name] }, around, env?.(script) ?? {});
  };
  const door: HostDoor = { workspace: gate.workspace, host, heard: [], telling: { level: "", moment: null }, rules };
  return rewritingFor(door, told.value)?.mayRewrite();
}

describe("a host whose rules let a command pass", () => {
  it.each(withheld.map((row) => [row.host, row.what, row] as const))(
    "gets the command itself where %s %s",
    async (_host, _what, row) => expect(await mayRewrite(row)).toBe(false),
  );

  it.each(given.map((row) => [row.host, row.what, row] as const))(
    "gets a line where %s %s",
    async (_host, _what, row) => expect(await mayRewrite(row)).toBe(true),
  );
});
