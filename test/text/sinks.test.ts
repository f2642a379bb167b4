/** Wherever text of others leaves the program, nothing in it hides: it is left out or spelled out, and plain text stays. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatProblem, plainLine, problem } from "@intentgate/documents";
import { deny } from "@intentgate/engine";
import { renderApproval } from "@intentgate/gate";
import { renderIntentContext, renderOpenIntents, renderRecentChanges } from "@intentgate/policy";
import type { OpenApproval } from "@intentgate/sidecar";
import { formatFinding, sealRecord, unifiedDiff, updateIntentMap } from "@intentgate/trace";
import { expect, it } from "vitest";
import { setAsideLine } from "../../packages/box/src/hold-command.ts";
import { visibleLines } from "../../packages/documents/src/text/visible-text.ts";
import { createAllowedHosts } from "../../packages/gate/src/contained/allowed-hosts.ts";
import { keptBackLine, notReachedLine } from "../../packages/gate/src/contained/contained-lines.ts";
import { heldAnewLine, takenLine } from "../../packages/gate/src/floor/guard-floor.ts";
import { noticesForModel, noticesForPerson } from "../../packages/gate/src/host-door/host-texts.ts";
import { questionOf } from "../../packages/gate/src/kept-back/kept-back.ts";
import type { Decision } from "../../packages/hosts/src/host/event.ts";
import { hosts } from "../../packages/hosts/src/hosts/hosts.ts";
import { addLesson } from "../../packages/policy/src/lessons/lessons.ts";
import { createApprovalsStore } from "../../packages/sidecar/src/store/approvals-store.ts";
import { createDecisionsStore } from "../../packages/sidecar/src/store/decisions-store.ts";
import { bench } from "../support/engine/engine-bench.ts";
import { decoded, recorded } from "../support/hosts/recorded-payloads.ts";
import { sampleIntent } from "../support/policy/sample-intent.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { hidden, hidesNothing, plainTexts, sequences, stringsIn } from "../support/text-sinks.ts";
import { sampleDraft } from "../support/trace/sample-draft.ts";

const no = deny("HITL_REJECT", "no", "no");

function approval(text: string): OpenApproval {
  const request = { topic: "unknown" as const, question: text, details: { name: text, arguments: [text] } };
  return {
    ...{ id: "3f2a91c0", binding: "b", session: text, intent: text, tool: text, invocationId: "i" },
    ...{ openedAt: "2026-02-16T12:00:00Z", expiresAt: "2026-02-16T12:15:00Z" },
    requests: [{ ...request, whenRejected: no, whenUnreachable: no }],
    shown: {
      intent: { id: text, name: text },
      tool: text,
      risk: "DESTRUCTIVE",
      mutationClass: text,
      effects: [text],
      files: [text],
      diff: [{ path: text, lines: [`+${text}`, `-${text}`], moreLines: 0, proposed: null }],
      moreFiles: 0,
      command: text,
    },
  };
}

async function refused(text: string): Promise<string> {
  const gate = bench();
  gate.registerPreHook(text, async () =>
    deny("SCOPE_VIOLATION", text, text, { file_path: text, [text]: [{ a: text }] }),
  );
  const call = { toolName: text, payload: {}, session: { id: text }, cwd: null, callId: null };
  const before = await gate.preToolUse(call);
  return before.errorMessage ?? "";
}

function logged(text: string): string {
  const folder = tempFolder("rows");
  const entry = { invocationId: "i", phase: "received" as const, session: text, tool: text, intentId: text, ms: 1 };
  const detail = { payload: { command: text, [text]: text }, reason: text };
  createDecisionsStore({ folder, clock: () => new Date(0) }).append([{ ...entry, detail }]);
  return readFileSync(join(folder, "decisions.jsonl"), "utf8");
}

async function askedForHosts(text: string): Promise<string> {
  const { approvals } = { approvals: createApprovalsStore({ folder: tempFolder("hosts"), clock: () => new Date(0) }) };
  const hosts = createAllowedHosts({
    approvals,
    now: () => new Date(0),
    newId: () => "3f2a91c0",
    neverAsks: () => false,
  });
  const effects = { risk: "UNKNOWN" as const, mutates: true, list: [{ kind: "run" as const, command: text }], why: [] };
  const made = { toolName: "execute_command", intentId: "INT-1", invocationId: "i", session: { id: "s" }, effects };
  await hosts.askFor({ state: tempFolder("state") } as never, made as never, [text]);
  return stringsIn(JSON.stringify(approvals.known()));
}

const replies: Record<string, (text: string) => string | Promise<string>> = Object.fromEntries(
  hosts.flatMap((host) => {
    const events = recorded
      .filter(({ door, host: from }) => door === host && from === host.name)
      .map((one) => decoded(one));
    const event = events.find(({ kind }) => kind === "before_tool");
    if (!event) return [];
    const all = (text: string): Decision[] => [
      { kind: "deny", reason: text },
      { kind: "ask", question: text, otherwise: text, line: null },
      { kind: "allow", by: "gate", changes: false, context: text, line: null },
    ];
    const told = (text: string) =>
      all(text)
        .map((decision) => host.encode(decision, event))
        .flatMap(({ stdout = "", stderr = "" }: { stdout?: string; stderr?: string }) => [
          stdout.startsWith("{") ? stringsIn(stdout) : stdout,
          stderr,
        ])
        .join(" ");
    return [[`an answer of ${host.name}`, told]];
  }),
);

const sinks: Record<string, (text: string) => string | Promise<string>> = {
  "a refusal, and what it holds": async (text) => stringsIn(await refused(text)),
  "an intent in a prompt": (text) =>
    renderIntentContext(sampleIntent({ name: text, description: text, constraints: [text] }), { lessons: [text] }),
  "open intents in a prompt": (text) => renderOpenIntents([sampleIntent({ name: text })]),
  "recent changes in a prompt": (text) => renderRecentChanges([{ path: text, description: text }]),
  "notices for a model": (text) => noticesForModel([{ kind: "violation", message: text, paths: [] }]) ?? "",
  "notices for a person": (text) => noticesForPerson([{ kind: "warning", message: text, paths: [] }]) ?? "",
  "an approval on a terminal": (text) =>
    renderApproval(approval(text), { bold: String, dim: String, green: String, red: String, yellow: String }),
  "a problem on a terminal": (text) =>
    formatProblem(problem("BAD_PATH", text, text, { file: text, line: 1, column: 1, excerpt: { text, length: 1 } })),
  "a finding about the ledger": (text) =>
    formatFinding({ kind: "edited", line: 1, session: text, seq: 1, message: text } as never),
  "a diff": (text) => unifiedDiff(text, "", `${text}\n`, { context: 1, maxLines: 9 }).lines.join("\n"),
  "a line of the ledger": (text) => sealRecord(sampleDraft(1, text), null, text).line,
  "a row of the decisions": logged,
  "the intent map": (text) =>
    updateIntentMap("", {
      intentId: "INT-1",
      name: text,
      files: [{ path: text, change: "created", symbols: [text] }],
      at: "2026-02-18",
    }),
  "a lesson": (text) => addLesson("", { text, intentId: "INT-1", session: "s", at: "2026-02-18" } as never),
  "one line": (text) => plainLine(text, 400),
  "what is told of a contained command": (text) => {
    const judged = [{ becomes: "asked" }, { becomes: "dropped" }, { becomes: "asked", because: "secret" }].map(
      (verdict) => ({ change: { path: text }, verdict }),
    );
    const all = { judged: judged as never, failed: [{ path: text, why: text }], unreadable: [text], lostRefs: [text] };
    return keptBackLine({ ...all, newSecrets: () => [text], intentId: "INT-1", request: "3f2a91c0" }).join("\n");
  },
  "hosts that were not reached": (text) =>
    (["not allowed", "own address"] as const)
      .flatMap((why) => notReachedLine([{ host: text, port: 443, why } as never], null))
      .join("\n"),
  "a question about what was kept back": (text) =>
    stringsIn(JSON.stringify(questionOf({ root: "/r" }, "INT-1", [text]))),
  "a question about hosts": askedForHosts,
  "the output of a held command, where a file was set aside": (text) => setAsideLine(text, `/state/${text}`),
  "what is told of a floor": (text) => `${takenLine(text, `/state/${text}`)} ${heldAnewLine([text])}`,
};

hidesNothing({ ...replies, ...sinks });

it("the answers of nearly all hosts are among them", () => {
  expect(Object.keys(replies).length).toBeGreaterThanOrEqual(hosts.length - 2);
});

it("the engine spells out what the documents do", async () => {
  const all = [...Object.values(hidden).flat(), ...Object.values(sequences), ...plainTexts, "a\tb\nc", "👨‍👩‍👧"];
  for (let point = 0; point < 0x110000; point++) all.push(String.fromCodePoint(point));
  const text = all.join(" ");
  expect(JSON.parse(await refused(text)).message).toBe(visibleLines(text));
});
