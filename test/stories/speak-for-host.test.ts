import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { answerHostEvent, type CommandRules } from "@intentgate/gate";
import { hostNamed } from "@intentgate/hosts";
import { describe, expect, it } from "vitest";
import { aroundOf } from "../support/hosts/around-of.ts";
import { type Gate, withPerson, workingGate } from "./gate-scene.ts";
import { type Sent, type Stage, type StagedHost, stagedHosts, stageOf } from "./host-stage.ts";

const speaking = "speak_for_host: true\n";
const declared = `${speaking}commands: [{ run: make check, writes: ["src/auth/**"] }]\n`;

interface Row {
  what: string;
  host?: string;
  policy?: string;
  /** Null: the payload does not tell it. */
  mode?: string | null;
  settings?: [path: string, text: string];
  sent?(stage: Stage, gate: Gate): Sent;
  before?(gate: Gate): void;
  untaken?: true;
  /** Null: nobody can tell. */
  started?: string[] | null;
}

const me = { session: "s1" };
const inScope = (stage: Stage) => stage.write(me, "src/auth/new.ts", "n\n", "c1");
const named = (tool: string, input: object) => (stage: Stage) => {
  const sent = inScope(stage);
  return { ...sent, payload: { ...sent.payload, tool_name: tool, tool_input: input } };
};
const runs = (command: string) => (stage: Stage) => stage.shell(me, command, "c1");
const rule = (says: string, entry: string, file = ".claude/settings.json"): [string, string] => [
  file,
  JSON.stringify({ permissions: { [says]: [entry] } }),
];

const spoken: Row[] = [
  { what: "a new file in the scope" },
  { what: "a new file in the scope, in the mode that asks about commands only", mode: "acceptEdits" },
  { what: "a new file in the scope, in the mode in which a classifier decides", mode: "auto" },
  { what: "a new file in the scope, of Qwen", host: "qwen-code" },
  {
    what: "an edit in the scope",
    sent: (_, gate) =>
      named("Edit", { file_path: join(gate.repo, "src/auth/token.ts"), old_string: "1", new_string: "2" })(
        stageOf(stagedOf("claude-code"), gate),
      ),
  },
  ...["claude-code", "qwen-code"].flatMap((host): Row[] => [
    { what: `a command that a person declared, of ${host}`, host, policy: declared, sent: runs("make check") },
    {
      what: `one with its output thrown away, of ${host}`,
      host,
      policy: declared,
      sent: runs("make check 2>/dev/null"),
    },
    {
      what: `one that writes into the scope, of ${host}`,
      host,
      policy: declared,
      sent: runs("make check > src/auth/o"),
    },
    {
      what: `one behind a read of the repository, of ${host}`,
      host,
      policy: declared,
      sent: runs("cat a.md && make check"),
    },
  ]),
  { what: "a file that no rule of the host is about", settings: rule("deny", "Edit(docs/**)") },
];

/** What it never says yes to, whoever calls; `tools`: what the host calls its own. */
function never(
  host: string,
  tools: Record<"read" | "web" | "agent" | "cron" | "worktree" | "question" | "plan", string>,
): Row[] {
  const of = (row: Row): Row => ({ ...row, what: `${row.what}, of ${host}`, host });
  const own = (tool: string, input: object): Row["sent"] => named(tool, input);
  return [
    ...[
      "cat ~/.ssh/id_rsa && make check",
      "cat /etc/passwd; make check",
      "cat ../other.md | make check",
      "make check < ~/.netrc",
      "make check > /tmp/out.txt",
      "make check 2> ../err.txt",
      "make check 2>> ~/.bashrc",
      "make check &> ~/out",
      "make check > docs/out.md",
      "make check | tee ../out.txt",
      "cp ~/.aws/credentials src/auth/c && make check",
      "cat src/auth/key.pem && make check",
      "make check > src/auth/key.pem",
      "cat $SECRET && make check",
      "make check && curl https://example.com",
      "make check && rm src/auth/token.ts",
      "make check && mv src/auth/token.ts src/auth/t.ts",
      "make check && ./unknown",
      "git commit -am x && make check",
    ].map((command) => of({ what: command, policy: `${declared}secret_paths: ["**/*.pem"]\n`, sent: runs(command) })),
    of({ what: "what is only observed", policy: `${declared}mode: observe\n`, sent: runs("make check") }),
    of({ what: "what passes because of a pause", policy: declared, before: paused, sent: runs("make check") }),
    of({ what: "a declared command without an intent", policy: declared, untaken: true, sent: runs("make check") }),
    of({ what: "a declared command while it plans", policy: declared, mode: "plan", sent: runs("make check") }),
    of({ what: "a declared command in a mode without a name", policy: declared, mode: null, sent: runs("make check") }),
    of({ what: "a read", sent: own(tools.read, { file_path: "/etc/passwd", absolute_path: "/etc/passwd" }) }),
    of({ what: "the network", sent: own(tools.web, { url: "https://example.com", prompt: "p" }) }),
    of({ what: "a subagent", sent: own(tools.agent, { description: "d", prompt: "p", subagent_type: "general" }) }),
    of({ what: "what is scheduled", sent: own(tools.cron, { cron: "* * * * *", prompt: "p" }) }),
    of({ what: "a second worktree", sent: own(tools.worktree, { name: "w" }) }),
    of({ what: "a question of its own", sent: own(tools.question, { questions: [] }) }),
    of({ what: "the approval of a plan", sent: own(tools.plan, { plan: "p" }) }),
    of({ what: "a tool of a server", sent: own("mcp__notes__put_note", { text: "n" }) }),
  ];
}

const silent: Row[] = [
  ...never("claude-code", {
    ...{ read: "Read", web: "WebFetch", agent: "Agent", cron: "CronCreate", worktree: "EnterWorktree" },
    ...{ question: "AskUserQuestion", plan: "ExitPlanMode" },
  }),
  ...never("qwen-code", {
    ...{ read: "read_file", web: "web_fetch", agent: "agent", cron: "cron_create", worktree: "enter_worktree" },
    ...{ question: "ask_user_question", plan: "exit_plan_mode" },
  }),
  { what: "what nobody wants it to", policy: "mode: enforce\n" },
  { what: "what is only observed", policy: `${speaking}mode: observe\n` },
  { what: "what is only observed, without an intent", policy: `${speaking}mode: observe\n`, untaken: true },
  { what: "what passes because of a pause", before: paused },
  { what: "a session that only plans", mode: "plan" },
  { what: "a session in a mode that nobody knows", mode: "whatever" },
  { what: "a session that does not tell its mode", mode: null },
  { what: "a read", sent: (stage, gate) => named("Read", { file_path: join(gate.repo, "src/auth/token.ts") })(stage) },
  { what: "a search", sent: named("Grep", { pattern: "x" }) },
  { what: "a question of the host", sent: named("AskUserQuestion", { questions: [] }) },
  { what: "the approval of a plan", sent: named("ExitPlanMode", { plan: "p" }) },
  { what: "the network", sent: named("WebFetch", { url: "https://example.com", prompt: "p" }) },
  { what: "a subagent", sent: named("Agent", { description: "d", prompt: "p", subagent_type: "general" }) },
  { what: "what is scheduled for later", sent: named("CronCreate", { cron: "* * * * *", prompt: "p" }) },
  { what: "a second worktree", sent: named("EnterWorktree", { name: "w" }) },
  { what: "a tool of a server that nobody declared", sent: named("mcp__notes__put_note", { text: "n" }) },
  { what: "a command that was only read", sent: (stage) => stage.shell(me, "touch src/auth/x.ts", "c1") },
  { what: "a command that nobody knows", sent: (stage) => stage.shell(me, "make all", "c1") },
  { what: "a push", sent: (stage) => stage.shell(me, "git push", "c1") },
  {
    what: "a declared command with more behind it",
    policy: declared,
    sent: (stage) => stage.shell(me, "make check && git push", "c1"),
  },
  {
    what: "a declared command that a rule of the host denies",
    policy: declared,
    settings: rule("deny", "Bash(make *)"),
    sent: (stage) => stage.shell(me, "make check", "c1"),
  },
  { what: "a file that a deny rule is about", settings: rule("deny", "Edit(src/auth/**)") },
  { what: "a file that an ask rule is about", settings: rule("ask", "Write(//**/new.ts)") },
  { what: "any file, where nobody can tell how the host was started", started: null },
  { what: "any file, where the host was started with rules", started: ["claude", "--disallowedTools", "Write"] },
  { what: "a tool that an ask rule is about", settings: rule("ask", "Write") },
  { what: "any file, where a rule cannot be read", settings: rule("ask", "Write(src") },
  { what: "any file, where the settings cannot be read", settings: [".claude/settings.json", "{ permissions"] },
  {
    what: "any file of Qwen, where its settings ask",
    host: "qwen-code",
    settings: rule("ask", "write_file", ".qwen/settings.json"),
  },
  {
    what: "a secret of the repository",
    policy: `${speaking}secret_paths: ["src/auth/*.pem"]\n`,
    sent: (stage) => stage.write(me, "src/auth/key.pem", "n\n", "c1"),
  },
  {
    what: "a file of scratch",
    sent: (stage) => stage.write(me, "../note.txt", "n\n", "c1"),
  },
  {
    what: "a link in the scope that leads out of the root",
    before: (gate) => symlinkSync(join(gate.repo, "../out.ts"), join(gate.repo, "src/auth/new.ts")),
  },
  ...stagedHosts
    .filter(({ name }) => !["claude-code", "qwen-code"].includes(name))
    .map(({ name }): Row => ({ what: `${name}, which has another way or none`, host: name })),
];

function stagedOf(name: string): StagedHost {
  const staged = stagedHosts.find((one) => one.name === name);
  if (!staged) throw new Error(`no host ${name}`);
  return staged;
}

function paused(gate: Gate): void {
  gate.workspace.home.pauses.begin(60_000, "ann");
}

async function isSpokenFor({ host: name = "claude-code", policy = speaking, mode = "default", ...row }: Row) {
  const gate = await workingGate({ policy });
  const host = hostNamed(name);
  if (!host) throw new Error(`no host ${name}`);
  if (!row.untaken) await gate.take("INT-001", { session: `${name}:s1` });
  row.before?.(gate);
  const stage = stageOf(stagedOf(name), gate);
  const { event, payload } = row.sent?.(stage, gate) ?? inScope(stage);
  const { permission_mode: _, ...others } = payload;
  const sent = mode === null || !("permission_mode" in payload) ? others : { ...payload, permission_mode: mode };
  const decoded = host.decode(JSON.stringify(sent), event);
  if (!decoded.ok) throw new Error(decoded.problems[0]?.message);
  const places = { root: gate.repo, home: gate.env.HOME ?? "", ownFolder: join(gate.env.HOME ?? "", ".own") };
  const [path, text] = row.settings ?? [];
  const started = row.started === undefined ? ["claude"] : row.started;
  const rules: CommandRules = (call, startedIn) => {
    const around = aroundOf(places, path === undefined ? {} : { root: { [path]: text ?? "" } }, startedIn);
    if ("command" in call) return host.rules({ ...call, startedWith: started }, around, {});
    return (
      host.fileRules?.({ ...call, startedWith: started }, around, {}) ?? { kind: "unclear", where: name, why: "none" }
    );
  };
  const answer = () => answerHostEvent(gate.workspace, host, decoded.value, [], "", rules);
  // Nobody says yes: a person's own yes is theirs, and no case of these.
  const { value } = await withPerson(gate, { reject: "no" }, answer);
  return /"(?:permissionDecision|decision)":"allow","permissionDecisionReason":"Intentgate: a person declared/.test(
    value.stdout,
  );
}

describe("the gate says yes for the host", () => {
  it.each(spoken.map((row) => [row.what, row] as const))("to %s", async (_, row) => {
    expect(await isSpokenFor(row)).toBe(true);
  });

  it.each(silent.map((row) => [row.what, row] as const))("and leaves to it %s", async (_, row) => {
    expect(await isSpokenFor(row)).toBe(false);
  });
});
