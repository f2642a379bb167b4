/** Codex takes no yes before a call, but one where its dialog is about to come: what that is said to, and what not. */
import { answerHostEvent, type CommandRules } from "@intentgate/gate";
import { hostNamed, type RuleVerdict } from "@intentgate/hosts";
import { describe, expect, it } from "vitest";
import { type Gate, withPerson, workingGate } from "./gate-scene.ts";

const speaking = "speak_for_host: true\n";
const declared = `${speaking}commands: [{ run: make check, writes: ["src/auth/**"] }]\n`;
const added = (path: string) => `*** Begin Patch\n*** Add File: ${path}\n+n\n*** End Patch`;

interface Row {
  what: string;
  tool?: string;
  input?: Record<string, unknown>;
  policy?: string;
  mode?: string;
  /** What the rules of the host say. */
  rules?: RuleVerdict;
  untaken?: true;
  /** What was let pass before, where it is not this. */
  passed?: { tool_name: string; tool_input: Record<string, unknown> } | null;
  before?(gate: Gate): void;
  /** The host kept to its own wording of the call. */
  isLoose?: true;
  more?: Record<string, unknown>;
}

const patch = (path: string, more: Partial<Row> = {}): Row => ({
  what: path,
  tool: "apply_patch",
  input: { command: added(path) },
  ...more,
});
const runs = (command: string, more: Partial<Row> = {}): Row => ({
  what: command,
  tool: "Bash",
  input: { command },
  policy: declared,
  ...more,
});

const spoken: Row[] = [
  patch("src/auth/new.ts"),
  patch("src/auth/new.ts", { what: "the same of a subagent", more: { agent_id: "a1", agent_type: "worker" } }),
  runs("make check"),
  runs("cat README.md && make check"),
];

const silent: Row[] = [
  patch("docs/new.md", { what: "a file out of the scope" }),
  patch("../new.md", { what: "a file out of the root" }),
  patch(".orchestration/policy.yaml", { what: "a control file" }),
  patch("src/auth/key.pem", { what: "a secret", policy: `${speaking}secret_paths: ["**/*.pem"]\n` }),
  patch("src/auth/new.ts", { what: "a file where nobody wants it", policy: "mode: enforce\n" }),
  patch("src/auth/new.ts", { what: "a file that is only observed", policy: `${speaking}mode: observe\n` }),
  patch("src/auth/new.ts", {
    what: "a file during a pause",
    before: (gate) => gate.workspace.home.pauses.begin(60_000, "ann"),
  }),
  patch("src/auth/new.ts", { what: "a file without an intent", untaken: true }),
  patch("src/auth/new.ts", { what: "a file in a mode that asks nobody", mode: "bypassPermissions" }),
  patch("src/auth/new.ts", { what: "a file in plan mode", mode: "plan" }),
  patch("src/auth/new.ts", { what: "a file, where nobody knows that the turn may write", rules: unclear() }),
  patch("src/auth/new.ts", { what: "a file of a stopped session", before: stopped }),
  {
    ...patch("x"),
    what: "a deletion",
    input: { command: "*** Begin Patch\n*** Delete File: src/auth/token.ts\n*** End Patch" },
  },
  { ...patch("x"), what: "a patch that nobody can read", input: { command: "*** Begin Patch\n" } },
  ...[
    "make all",
    "cat /etc/passwd; make check",
    "make check > docs/out.md",
    "make check && curl https://example.com",
    "make check && git push",
    "cat $SECRET && make check",
    "touch src/auth/x.ts",
    "ls",
  ].map((command) => runs(command)),
  patch("src/auth/new.ts", { what: "a file of which it never told before", passed: null }),
  patch("src/auth/new.ts", {
    what: "a patch that a shell made of a command, perhaps in another folder",
    policy: declared,
    passed: { tool_name: "Bash", tool_input: { command: "make check" } },
  }),
  patch("src/auth/new.ts", {
    what: "another file than the one before",
    passed: { tool_name: "apply_patch", tool_input: { command: added("src/auth/old.ts") } },
  }),
  runs("make check", { what: "a declared command without an intent", untaken: true }),
  runs("make check", {
    what: "one that a rule of the host is about",
    rules: { kind: "matched", says: "ask", rule: "make", where: "x" },
  }),
  runs("make check", { what: "one in its sandbox, which it would leave", rules: { kind: "sandboxed" } }),
  runs("make check", { what: "one that is not bound to the folder it was judged for", isLoose: true }),
  runs("make check", {
    what: "one with a reason beside it",
    input: { command: "make check", description: "it needs more" },
  }),
  runs("make check", {
    what: "a server that one wants to reach",
    input: { command: "make check", description: "network-access https://example.com:443" },
  }),
  runs(`/x/ig-run ${"0".repeat(32)}  # make check`, { what: "a line that somebody typed" }),
  { what: "a tool of a server", tool: "mcp__notes__put_note", input: { path: "src/auth/x", value: "1" } },
  { what: "a tool of our own", tool: "mcp__intentgate__select_active_intent", input: { intent_id: "INT-001" } },
  { what: "more permissions", tool: "request_permissions", input: { reason: "r", permissions: {} } },
  { what: "a subagent", tool: "spawn_agent", input: { message: "m" } },
  { what: "words for a program that runs", tool: "write_stdin", input: { session_id: 1, chars: "x" } },
];

function unclear(): RuleVerdict {
  return { kind: "unclear", where: "x", why: "nobody knows" };
}

function stopped({ workspace }: Gate): void {
  workspace.home.store.sessions.append("codex:s1", [{ kind: "stopped", at: new Date().toISOString(), by: "ann" }]);
}

async function answered({ tool, input, policy = speaking, mode = "default", untaken, more, ...row }: Row) {
  const gate = await workingGate({ policy });
  const host = hostNamed("codex");
  if (!host) throw new Error("no Codex");
  if (!untaken) await gate.take("INT-001", { session: "codex:s1" });
  row.before?.(gate);
  const payload = {
    ...{ session_id: "s1", turn_id: "t1", transcript_path: "/home/dev/rollout.jsonl", cwd: gate.repo, model: "m" },
    ...{ hook_event_name: "PermissionRequest", permission_mode: mode, tool_name: tool, tool_input: input, ...more },
  };
  const rules: CommandRules = () => row.rules ?? { kind: "none" };
  const answer = async (event: string, more: object) => {
    const decoded = host.decode(JSON.stringify({ ...payload, ...more, hook_event_name: event }), event);
    if (!decoded.ok) throw new Error(decoded.problems[0]?.message);
    return answerHostEvent(gate.workspace, host, decoded.value, [], "", rules);
  };
  const { value } = await withPerson(gate, { reject: "no" }, async () => {
    const given = row.passed === null ? null : await answer("PreToolUse", { tool_use_id: "c1", ...row.passed });
    // The host asks about what it was told to run.
    const { hookSpecificOutput: told } = JSON.parse(given?.stdout || "{}");
    const held = row.passed === undefined && !row.isLoose ? told?.updatedInput : undefined;
    return answer("PermissionRequest", { tool_input: { ...input, ...held } });
  });
  return value;
}

describe("where Codex is about to ask, the gate says yes", () => {
  it.each(spoken.map((row) => [row.what, row] as const))("to %s", async (_, row) => {
    const { stdout, exitCode } = await answered(row);
    const said = { hookEventName: "PermissionRequest", decision: { behavior: "allow" } };
    expect([JSON.parse(stdout), exitCode]).toEqual([{ hookSpecificOutput: said }, 0]);
  });

  it.each(silent.map((row) => [row.what, row] as const))("and leaves to its person %s", async (_, row) => {
    expect(await answered(row)).toEqual({ stdout: "", stderr: "", exitCode: 0 });
  });

  it("says neither yes nor no where it fails", () => {
    const reply = hostNamed("codex")?.refuse("it broke", "PermissionRequest");
    expect([JSON.parse(reply?.stdout ?? ""), reply?.exitCode]).toEqual([{ systemMessage: "it broke" }, 0]);
  });
});
