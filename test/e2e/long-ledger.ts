/** A ledger of many records over many files, as agents at work for weeks would leave it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ChainLink, sealRecord, type TraceDraft } from "@intentgate/trace";

const SESSIONS = 200;
const FILES = 2_000;

export function writeLongLedger(repo: string, records: number): void {
  const last = new Map<number, ChainLink>();
  const lines: string[] = [];
  for (let number = 0; number < records; number++) {
    const session = number % SESSIONS;
    const { record, line } = sealRecord(draftOf(number), last.get(session) ?? null, `session-${session}`);
    last.set(session, { seq: record.integrity.seq, hash: record.integrity.hash });
    lines.push(line);
  }
  writeFileSync(join(repo, ".orchestration/agent_trace.jsonl"), `${lines.join("\n")}\n`);
}

function draftOf(number: number): TraceDraft {
  const path = `src/part-${number % 40}/file-${number % FILES}.ts`;
  const hash = `sha256:${(number * 2_654_435_761).toString(16).padStart(16, "0").repeat(4).slice(0, 64)}`;
  return {
    id: `00000000-0000-4000-8000-${number.toString(16).padStart(12, "0")}`,
    timestamp: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    intent_id: `INT-${(number % 30) + 1}`,
    mutation_class: number % 3 === 0 ? "AST_REFACTOR" : "INTENT_EVOLUTION",
    description: `edit: ${path} (+2 -1)`,
    vcs: { revision_id: "a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6e7f8a9b0" },
    files: [
      {
        relative_path: path,
        change: "modified",
        before_hash: hash,
        after_hash: hash,
        line_counts: [400, 401],
        hunks: [[1, 1, 1, 2]],
        conversations: [
          {
            url: `session-${number % SESSIONS}`,
            contributor: { entity_type: "AI", model_identifier: "provider/model-1" },
            ranges: [{ start_line: 1, end_line: 2, content_hash: hash }],
            related: [{ type: "specification", value: `INT-${(number % 30) + 1}` }],
          },
        ],
      },
    ],
    decision: { id: `d-${number}`, tool: "edit", approval: "none", outcome: "OK" },
  };
}
