/** One refusal of each code, produced by the gate itself, and the page of the reference that shows them. */
import type { DenyCode, Refusal } from "@intentgate/engine";
import { stopSession } from "@intentgate/gate";
import { askingGate, type Gate, openGate, patch, refused, withPerson, workingGate, write } from "./gate-scene.ts";

export interface RefusalRow {
  code: DenyCode;
  when: string;
  /** The fields of `meta` besides invocation_id, intent_id, tool_name and remedy, which every refusal has. */
  meta: string[];
  remedy: string;
  example(): Promise<Refusal>;
}

export const refusalRows: readonly RefusalRow[] = [
  {
    code: "INTENT_REQUIRED",
    when: "A change, and the session has taken no intent, or the one it took changed since; also where there is no sidecar.",
    meta: ["open_intents"],
    remedy: "Call `select_active_intent` with one of the open intents, or `propose_intent` where none fits.",
    example: () => refused(openGate(), "INTENT_REQUIRED", ...write("src/auth/new.ts")),
  },
  {
    code: "INTENT_NOT_FOUND",
    when: "The id is not in `active_intents.yaml`, or that intent is BLOCKED, COMPLETE or archived, or not the parent's.",
    meta: ["known_ids"],
    remedy: "Select one of `known_ids`.",
    example: () => refused(openGate(), "INTENT_NOT_FOUND", "select_active_intent", { intent_id: "INT-404" }),
  },
  {
    code: "SCOPE_VIOLATION",
    when: "A path that the intent does not own, that lies outside the workspace, or that is no path.",
    meta: ["file_path", "owned_scope", "request_scope_expansion"],
    remedy: "Stay inside `owned_scope`, or call `request_scope_expansion`: a person decides.",
    example: async () => refused(await workingGate(), "SCOPE_VIOLATION", ...write("src/pay/new.ts")),
  },
  {
    code: "STALE_FILE",
    when: "The file is not what the session last saw, or it would be overwritten whole without ever having been read.",
    meta: ["file_path", "observed_content_hash", "current_content_hash", "current_diff"],
    remedy: "Read the file again, merge, and repeat the call.",
    async example() {
      const gate = await workingGate();
      await gate.call("read_file", { path: "src/auth/token.ts" });
      gate.put("src/auth/token.ts", "export const token = 2;\n");
      return refused(gate, "STALE_FILE", ...write("src/auth/token.ts"));
    },
  },
  {
    code: "HITL_REJECT",
    when: "A person said no, or dismissed the question.",
    meta: ["normalized_tool_name", "risk", "mutation_class", "affected_files", "request_id", "reason"],
    remedy: "Do what the person said; where they gave no reason, ask what they want instead.",
    async example() {
      const gate = await askingGate();
      const no = () => refused(gate, "HITL_REJECT", "delete_file", { path: "src/auth/token.ts" });
      return (await withPerson(gate, { reject: "we still need it" }, no)).value;
    },
  },
  {
    code: "NO_ANSWER",
    when: "A question was put and nobody answered it, whatever it was about: time ran out, nobody was there, or who should have answered went away. Nobody said no.",
    meta: ["normalized_tool_name", "risk", "mutation_class", "affected_files", "request_id", "open_until", "reason"],
    remedy: "Wait until the person approved the request, then repeat the call unchanged.",
    example: async () => refused(await askingGate(), "NO_ANSWER", "delete_file", { path: "src/auth/token.ts" }),
  },
  {
    code: "DESTRUCTIVE_BLOCKED",
    when: "`forbid` or `protected` in `policy.yaml`; no approval opens it.",
    meta: ["rule"],
    remedy: "Find a way that does not need this.",
    async example() {
      const policy = 'forbid: [{ command: "git push*", reason: "people push" }]\n';
      return refused(await workingGate({ policy }), "DESTRUCTIVE_BLOCKED", "execute_command", { command: "git push" });
    },
  },
  {
    code: "UNKNOWN_EFFECT",
    when: "What the call touches cannot be known, and no question may be put (`approval.mode: auto`, `approver: none`).",
    meta: ["normalized_tool_name", "risk", "mutation_class", "affected_files", "not_understood", "reason"],
    remedy: "Use the file tools or a command declared in the policy.",
    async example() {
      const gate = await workingGate({ policy: "approval: { mode: auto }\n" });
      return refused(gate, "UNKNOWN_EFFECT", "execute_command", { command: "make all" });
    },
  },
  {
    code: "NOT_CONTAINED",
    when: "`containment.mode: required`, and the command cannot be contained: the machine cannot, or it needs the network, keys, another user or a program outside. Also what changes something or cannot be read, where whoever runs the call is on no floor (`intentgate start`). Also a line of which one part goes on when the call is over and another does not. The same code is in the result of a command whose box could not be set up or whose changes could not be told: nothing that it did counts then.",
    meta: ["failed"],
    remedy:
      "Find a way without it; a person may exempt a command, or start the agent with `intentgate start AGENT`. Start a server in its own call.",
    async example() {
      const gate = await workingGate({ policy: "containment: { mode: required }\n" });
      return refused(gate, "NOT_CONTAINED", "execute_command", { command: "git push" });
    },
  },
  {
    code: "CONTROL_FILE",
    when: "It touches a file that steers the gate, a host or git, or the gate's own command line; in every mode.",
    meta: ["file_path"],
    remedy: "Leave it alone and tell the person what should change.",
    example: async () => refused(await workingGate(), "CONTROL_FILE", ...write(".claude/settings.json", "{}")),
  },
  {
    code: "INTENT_IGNORED",
    when: "A line of `.intentignore` excludes the file.",
    meta: ["file_path", "pattern", "line"],
    remedy: "Leave this file alone.",
    async example() {
      const gate = await workingGate({ files: { ".intentignore": "# generated\nsrc/auth/generated/**\n" } });
      return refused(gate, "INTENT_IGNORED", ...write("src/auth/generated/a.ts"));
    },
  },
  {
    code: "BLOCKED_BY_HOOK",
    when: "A hook that somebody registered said no; or a blocking [event hook](event-hooks.md) did, or is not trusted yet.",
    meta: ["hook_id", "hook_name", "messages"],
    remedy: "Do what its reason says.",
    async example() {
      const gate = await workingGate();
      gate.workspace.engine.registerPreHook("freeze", async () => ({
        allow: false,
        reason: "code freeze until Monday",
      }));
      return refused(gate, "BLOCKED_BY_HOOK", ...write("src/auth/new.ts"));
    },
  },
  {
    code: "CIRCUIT_OPEN",
    when: "The same change was refused eight times in this session, or forty of any kind were, with none allowed between; reads and the handshake still work.",
    meta: ["count"],
    remedy: "Stop and tell the person; they run `intentgate session reset ID`.",
    async example() {
      const gate = await workingGate();
      await refusedOften(gate, 8);
      return refused(gate, "CIRCUIT_OPEN", ...write("src/auth/new.ts"));
    },
  },
  {
    code: "STOPPED",
    when: "A person stopped the session, or one above it (`intentgate stop`); in every mode, reads too. What the gate tells of itself still passes: `list_intents`, `why`, `find_abilities`, `find_documents`.",
    meta: ["stopped_at"],
    remedy: "Make no further call, and wait until the person resumes the session.",
    async example() {
      const gate = await workingGate();
      stopSession(gate.workspace, "s1", "ann");
      return refused(gate, "STOPPED", "read_file", { path: "src/auth/token.ts" });
    },
  },
  {
    code: "HOOK_ERROR",
    when: "A check or a blocking event hook threw, hung or answered with nonsense; or a file that people write cannot be read.",
    meta: ["hook_name", "hook_id", "error", "problems"],
    remedy: "Repeat the call once, then tell the person; `intentgate doctor` shows what is wrong.",
    async example() {
      const gate = await workingGate();
      gate.put(".orchestration/policy.yaml", "mod: observe\n");
      return refused(gate, "HOOK_ERROR", ...write("src/auth/new.ts"));
    },
  },
];

async function refusedOften(gate: Gate, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    await refused(gate, "SCOPE_VIOLATION", "apply_patch", patch("*** Add File: src/pay/new.ts", "+x"));
  }
}

const fixedValues: Record<string, string> = {
  invocation_id: "0d2b5c1e-6f0a-4c57-9b5e-3c1f6f0e9a10",
  request_id: "7f9f3d52-1a64-4b9b-8a70-5d2c0f4c8e21",
  open_until: "2026-02-16T12:15:00.000Z",
  stopped_at: "2026-02-16T12:00:00.000Z",
};

/** The refusal as the page shows it: ids and times that are the same every time. */
function settled(refusal: Refusal): string {
  return JSON.stringify(refusal, (key, value) => (typeof value === "string" ? (fixedValues[key] ?? value) : value), 2);
}

export async function codesPage(rows: readonly RefusalRow[]): Promise<string> {
  const table = rows.map(
    ({ code, when, meta, remedy }) =>
      `| \`${code}\` | ${when} | ${meta.map((name) => `\`${name}\``).join(", ")} | ${remedy} |`,
  );
  const examples: string[] = [];
  for (const { code, example } of rows) examples.push(`### ${code}\n\n\`\`\`json\n${settled(await example())}\n\`\`\``);
  return `# Codes of refusals

A call that is refused comes back to the model as one JSON object: \`type\` is always \`tool_error\`, \`code\` is one of the
codes below, \`message\` says what happened and \`meta.remedy\` what to do now. Nothing was changed. Every \`meta\` also has
\`invocation_id\` (\`intentgate decisions show ID\` prints how it was decided), \`intent_id\` (null without an intent) and
\`tool_name\`.

| code | when | in \`meta\` besides | what to do |
|---|---|---|---|
${table.join("\n")}

A hook that fails *after* a call undoes nothing: the answer then carries \`{"type":"hook_warning", "message", "meta"}\`.
Where \`intentgate call\` cannot even read its input it answers \`BAD_INPUT\` with exit code 64. The codes that people see
are in [problems.md](problems.md), and what each host's model reads in [host-refusals.md](host-refusals.md).

## Examples

Each was produced by the gate while this page was made; ids are fixed, long lists are not cut.

${examples.join("\n\n")}
`;
}
