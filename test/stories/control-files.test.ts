import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allowed, exists, type Gate, intents, patch, refused, withPerson, workingGate, write } from "./gate-scene.ts";

const everything = intents.replace("- src/auth/**", '- "**"');

/** Every control file that the stories try, existing or not. */
const controls = [
  ".orchestration/active_intents.yaml",
  ".orchestration/policy.yaml",
  ".orchestration/agent_trace.jsonl",
  ".orchestration/sessions/x.jsonl",
  ".orchestration/.gitignore",
  "AGENT.md",
  ".intentignore",
  ".system/hooks/mine.yaml",
  ".system/x",
  ".claude/settings.json",
  ".codex/config.toml",
  ".gemini/settings.json",
  ".github/hooks/pre.json",
  ".opencode/plugin.ts",
  ".qwen/settings.json",
  ".cline/x",
  ".cursor/mcp.json",
  ".vscode/settings.json",
  ".mcp.json",
  ".env",
  "apps/web/.env.local",
  "bunfig.toml",
  ".npmrc",
  ".git/hooks/pre-commit",
  ".git/config",
  ".git/info/attributes",
  "deep/er/.claude/settings.json",
  "packages/a/.orchestration/active_intents.yaml",
  "packages/a/AGENT.md",
];

/** One call per writing tool, each aimed at the same path. */
const tools: [string, (path: string) => readonly [string, unknown]][] = [
  ["write_to_file", (path) => write(path, "x")],
  ["write_file", (path) => ["write_file", { path, content: "x" }]],
  ["apply_diff", (path) => ["apply_diff", { path, diff: "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE" }]],
  ["edit", (path) => ["edit", { file_path: path, old_string: "", new_string: "x" }]],
  ["search_and_replace", (path) => ["search_and_replace", { file_path: path, old_string: "a", new_string: "x" }]],
  ["search_replace", (path) => ["search_replace", { file_path: path, old_string: "a", new_string: "x" }]],
  ["edit_file", (path) => ["edit_file", { file_path: path, old_string: "a", new_string: "x" }]],
  ["generate_image", (path) => ["generate_image", { path, prompt: "x" }]],
  ["delete_file", (path) => ["delete_file", { path }]],
  ["patch add", (path) => ["apply_patch", patch(`*** Add File: ${path}`, "+x")]],
  ["patch update", (path) => ["apply_patch", patch(`*** Update File: ${path}`, "@@", "-a", "+b")]],
  ["patch delete", (path) => ["apply_patch", patch(`*** Delete File: ${path}`)]],
  [
    "patch second file",
    (path) => ["apply_patch", patch("*** Add File: src/auth/n.ts", "+x", `*** Add File: ${path}`, "+x")],
  ],
  [
    "patch moved to",
    (path) => [
      "apply_patch",
      patch("*** Update File: src/auth/token.ts", `*** Move to: ${path}`, "@@", "-export const token = 1;", "+x"),
    ],
  ],
  [
    "patch moved from",
    (path) => ["apply_patch", patch(`*** Update File: ${path}`, "*** Move to: src/auth/n.ts", "@@", "-a", "+b")],
  ],
  [
    "a patch that cannot be read",
    (path) => ["apply_patch", { patch: `*** Begin Patch\n*** Add File: ${path}\nx\n*** End Patch\n*** what` }],
  ],
  ["redirect", (path) => ["execute_command", { command: `echo x > ${path}` }]],
  ["append without a blank", (path) => ["execute_command", { command: `echo x >>${path}` }]],
  ["quoted pieces", (path) => ["execute_command", { command: `echo x > ${path[0]}""${path.slice(1)}` }]],
  ["inside sh -c", (path) => ["execute_command", { command: `sh -c "echo x > '${path}'"` }]],
  ["tee", (path) => ["execute_command", { command: `echo x | tee ${path}` }]],
  ["cp", (path) => ["execute_command", { command: `cp README.md ${path}` }]],
  ["an MCP tool", (path) => ["use_mcp_tool", { server_name: "fs", tool_name: "put", arguments: { where: path } }]],
  [
    "an MCP tool with text arguments",
    (path) => ["use_mcp_tool", { server_name: "fs", tool_name: "put", arguments: JSON.stringify({ where: path }) }],
  ],
  ["an MCP tool with the path as key", (path) => ["mcp--fs--put", { contents: { [path]: "x" } }]],
  ["an MCP tool with a file URL", (path) => ["mcp__fs__put", { uri: `file://${"ROOT"}/${path}` }]],
  ["an unknown tool with an odd key", (path) => ["teleport", { a: { b: [{ destination_thing: path }] } }]],
  ["an unknown tool with JSON in a text", (path) => ["teleport", { payload: JSON.stringify({ p: path }) }]],
];

describe("a control file", () => {
  it.each(tools)(
    "is out of reach for %s, even with the scope ** and a person who says yes to everything",
    async (_what, call) => {
      const gate = await workingGate({ intents: everything });
      const { asked } = await withPerson(gate, "once", async () => {
        for (const path of [".claude/settings.json", ".git/hooks/pre-commit", ".orchestration/policy.yaml"]) {
          const [tool, input] = call(path);
          const aimed = JSON.parse(JSON.stringify(input).replaceAll("ROOT", gate.repo));
          const { message, meta } = await refused(gate, "CONTROL_FILE", tool, aimed);
          expect(message).toMatch(/a control file \(.+\).* no tool call may change it\.$/);
          expect(meta.file_path).toEqual(expect.stringContaining(path.slice(1)));
          gate.workspace.home.store.sessions.append("s1", [{ kind: "reset", at: new Date().toISOString(), by: "ann" }]);
        }
      });
      expect(asked).toEqual([]);
    },
  );

  it("that a command only names is refused with the way to declare the command, which then passes", async () => {
    const command = "node --env-file=.env src/auth/run.mjs";
    const declared = `commands: [{ run: "${command}", writes: [] }, { run: "node src/auth/run.mjs", args: any, writes: [] }]\n`;
    const { message, meta } = await refused(
      await workingGate({ intents: everything }),
      "CONTROL_FILE",
      "execute_command",
      {
        command,
      },
    );
    expect(message).toMatch(/^This command names \.env, a control file/);
    expect(meta.remedy).toContain("under `commands` in .orchestration/policy.yaml");
    const gate = await workingGate({ intents: everything, policy: declared });
    const session = { id: "s1", host: "story", model: "model-x" };
    const decided = await gate.workspace.decide({ tool: "execute_command", input: { command }, session });
    expect(decided).toMatchObject({ decision: "allow" });
    // The words that nobody declared are not spoken for.
    await refused(gate, "CONTROL_FILE", "execute_command", { command: "node src/auth/run.mjs .env" });
    const { meta: ofTool } = await refused(gate, "CONTROL_FILE", "teleport", { file: ".env" });
    expect(ofTool.remedy).toContain("under `tools` in .orchestration/policy.yaml");
  });

  it("is each of these, existing or not", async () => {
    const gate = await workingGate({ intents: everything, policy: "limits: { denials_in_a_row: 1000 }\n" });
    for (const path of controls) {
      const { meta } = await refused(gate, "CONTROL_FILE", ...write(path, "x"));
      expect(meta.file_path).toBe(path);
    }
    await allowed(gate, ...write("src/claude/settings.json", "{}"));
    await allowed(gate, ...write("docs/AGENT.txt", "x"));
    await allowed(gate, ...write(".env.example", "KEY=\n"));
  });

  it.each([
    ["..", "src/auth/../../.claude/settings.json"],
    ["//", ".//.claude//settings.json"],
    ["a trailing dot", ".claude/settings.json."],
    ["other case", ".Claude/Settings.JSON"],
    ["other case of the sidecar", ".ORCHESTRATION/policy.yaml"],
    ["other case of AGENT.md", "agent.MD"],
    ["a stream", ".claude/settings.json:x"],
    ["git's short name", "GIT~1/config"],
    ["the folder itself", ".claude"],
    ["the folder of one", ".vscode"],
  ])("is recognised by %s", async (_what, path) => {
    const gate = await workingGate({ intents: everything });
    await refused(gate, "CONTROL_FILE", ...write(path, "x"));
  });

  it("is recognised by its absolute path, from any folder, and in the home folder", async () => {
    const gate = await workingGate({ intents: everything });
    await refused(gate, "CONTROL_FILE", ...write(join(gate.repo, ".git/config"), "x"));
    await refused(gate, "CONTROL_FILE", ...write("../../.git/config", "x"), { cwd: join(gate.repo, "src/auth") });
    await refused(gate, "CONTROL_FILE", ...write(join(homedir(), ".bashrc"), "x"));
    await refused(gate, "CONTROL_FILE", ...write(join(homedir(), ".claude/settings.json"), "x"));
    await refused(gate, "CONTROL_FILE", "teleport", { to: "~/.bashrc" });
    await refused(gate, "CONTROL_FILE", "execute_command", { command: "echo x >> ~/.profile" });
    await refused(gate, "CONTROL_FILE", ...write(join(gate.stateDir, "roots.json"), "{}"));
  });

  it.each([
    ["a link to the file", "src/auth/link.json", ".claude/settings.json", "src/auth/link.json"],
    ["a link to its folder", "src/auth/dot", ".claude", "src/auth/dot/settings.json"],
    ["a link to the root", "src/auth/up", ".", "src/auth/up/.claude/settings.json"],
  ])("is recognised through %s", async (_what, link, to, path) => {
    const gate = await workingGate({ intents: everything });
    symlinkSync(join(gate.repo, to), join(gate.repo, link));
    await refused(gate, "CONTROL_FILE", ...write(path, "{}"));
  });

  it("is also what a control file links to", async () => {
    const gate = await workingGate({ intents: everything, files: { "settings/claude.json": "{}\n" } });
    mkdirSync(join(gate.repo, ".vscode"));
    symlinkSync("../settings/claude.json", join(gate.repo, ".vscode/settings.json"));
    await refused(gate.reopened(), "CONTROL_FILE", ...write("settings/claude.json", "x"));
  });

  it("goes with the folder that holds it", async () => {
    const gate = await workingGate({ intents: everything });
    await refused(gate, "CONTROL_FILE", "delete_file", { path: "." });
    await refused(gate, "CONTROL_FILE", "delete_file", { path: ".orchestration" });
    await refused(gate, "CONTROL_FILE", "execute_command", { command: "mv .orchestration away" });
    expect(exists(gate, ".orchestration/active_intents.yaml")).toBe(true);
  });

  it.each<[string, (gate: Gate) => void]>([
    ["in observe mode", (gate) => gate.put(".orchestration/policy.yaml", "mode: observe\n")],
    ["while the gate is paused", (gate) => void gate.workspace.home.pauses.begin(60_000, "ann")],
    [
      "in strict mode with a standing approval",
      (gate) => {
        gate.put(".orchestration/policy.yaml", "approval: { mode: strict }\n");
        gate.workspace.home.store.sessions.append("s1", [
          { kind: "standing", at: new Date().toISOString(), intent: "INT-001", approval: "a-1" },
        ]);
      },
    ],
  ])("stays out of reach %s", async (_when, prepare) => {
    const gate = await workingGate({ intents: everything });
    prepare(gate);
    await refused(gate, "CONTROL_FILE", ...write(".claude/settings.json", "{}"));
    await refused(gate, "CONTROL_FILE", "execute_command", { command: "echo x > .git/hooks/pre-commit" });
    await refused(gate, "CONTROL_FILE", "teleport", { p: ".intentignore" });
  });

  it("stays out of reach where a tool is declared in the policy to write it", async () => {
    const policy = "tools: { put: { effect: write, paths_from: [to] } }\n";
    const gate = await workingGate({ intents: everything, policy });
    await refused(gate, "CONTROL_FILE", "put", { to: ".claude/settings.json" });
  });

  it("may be read", async () => {
    const gate = await workingGate();
    await allowed(gate, "read_file", { path: ".orchestration/active_intents.yaml" });
    await allowed(gate, "execute_command", { command: "cat .git/config" });
  });
});

describe("the gate's own command line", () => {
  it.each([
    "intentgate approve abc",
    "intentgate approvals",
    "intentgate trust",
    "intentgate pause 10m",
    "intentgate serve",
    "intentgate policy set mode observe",
    "intentgate intent new INT-9 --scope '**'",
    "intentgate use INT-002",
    "intentgate session reset s1",
    "intentgate call < x.json",
    "npx intentgate approve abc",
    "npx -y intentgate@latest approve abc",
    "./node_modules/.bin/intentgate approve abc",
    "node apps/cli/bin/intentgate.mjs approve abc",
    'int""entgate approve abc',
    "intentgate 'approve' abc",
    "sh -c 'intentgate approve abc'",
    "true && intentgate approve abc",
    "script -qc 'intentgate approve abc' /dev/null",
    '(setsid script -qec "intentgate approvals approve abc" log &)',
    "nohup setsid intentgate approvals approve abc > /dev/null 2>&1 &",
    "setsid -f script -qec 'intentgate approvals approve abc' /dev/null",
    "echo 'intentgate approvals approve abc' | at now",
    "batch <<< 'intentgate approvals approve abc'",
    "( ( script -qec 'intentgate approvals approve abc' log & ) & )",
    "systemd-run --user --pty intentgate approvals approve abc",
    "systemd-run --user --on-active=1 intentgate approvals approve abc",
    "tmux new-session -d 'intentgate approvals approve abc'",
    "tmux send-keys 'intentgate approvals approve abc' Enter",
    "screen -dm intentgate approvals approve abc",
    `python3 -c 'import pty; pty.spawn(["intentgate","approvals","approve","abc"])'`,
    `perl -MPOSIX -e 'fork and exit; setsid; exec "intentgate approvals approve abc"'`,
    "expect -c 'spawn intentgate approvals approve abc'",
    "unbuffer -p intentgate approvals approve abc",
    "socat EXEC:'intentgate approvals approve abc',pty STDIO",
    "coproc script -qec 'intentgate approvals approve abc' log",
    "disown -a; intentgate approvals approve abc & disown",
    "crontab - <<< '* * * * * intentgate approvals approve abc'",
    "ssh localhost intentgate approvals approve abc",
    "su - $USER -c 'intentgate approvals approve abc'",
    "INTENTGATE_X=1 intentgate approve abc",
    "env intentgate approve abc",
    "echo y | intentgate approvals --watch",
    "intentgate",
    "intentgate status; intentgate approve abc",
  ])("is out of reach for an agent's shell: %s", async (command) => {
    const gate = await workingGate({ intents: everything });
    const { asked } = await withPerson(gate, "once", async () => {
      const { message } = await refused(gate, "CONTROL_FILE", "execute_command", { command });
      expect(message).toContain("from an agent's shell only what tells something passes");
    });
    expect(asked).toEqual([]);
  });

  it.each(["intentgate status", "intentgate list --json", "intentgate doctor"])("may be asked: %s", async (command) => {
    const gate = await workingGate();
    expect((await gate.call("execute_command", { command })).decision).toBe("allow");
  });
});

describe("a link that appears between decision and write", () => {
  it("is not followed", async () => {
    const gate = await workingGate();
    gate.workspace.engine.registerPreHook("lastMinute", async () => {
      symlinkSync(join(gate.repo, ".git/hooks"), join(gate.repo, "src/auth/late"));
    });
    const before = gate.bytes();
    const answer = await gate.call(...write("src/auth/late/pre-commit", "evil"));
    expect(answer.failed).toBe(true);
    expect(exists(gate, ".git/hooks/pre-commit")).toBe(false);
    expect(gate.bytes()).toEqual({ ...before, "src/auth/late": "link" });
  });

  it("does not lead a file that was swapped meanwhile", async () => {
    const gate = await workingGate();
    gate.workspace.engine.registerPreHook("lastMinute", async () => {
      writeFileSync(join(gate.repo, "src/auth/new.ts"), "someone else's\n");
    });
    const answer = await gate.call(...write("src/auth/new.ts", "mine\n"));
    expect(answer.decision === "deny" || answer.failed).toBe(true);
    expect(gate.text("src/auth/new.ts")).toBe("someone else's\n");
  });
});
