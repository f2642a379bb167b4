/** Small, complete values for the store's contract. */

import { problem } from "@intentgate/documents";
import type { Phase, PhaseEntry } from "@intentgate/engine";
import type { Intent } from "@intentgate/policy";
import type { TraceDraft } from "@intentgate/trace";
import type { ParseIntents } from "../../../packages/sidecar/src/store/intents-store.ts";
import type { OpenApproval } from "../../../packages/sidecar/src/store/store.ts";

export const FAR_FUTURE = "2099-01-01T00:00:00.000Z";
export const sampleIntentsText = "INT-001 first\nINT-002 second\n";

/** One intent a line, `<id> <name>`; the text "broken" is broken. */
export const sampleParse: ParseIntents = (text, file) => {
  if (text.includes("broken"))
    return { ok: false, problems: [problem("BAD_INTENTS", "broken", "mend it", { file, line: 1 })] };
  const lines = text.split("\n").filter((line) => line !== "");
  return { ok: true, value: { intents: new Map(lines.map((line) => [line.split(" ")[0] ?? "", intentOf(line)])) } };
};

function intentOf(line: string): Intent {
  const [id = "", name = ""] = line.split(" ");
  return {
    id,
    name,
    status: "PENDING",
    owned_scope: [],
    constraints: [],
    acceptance_criteria: [],
    related_files: [],
    recent_history: [],
    description: null,
    related_specs: [],
    checks: [],
    created_at: null,
    updated_at: null,
    archived: false,
    narrowed_to: null,
  };
}

export function manualClock(start = Date.parse("2026-02-18T12:00:00Z")) {
  let time = start;
  return {
    now: () => new Date(time),
    advance(ms: number) {
      time += ms;
    },
    in: (ms: number) => new Date(time + ms).toISOString(),
  };
}

export function draftFor(number: number, intentId = "INT-001"): TraceDraft {
  return {
    id: `id-${number}`,
    timestamp: "2026-02-18T12:00:00Z",
    intent_id: intentId,
    mutation_class: "INTENT_EVOLUTION",
    description: `change ${number}`,
    vcs: { revision_id: "unknown" },
    files: [{ relative_path: `src/f${number}.ts`, change: "modified", conversations: [] }],
    decision: { id: `d-${number}`, tool: "write_to_file", approval: "none", outcome: "OK" },
  };
}

export function phase(invocationId: string, name: Phase, over: Partial<PhaseEntry> = {}): PhaseEntry {
  return { invocationId, phase: name, session: "s", tool: "write_to_file", intentId: null, ms: 1, ...over };
}

export function approval(id: string, over: Partial<OpenApproval> = {}): OpenApproval {
  return {
    id,
    binding: "binding-1",
    session: "s",
    intent: "INT-001",
    tool: "write_to_file",
    invocationId: "i-1",
    openedAt: "2026-02-18T12:00:00.000Z",
    expiresAt: "2026-02-18T12:15:00.000Z",
    requests: [],
    shown: {
      intent: null,
      tool: "write_to_file",
      risk: "DESTRUCTIVE",
      mutationClass: "INTENT_EVOLUTION",
      effects: [],
      files: [],
      diff: [],
      moreFiles: 0,
      command: null,
    },
    ...over,
  };
}
