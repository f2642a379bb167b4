import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ground, HostDriver } from "../driver.ts";

const program = ({ installed }: Ground) => join(installed, "node_modules/.bin/codex");

export const codex: HostDriver = {
  name: "codex",
  async prepare(ground, run) {
    const folder = join(ground.home, ".codex");
    mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, "config.toml"),
      `model_provider = "scripted"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "${ground.url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
request_max_retries = 0

[analytics]
enabled = false

[features]
apps = false
plugins = false

[projects.${JSON.stringify(ground.repo)}]
trust_level = "trusted"
`,
    );
    await trustHooks(ground, run);
  },
  trust: trustHooks,
  start: (ground, prompt) => ({
    program: program(ground),
    args: ["exec", "--json", "-m", "gpt-5.5", "--dangerously-bypass-approvals-and-sandbox", prompt],
    env: { SCRIPTED_KEY: "nobody" },
  }),
  write: (_ground, path, text) => ({ name: "apply_patch", input: addPatch(path, text) }),
  edit: (_ground, path, from, to) => ({
    name: "apply_patch",
    input: ["*** Begin Patch", `*** Update File: ${path}`, "@@", `-${from}`, `+${to}`, "*** End Patch"].join("\n"),
  }),
  shell: (cmd) => ({ name: "exec_command", input: { cmd } }),
  limit: {
    shell: (cmd) => ({ name: "exec_command", input: { cmd, yield_time_ms: 1_000 } }),
    seconds: 1,
    overdue: "lets it go on",
    isShown: true,
    heeded: "nothing counts",
  },
  take: (intent_id) => ({ name: "mcp__intentgate__select_active_intent", input: { intent_id } }),
  subagent: (message) => ({ name: "multi_agent_v1__spawn_agent", input: { message } }),
  toolNames: { write: "apply_patch", take: "mcp__intentgate__select_active_intent" },
  impatient: { file: ".codex/hooks.json", from: '"timeout": 600', to: '"timeout": 3' },
  hidesServers: true,
  marksSubagents: true,
  below: "gated",
  inWorktree: "not gated",
  endsWith: ["sessionend", "sessionstop"],
};

const { limit: _, ...withoutLimit } = codex;

/** Codex in its own sandbox, where the whole repository can be written. */
export const sandboxedCodex: HostDriver = {
  ...withoutLimit,
  opensScratch: true,
  async prepare(ground, run) {
    await codex.prepare(ground, run);
    const file = join(ground.home, ".codex/config.toml");
    writeFileSync(file, readFileSync(file, "utf8").replace("danger-full-access", "workspace-write"));
  },
  start: (ground, prompt) => ({
    ...codex.start(ground, prompt),
    args: ["exec", "--json", "-m", "gpt-5.5", "-s", "workspace-write", prompt],
  }),
};

function addPatch(path: string, text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  return ["*** Begin Patch", `*** Add File: ${path}`, ...lines.map((line) => `+${line}`), "*** End Patch"].join("\n");
}

interface ListedHook {
  key: string;
  currentHash: string;
}

/** What `/hooks` shows and keeps when a person trusts what is listed there. */
async function trustHooks(ground: Ground, run: Parameters<HostDriver["prepare"]>[1]): Promise<void> {
  const asked = [
    { id: 1, method: "initialize", params: { clientInfo: { name: "test", title: "test", version: "1" } } },
    { method: "initialized" },
    { id: 2, method: "hooks/list", params: { cwds: [ground.repo] } },
  ];
  const say = asked.map((message) => `${JSON.stringify(message)}\n`).join("");
  const server = { program: program(ground), args: ["app-server"], env: { SCRIPTED_KEY: "nobody" } };
  const out = await run(server, { say, until: '"id":2' });
  const answers = out.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const listed = answers.find(({ id }) => id === 2)?.result.data[0].hooks as ListedHook[];
  const trusted = listed.map(({ key, currentHash }) => {
    // Of a plugin's hook the second one is of all its files.
    const [hash, content] = currentHash.split("/").map((one) => JSON.stringify(one));
    const files = content === undefined ? "" : `trusted_content_hash = ${content}\n`;
    return `\n[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${hash}\n${files}`;
  });
  const file = join(ground.home, ".codex/config.toml");
  const known = readFileSync(file, "utf8");
  appendFileSync(file, trusted.filter((one) => !known.includes(one)).join(""));
}
