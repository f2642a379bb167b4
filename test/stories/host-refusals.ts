/** Refusals as each host's model reads them, and the next call that each of them names. */
import { answerHostEvent, resumeSession, stopSession } from "@intentgate/gate";
import { type Host, hostNamed } from "@intentgate/hosts";
import { type Gate, openGate, withPerson, workingGate } from "./gate-scene.ts";
import { type Payload, type Sent, type Stage, type StagedHost, stagedHosts, stageOf } from "./host-stage.ts";

export interface HostRefusalRow {
  what: string;
  code: string;
  gate(): Promise<Gate>;
  /** What a person answers while the refused call is made. */
  said?: { reject: string };
  refused(stage: Stage): Sent;
  /** The tools of our own that the text names, each with an input that it asks for. */
  next: { tool: string; input: Payload }[];
  /** What it names besides, and must pass; `gate`: after a person did what the text says that they can do. */
  passes?(stage: Stage, gate: Gate): Sent | Promise<Sent>;
}

const me = { session: "s1" };
const taking = { tool: "select_active_intent", input: { intent_id: "INT-001" } };
const proposing = (...owned_scope: string[]) => ({ tool: "propose_intent", input: { name: "Docs", owned_scope } });
const expanding = (glob: string) => ({
  tool: "request_scope_expansion",
  input: { additional_globs: [glob], reason: "The change needs this file too." },
});
const open = async () => openGate();

export const hostRefusalRows: readonly HostRefusalRow[] = [
  {
    what: "no intent is taken, and one owns the file",
    code: "INTENT_REQUIRED",
    gate: open,
    refused: (stage) => stage.write(me, "src/auth/new.ts", "n\n", "c1"),
    next: [taking, proposing("src/auth/**")],
  },
  {
    what: "no intent is taken, and none owns the file",
    code: "INTENT_REQUIRED",
    gate: open,
    refused: (stage) => stage.write(me, "docs/new.md", "n\n", "c1"),
    next: [taking, proposing("docs/**")],
  },
  {
    what: "there is no intent at all",
    code: "INTENT_REQUIRED",
    gate: async () => openGate({ intents: "active_intents: []\n" }),
    refused: (stage) => stage.write(me, "docs/new.md", "n\n", "c1"),
    next: [proposing("docs/**")],
  },
  {
    what: "the intent is not known",
    code: "INTENT_NOT_FOUND",
    gate: open,
    refused: (stage) => stage.take(me, "INT-404", "c1"),
    next: [taking, proposing("docs/**")],
  },
  {
    what: "a file is outside the scope",
    code: "SCOPE_VIOLATION",
    gate: () => workingFor("INT-001"),
    refused: (stage) => stage.write(me, "docs/new.md", "n\n", "c1"),
    next: [expanding("docs/new.md")],
    passes: (stage) => stage.write(me, "docs/new.md", "n\n", "c2"),
  },
  {
    what: "a file is outside the workspace",
    code: "SCOPE_VIOLATION",
    gate: () => workingFor("INT-001"),
    refused: (stage) => stage.write(me, "../../../../../../../opt/elsewhere.md", "n\n", "c1"),
    next: [],
    passes: (stage) => stage.write(me, "src/auth/new.ts", "n\n", "c2"),
  },
  {
    what: "a file was never read",
    code: "STALE_FILE",
    gate: () => workingFor("INT-001"),
    refused: (stage) => stage.shell(me, "echo 2 > src/auth/token.ts", "c1"),
    next: [],
    passes: (stage) => stage.shell(me, "cat src/auth/token.ts", "c2"),
  },
  {
    what: "it steers the gate",
    code: "CONTROL_FILE",
    gate: () => workingFor("INT-001"),
    refused: (stage) => stage.write(me, ".intentignore", "n\n", "c1"),
    next: [],
  },
  {
    what: "what it does cannot be known, and a command is declared",
    code: "UNKNOWN_EFFECT",
    gate: () => workingFor("INT-001", "approval: { mode: auto }\ncommands: [{ run: npm test }]\n"),
    refused: (stage) => stage.shell(me, "make everything", "c1"),
    next: [],
    passes: (stage) => stage.shell(me, "npm test", "c2"),
  },
  {
    what: "a person said no and why",
    code: "HITL_REJECT",
    gate: () => workingFor("INT-001", "approval: { mode: strict, approver: inbox }\n"),
    said: { reject: "we still need it" },
    refused: (stage) => stage.shell(me, "rm src/auth/token.ts", "c1"),
    next: [],
  },
  {
    what: "a person said no to a new intent, and why",
    code: "HITL_REJECT",
    gate: open,
    said: { reject: "only look today" },
    refused: (stage) => stage.write(me, "docs/new.md", "n\n", "c1"),
    next: [],
  },
  {
    what: "a person said so before",
    code: "INTENT_REQUIRED",
    async gate() {
      const gate = openGate();
      for (const { name } of stagedHosts)
        gate.workspace.home.store.sessions.append(`${name}:s1`, [
          { kind: "not_started", at: "2026-02-16T12:00:00.000Z", answer: "rejected", reason: "only look today" },
        ]);
      return gate;
    },
    refused: (stage) => stage.write(me, "docs/new.md", "n\n", "c1"),
    next: [taking],
  },
  {
    what: "nobody is there to answer",
    code: "NO_ANSWER",
    gate: () => workingFor("INT-001", "approval: { mode: strict, approver: inbox }\n"),
    refused: (stage) => stage.shell(me, "rm src/auth/token.ts", "c1"),
    next: [],
    passes(stage, gate) {
      const { approvals } = gate.workspace.home.store;
      for (const { id } of approvals.list())
        approvals.answer(id, { answer: "once", by: "ann", at: new Date().toISOString() });
      return stage.shell(me, "rm src/auth/token.ts", "c2");
    },
  },
  {
    what: "the policy forbids it",
    code: "DESTRUCTIVE_BLOCKED",
    gate: () => workingFor("INT-001", 'forbid: [{ paths: ["src/auth/old/**"], reason: "kept for audits" }]\n'),
    refused: (stage) => stage.write(me, "src/auth/old/a.ts", "n\n", "c1"),
    next: [],
    passes: (stage) => stage.write(me, "src/auth/new.ts", "n\n", "c2"),
  },
  {
    what: "it must be contained and cannot be",
    code: "NOT_CONTAINED",
    gate: () => workingFor("INT-001", "containment: { mode: required }\n"),
    refused: (stage) => stage.shell(me, "node build.mjs", "c1"),
    next: [],
  },
  {
    what: ".intentignore excludes it",
    code: "INTENT_IGNORED",
    gate: () => workingFor("INT-001", undefined, { ".intentignore": "src/auth/generated/**\n" }),
    refused: (stage) => stage.write(me, "src/auth/generated/a.ts", "n\n", "c1"),
    next: [],
    passes: (stage) => stage.write(me, "src/auth/new.ts", "n\n", "c2"),
  },
  {
    what: "a hook says no",
    code: "BLOCKED_BY_HOOK",
    async gate() {
      const gate = await workingFor("INT-001");
      gate.workspace.engine.registerPreHook("freeze", async ({ touchedPaths }) =>
        touchedPaths.some((path) => path.includes("frozen"))
          ? { allow: false, reason: "frozen until Monday" }
          : undefined,
      );
      return gate;
    },
    refused: (stage) => stage.write(me, "src/auth/frozen.ts", "n\n", "c1"),
    next: [],
    passes: (stage) => stage.write(me, "src/auth/new.ts", "n\n", "c2"),
  },
  {
    what: "the same change was refused too often",
    code: "CIRCUIT_OPEN",
    async gate() {
      const gate = await workingFor("INT-001");
      for (const { name } of stagedHosts)
        gate.workspace.home.store.sessions.append(
          `${name}:s1`,
          Array.from({ length: 8 }, () => ({ kind: "denied", at, code: "STALE_FILE", tool: "t", call: "c" }) as const),
        );
      return gate;
    },
    refused: (stage) => stage.write(me, "src/auth/new.ts", "n\n", "c1"),
    next: [],
    passes(stage, gate) {
      for (const { name } of stagedHosts)
        gate.workspace.home.store.sessions.append(`${name}:s1`, [{ kind: "reset", at, by: "ann" }]);
      return stage.write(me, "src/auth/new.ts", "n\n", "c2");
    },
  },
  {
    what: "a person stopped the session",
    code: "STOPPED",
    async gate() {
      const gate = await workingFor("INT-001");
      for (const { name } of stagedHosts) stopSession(gate.workspace, `${name}:s1`, "ann");
      return gate;
    },
    refused: (stage) => stage.write(me, "src/auth/new.ts", "n\n", "c1"),
    next: [],
    passes(stage, gate) {
      for (const { name } of stagedHosts) resumeSession(gate.workspace, `${name}:s1`, "ann");
      return stage.write(me, "src/auth/new.ts", "n\n", "c2");
    },
  },
  {
    what: "a file that people write cannot be read",
    code: "HOOK_ERROR",
    async gate() {
      const gate = await workingFor("INT-001");
      gate.put(".orchestration/policy.yaml", "mod: observe\n");
      return gate;
    },
    refused: (stage) => stage.write(me, "src/auth/new.ts", "n\n", "c1"),
    next: [],
    passes(stage, gate) {
      gate.put(".orchestration/policy.yaml", "mode: enforce\n");
      return stage.write(me, "src/auth/new.ts", "n\n", "c2");
    },
  },
];

const at = "2026-02-16T12:00:00.000Z";

/** A gate in which every host's session of this name works under the intent. */
async function workingFor(intent: string, policy?: string, files: Record<string, string> = {}): Promise<Gate> {
  const gate = await workingGate({ files, ...(policy === undefined ? {} : { policy }) });
  for (const { name } of stagedHosts) {
    const taken = await gate.call("select_active_intent", { intent_id: intent }, { session: `${name}:s1` });
    if (taken.decision !== "allow") throw new Error(`not taken for ${name}`);
  }
  return gate;
}

export interface Told {
  decision: "no" | "not no";
  text: string;
}

/** Through the host's own decoder and encoder, as the hook command would hand it on. */
export async function sentTo(host: Host, gate: Gate, { event, payload }: Sent): Promise<Told> {
  const decoded = host.decode(JSON.stringify(payload), event);
  if (!decoded.ok) throw new Error(`${host.name} cannot read it: ${decoded.problems[0]?.message}`);
  const reply = await answerHostEvent(gate.workspace, host, decoded.value);
  const text = reply.stdout;
  return { decision: text.includes('"tool_error') || text.includes('\\"tool_error') ? "no" : "not no", text };
}

export interface RefusalFor {
  refusal: { code: string; message: string; meta: { remedy: string } & Payload };
  host: Host;
  staged: StagedHost;
  stage: Stage;
  gate: Gate;
}

const told = new Map<string, string>();

/** Plays one row for one host. */
export async function refusalFor(row: HostRefusalRow, staged: StagedHost): Promise<RefusalFor> {
  const host = hostNamed(staged.name);
  if (!host) throw new Error(`no host ${staged.name}`);
  const gate = await row.gate();
  const stage = stageOf(staged, gate);
  const send = () => sentTo(host, gate, row.refused(stage));
  const { said } = row;
  const { text } = said === undefined ? await send() : (await withPerson(gate, said, send)).value;
  const refusal = JSON.parse(/\{"type":"tool_error.*\}/s.exec(textIn(text))?.[0] ?? "{}") as RefusalFor["refusal"];
  told.set(`${row.what} ${host.name}`, refusal.meta?.remedy);
  return { refusal, host, staged, stage, gate };
}

/** The reason, wherever in its reply the host wants it. */
function textIn(reply: string): string {
  const found = (value: unknown): string => {
    if (typeof value === "string") return value.includes('"tool_error"') ? value : "";
    return typeof value === "object" && value !== null ? (Object.values(value).map(found).find(Boolean) ?? "") : "";
  };
  return found(JSON.parse(reply || "null"));
}

export async function hostRefusalsPage(): Promise<string> {
  const parts: string[] = [];
  for (const row of hostRefusalRows) {
    const byText = new Map<string, string[]>();
    for (const staged of stagedHosts) {
      const key = `${row.what} ${staged.name}`;
      // What a test played already was told the same.
      if (!told.has(key)) await refusalFor(row, staged);
      const text = told.get(key) ?? "";
      byText.set(text, [...(byText.get(text) ?? []), hostNamed(staged.name)?.title ?? staged.name]);
    }
    const rows = [...byText].map(([text, titles]) => `| ${titles.join(", ")} | ${text} |`);
    parts.push(`## ${row.code}: ${row.what}\n\n| host | what to do now |\n|---|---|\n${rows.join("\n")}`);
  }
  return `# Refusals in the words of each host

What \`meta.remedy\` of a refusal tells the model, host by host: our own tools under the names that the host gives them.
Each text was produced by the gate through the host's own decoder while this page was made, and each call that it names
was then made in the same way, and was not refused. The codes themselves are in [codes.md](codes.md).

${parts.join("\n\n")}
`;
}
