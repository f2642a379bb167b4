import { type ChildProcess, spawn } from "node:child_process";
import {
  appendFileSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ScriptedModel, type StepCall, startScriptedModel } from "@intentgate/scripted-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeFolder } from "../../packages/world/src/files/make-folder.ts";
import { until } from "../support/patience.ts";
import { installedHost } from "./installed-hosts.ts";

const program = fileURLToPath(new URL("../../apps/cli/bin/intentgate.mjs", import.meta.url));
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const groups = process.env.INTENTGATE_TEST_GROUPS;

interface Ground {
  repo: string;
  home: string;
  installed: string;
  url: string;
}

/** An agent as an editor would start it, and how its model words things. */
interface AcpAgent {
  name: string;
  prepare(ground: Ground): void;
  command(ground: Ground): string[];
  env(ground: Ground): Record<string, string>;
  write(path: string, content: string): StepCall;
  edit(path: string, from: string, to: string): StepCall;
  shell(command: string): StepCall;
  take(id: string): StepCall;
  /** Reading, searching, lists of what is to do, subagents: more of them than refusals would be borne. */
  looks(at: (path: string) => string): StepCall[];
  /** Files of a clone by which it needs not ask; null where there is no such thing. */
  allowed: Record<string, string> | null;
}

const gemini: AcpAgent = {
  name: "gemini-cli",
  prepare({ home, repo }) {
    mkdirSync(join(home, ".gemini"));
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
    };
    writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(settings));
    writeFileSync(join(home, ".gemini/trustedFolders.json"), JSON.stringify({ [repo]: "TRUST_FOLDER" }));
  },
  command: ({ installed }) => [
    process.execPath,
    join(installed, "node_modules/.bin/gemini"),
    "--acp",
    "-m",
    "gemini-2.5-pro",
  ],
  env: ({ url }) => ({ GEMINI_API_KEY: "nobody", GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_NO_RELAUNCH: "true" }),
  write: (file_path, content) => ({ name: "write_file", input: { file_path, content } }),
  edit: (file_path, old_string, new_string) => ({
    name: "replace",
    input: { file_path, instruction: "change it", old_string, new_string },
  }),
  shell: (command) => ({ name: "run_shell_command", input: { command, description: "a command" } }),
  take: (intent_id) => ({ name: "mcp_intentgate_select_active_intent", input: { intent_id } }),
  looks: (at) => [
    ...["token", "age", "x", "y", "z"].map((pattern) => ({ name: "grep_search", input: { pattern } })),
    ...["**/*.ts", "*.md", "*.js"].map((pattern) => ({ name: "glob", input: { pattern } })),
    { name: "list_directory", input: { dir_path: at("src") } },
    { name: "read_file", input: { file_path: at("README.md") } },
    { name: "write_todos", input: { todos: [{ description: "a", status: "pending" }] } },
  ],
  allowed: null,
};

const claude: AcpAgent = {
  name: "claude-agent-acp",
  prepare({ home, repo }) {
    const known = { hasCompletedOnboarding: true, projects: { [repo]: { hasTrustDialogAccepted: true } } };
    writeFileSync(join(home, ".claude.json"), JSON.stringify(known));
  },
  command({ installed }) {
    const modules = join(installed, "node_modules");
    const node = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
    return [join(modules, node, "bin/node"), join(modules, "@agentclientprotocol/claude-agent-acp/dist/index.js")];
  },
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "sk-ant-nobody",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    ENABLE_TOOL_SEARCH: "false",
  }),
  write: (file_path, content) => ({ name: "Write", input: { file_path, content } }),
  edit: (file_path, old_string, new_string) => ({ name: "Edit", input: { file_path, old_string, new_string } }),
  shell: (command) => ({ name: "Bash", input: { command, description: "a command" } }),
  take: (intent_id) => ({ name: "mcp__intentgate__select_active_intent", input: { intent_id } }),
  looks: (at) => [
    ...["ls", "cat README.md", "grep -r token src", "find . -name '*.ts'", "wc -l README.md"].map((command) => ({
      name: "Bash",
      input: { command, description: "a command" },
    })),
    { name: "Grep", input: { pattern: "token" } },
    { name: "Read", input: { file_path: at("README.md") } },
    { name: "TodoWrite", input: { todos: [{ content: "a", status: "pending", activeForm: "a" }] } },
    { name: "TaskCreate", input: { subject: "a", description: "b" } },
    { name: "Agent", input: { description: "x", prompt: "SCRIPT:nothing go", subagent_type: "general-purpose" } },
  ],
  allowed: { ".claude/settings.json": JSON.stringify({ permissions: { allow: ["Write", "Edit", "Bash"] } }) },
};

const files = {
  "README.md": "# Shop\n",
  "src/auth/token.ts": "export const token = 1;\nexport const age = 60;\n",
  ".orchestration/active_intents.yaml":
    'active_intents:\n  - { id: INT-001, name: Tokens, status: PENDING, owned_scope: ["src/auth/**"] }\n',
};

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON the agent wrote
type Raw = any;

interface Play {
  ground: Ground;
  sessionId: string;
  modes: Raw;
  /** What the editor was asked for. */
  asked: Raw[];
  said(): string;
  prompt(script: string): Promise<Raw>;
  setMode(modeId: string): Promise<Raw>;
  end(): Promise<void>;
}

async function play(agent: AcpAgent, installed: string, more: Record<string, string> = {}): Promise<Play> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `intentgate-acp-${agent.name}-`));
  const [repo, home, state] = [join(folder, "repo"), join(folder, "home"), join(folder, "state/intentgate")];
  for (const made of [repo, home, state, join(folder, "tmp")]) mkdirSync(made, { recursive: true });
  for (const [path, text] of Object.entries({ ...files, ...more })) {
    mkdirSync(dirname(join(repo, path)), { recursive: true });
    writeFileSync(join(repo, path), text);
  }
  writeFileSync(join(state, "roots.json"), JSON.stringify({ version: 1, roots: [repo] }));
  const model: ScriptedModel = await startScriptedModel({ scripts: scripts(agent, repo) });
  const ground = { repo, home, installed, url: model.url };
  agent.prepare(ground);
  give(folder);
  const env = {
    PATH: [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
    INTENTGATE_NO_BOX: "1",
    HOME: home,
    XDG_STATE_HOME: join(folder, "state"),
    TMPDIR: join(folder, "tmp"),
    SHELL: "/bin/sh",
    LANG: "C.UTF-8",
    ...agent.env(ground),
  };
  const words = [program, "acp", "--root", repo, "--", ...agent.command(ground)];
  const child = spawn(process.execPath, words, {
    cwd: repo,
    env,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    ...nobody,
  });
  if (groups) appendFileSync(groups, `${child.pid}\n`);
  const { ask, asked, said } = editorOf(child);
  await ask("initialize", {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: true }, terminal: false },
    clientInfo: { name: "test", version: "1" },
  });
  const opened = await ask("session/new", { cwd: repo, mcpServers: [] });
  const sessionId: string = opened.result.sessionId;
  return {
    ground,
    sessionId,
    modes: opened.result.modes,
    asked,
    said,
    prompt: (script) =>
      ask("session/prompt", { sessionId, prompt: [{ type: "text", text: `SCRIPT:${script} please` }] }),
    setMode: (modeId) => ask("session/set_mode", { sessionId, modeId }),
    async end() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      try {
        if (child.pid) process.kill(-child.pid, "SIGKILL");
        await ended;
      } finally {
        await model.close();
        removeFolder(folder);
      }
    },
  };
}

function scripts(agent: AcpAgent, repo: string) {
  const at = (path: string) => join(repo, path);
  const does = (...calls: StepCall[]) => ({ calls });
  const end = { say: "all done" };
  return {
    early: [does(agent.write(at("src/auth/new.ts"), "too early\n")), end],
    take: [does(agent.take("INT-001")), end],
    work: [
      does(agent.write(at("src/auth/new.ts"), "one\ntwo\n")),
      does(agent.shell("cat src/auth/token.ts")),
      does(agent.edit(at("src/auth/token.ts"), "export const age = 60;", "export const age = 90;")),
      does(agent.shell("echo yes > src/auth/by-shell.txt")),
      end,
    ],
    outside: [does(agent.write(at("docs/out.md"), "no\n")), end],
    shell: [does(agent.shell("echo no > README.md")), end],
    look: [...agent.looks(at).map((call) => does(call)), end],
    after: [does(agent.write(at("src/auth/after.ts"), "after\n")), end],
    nothing: [end],
  };
}

/** An editor that writes files for its agent, and whose person says no to everything. */
function editorOf(child: ChildProcess) {
  const asked: Raw[] = [];
  const open = new Map<number, (message: Raw) => void>();
  const rejections = new Set<(error: Error) => void>();
  child.once("exit", (code) => {
    for (const reject of rejections) reject(new Error(`the agent ended with ${code}: ${errors}`));
  });
  let [rest, text, count, errors] = ["", "", 0, ""];
  const send = (message: object) => child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  child.stderr?.setEncoding("utf8").on("data", (more: string) => {
    errors += more;
  });
  child.stdout?.setEncoding("utf8").on("data", (more: string) => {
    const lines = (rest + more).split("\n");
    rest = lines.pop() ?? "";
    for (const message of lines.filter(Boolean).map((line): Raw => JSON.parse(line))) {
      if (message.method === undefined) open.get(message.id)?.(message);
      else if (message.id !== undefined) reply(message);
      else if (message.params?.update?.sessionUpdate === "agent_message_chunk")
        text += message.params.update.content.text;
    }
  });
  function reply({ id, method, params }: Raw): void {
    asked.push({ method, params });
    if (method === "session/request_permission") {
      const no = params.options.find((option: Raw) => option.kind === "reject_once");
      send({ id, result: { outcome: { outcome: "selected", optionId: no.optionId } } });
    } else if (method === "fs/write_text_file") {
      mkdirSync(dirname(params.path), { recursive: true });
      writeFileSync(params.path, params.content);
      send({ id, result: null });
    } else send({ id, error: { code: -32601, message: "not known here" } });
  }
  return {
    asked,
    said: () => text,
    ask: (method: string, params: object) =>
      new Promise<Raw>((resolve, reject) => {
        count += 1;
        open.set(count, resolve);
        rejections.add(reject);
        send({ id: count, method, params });
      }),
  };
}

function recordsIn(repo: string): Raw[] {
  const file = join(repo, ".orchestration/agent_trace.jsonl");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.map((line): Raw => JSON.parse(line));
}

/** What is recorded after an answer may take a moment. */
async function recorded(repo: string, count: number): Promise<Raw[]> {
  await until(() => recordsIn(repo).length >= count);
  return recordsIn(repo);
}

function give(folder: string): void {
  if (!("uid" in nobody)) return;
  const all = [folder, ...readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path))];
  for (const path of all)
    if (!lstatSync(path).isSymbolicLink()) chownSync(path, nobody.uid as number, nobody.gid as number);
}

describe.each([gemini, claude])("the gate between an editor and $name", (agent) => {
  const installed = installedHost(agent.name);
  describe.skipIf(!installed.ok)("driven by a scripted model", () => {
    let seen: Play;
    const textOf = (path: string) => readFileSync(join(seen.ground.repo, path), "utf8");
    const isThere = (path: string) => existsSync(join(seen.ground.repo, path));
    beforeAll(async () => {
      seen = await play(agent, installed.ok ? installed.folder : "");
    });
    afterAll(() => seen?.end());

    it("is offered only the modes in which it asks", async () => {
      expect(seen.modes.currentModeId).toBe("default");
      expect(seen.modes.availableModes.map(({ id }: Raw) => id).toSorted()).toEqual(["default", "plan"]);
      for (const mode of ["yolo", "bypassPermissions", "acceptEdits", "autoEdit"])
        expect((await seen.setMode(mode)).error.message).toContain("asks");
    });

    it("refuses a write without an intent, and says why", async () => {
      await seen.prompt("early");
      expect(isThere("src/auth/new.ts")).toBe(false);
      expect(seen.said()).toMatch(/\[Intentgate\].*intent/i);
    });

    it("takes an intent by our server, and works inside its scope without a question", async () => {
      await seen.prompt("take");
      await seen.prompt("work");
      expect(textOf("src/auth/new.ts")).toBe("one\ntwo\n");
      expect(textOf("src/auth/token.ts")).toContain("age = 90");
      expect(textOf("src/auth/by-shell.txt")).toBe("yes\n");
      expect(seen.asked.filter(({ method }) => method === "session/request_permission")).toEqual([]);
    });

    it("refuses what lies outside the scope, by a tool and by the shell", async () => {
      await seen.prompt("outside");
      await seen.prompt("shell");
      expect(isThere("docs/out.md")).toBe(false);
      expect(textOf("README.md")).toBe("# Shop\n");
    });

    it("has every change in the ledger, for the session and its intent", async () => {
      const rows = (await recorded(seen.ground.repo, 3)).map(({ intent_id, files: [file], decision }) => [
        intent_id,
        file.relative_path,
        file.conversations[0].url,
        decision.outcome,
      ]);
      const by = `acp-${seen.sessionId}`;
      expect(rows).toEqual([
        ["INT-001", "src/auth/new.ts", by, "OK"],
        ["INT-001", "src/auth/token.ts", by, "OK"],
        ["INT-001", "src/auth/by-shell.txt", by, "OK"],
      ]);
    });

    it("may look, search and keep lists without a word, and work goes on", async () => {
      const before = seen.said().length;
      await seen.prompt("look");
      await seen.prompt("after");
      expect(seen.said().slice(before)).not.toContain("[Intentgate]");
      expect(textOf("src/auth/after.ts")).toBe("after\n");
    });
  });

  const { allowed } = agent;
  if (allowed === null) return;
  it.skipIf(!installed.ok)("has what a clone's rules let it do without asking in the ledger, and told", async () => {
    const seen = await play(agent, installed.ok ? installed.folder : "", allowed);
    try {
      await seen.prompt("outside");
      expect(seen.said()).toMatch(/VIOLATION.*docs\/out\.md/);
      const before = seen.said().length;
      await seen.prompt("take");
      await seen.prompt("work");
      await seen.prompt("look");
      expect(seen.said().slice(before)).toContain("without asking");
      const records = await recorded(seen.ground.repo, 4);
      const rows = records.map(({ intent_id, files: [file], decision }) => [
        intent_id,
        file.relative_path,
        decision.approval,
      ]);
      // It does not wait for us: what it wrote before we could look counts as a file that it had never read.
      const unasked = expect.stringMatching(/^unasked(?::STALE_FILE)?$/);
      expect(rows).toEqual([
        ["none", "docs/out.md", "unasked:INTENT_REQUIRED"],
        ["INT-001", "src/auth/new.ts", unasked],
        ["INT-001", "src/auth/token.ts", unasked],
        ["INT-001", "src/auth/by-shell.txt", unasked],
      ]);
    } finally {
      await seen.end();
    }
  });
});
