/** Who is an agent is known in the root, whatever state folder the agent's environment names. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import { binary, quoted, type Ran, type Scene, shellAtTerminal } from "./scene.ts";
import { initialised } from "./steps.ts";

/** A coding agent: it changes its own environment while it runs, calls the hook, and starts what a model asks for. */
const agent = `
const { spawnSync } = require("node:child_process");
const { steps } = require("./steps.json");
for (const { words, env, input, sees } of steps) {
  for (const [name, value] of Object.entries(env)) if (value === null) delete process.env[name]; else process.env[name] = value;
  const stdio = sees ? "inherit" : ["pipe", "ignore", "ignore"];
  const { status } = spawnSync(process.execPath, words, { input, stdio });
  if (sees) process.exitCode = status;
}
`;

type Env = Record<string, string | null>;

/** `host`: what is set when the hook is asked; `child`: what is set when the verb is started. */
async function tries(scene: Scene, host: Env, child: Env, ...verb: string[]): Promise<Ran> {
  // Its command line must not look like that of a wrapper of ours.
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "agent-"));
  onTestFinished(() => removeFolder(folder));
  const call = { hook_event_name: "PreToolUse", session_id: "s", cwd: scene.repo, tool_use_id: "t1" };
  const input = JSON.stringify({
    ...call,
    tool_name: "Read",
    tool_input: { file_path: join(scene.repo, "README.md") },
  });
  const steps = [
    { words: [binary, "hook", "claude-code", "PreToolUse"], env: host, input, sees: false },
    { words: [binary, ...verb], env: child, input: "", sees: true },
  ];
  writeFileSync(join(folder, "steps.json"), JSON.stringify({ steps }));
  writeFileSync(join(folder, "agent.cjs"), agent);
  return shellAtTerminal(scene, [process.execPath, join(folder, "agent.cjs")].map(quoted).join(" ")).done;
}

const own = (scene: Scene): Env => ({ XDG_STATE_HOME: scene.env.XDG_STATE_HOME ?? "", HOME: scene.env.HOME ?? "" });

const environments: [string, (scene: Scene, elsewhere: string) => [Env, Env]][] = [
  ["another state folder, and the verb the person's", (scene, it) => [{ XDG_STATE_HOME: it }, own(scene)]],
  ["another home", (scene, it) => [{ XDG_STATE_HOME: null, HOME: it }, own(scene)]],
  ["none at all", (scene, it) => [{ XDG_STATE_HOME: "", HOME: it }, own(scene)]],
  ["a relative one, which does not count", (scene, it) => [{ XDG_STATE_HOME: "state", HOME: it }, own(scene)]],
  ["another one, and the verb a third", (_, it) => [{ XDG_STATE_HOME: it }, { XDG_STATE_HOME: join(it, "third") }]],
  ["the person's, and the verb another", (scene, it) => [own(scene), { XDG_STATE_HOME: it, HOME: it }]],
];

it.each(environments)("an agent whose environment names %s does not speak for a person", async (_name, make) => {
  const scene = await initialised();
  const elsewhere = join(scene.repo, "../elsewhere");
  mkdirSync(elsewhere);
  const [host, child] = make(scene, elsewhere);
  const ran = await tries(scene, host, child, "pause", "5m");
  expect([ran.out, ran.code]).toEqual([expect.stringContaining("started by an agent"), 2]);
});

it.each([
  ["approvals", "approve", "x"],
  ["doctor", "--live", "--yes"],
  ["serve"],
  ["intent", "new", "--name", "Mine", "--scope", "**"],
  ["init", "--yes"],
  ["run", "x"],
])("nor does it with `%s %s`", async (...verb) => {
  const scene = await initialised();
  const elsewhere = join(scene.repo, "../elsewhere");
  mkdirSync(elsewhere);
  const ran = await tries(scene, { XDG_STATE_HOME: elsewhere }, own(scene), ...verb.filter((one) => one !== undefined));
  expect([ran.out, ran.code]).toEqual([expect.stringContaining("started by an agent"), 2]);
});

it("a person who was never below an agent does, with whatever environment", async () => {
  const scene = await initialised();
  const elsewhere = join(scene.repo, "../elsewhere");
  mkdirSync(elsewhere);
  await tries(scene, { XDG_STATE_HOME: elsewhere }, own(scene), "status");
  const person = await shellAtTerminal(scene, [process.execPath, binary, "pause", "5m"].map(quoted).join(" ")).done;
  expect([person.out, person.code]).toEqual([expect.not.stringContaining("agent"), 0]);
});

it.runIf(process.platform === "linux").each([
  ["classify", ["classify", "ls; npm test"], "", 1],
  ["status", ["status"], "", 1],
  ["doctor", ["doctor"], "", 1],
  ["init", ["init"], "", 1],
  ["the hook", ["hook", "claude-code", "PreToolUse"], "{}", 2],
  ["the MCP server", ["mcp"], "", 2],
])(
  "a state folder among the files of processes is named as that, and nothing waits: %s",
  async (_what, words, input, code) => {
    const scene = await initialised();
    const call = { hook_event_name: "PreToolUse", session_id: "s", cwd: scene.repo, tool_use_id: "t1" };
    const event = JSON.stringify({ ...call, tool_name: "Write", tool_input: { file_path: "a", content: "x" } });
    const ran = spawnSync(process.execPath, [binary, ...words], {
      ...{ cwd: scene.repo, input: input === "" ? "" : event, encoding: "utf8", timeout: 60_000 },
      env: { ...scene.env, XDG_STATE_HOME: "/proc" },
    });
    expect([ran.status, `${ran.stdout}${ran.stderr}`]).toEqual([
      code,
      expect.stringContaining("no folder can be made there"),
    ]);
  },
);
