/** A draft for tests: small, complete, and different for every number. */
import type { TraceDraft } from "../../../packages/trace/src/records/record.ts";

export function sampleDraft(number: number, description = "write_to_file: src/a.ts (+1 -0)"): TraceDraft {
  return {
    id: `id-${number}`,
    timestamp: "2026-02-18T12:00:00Z",
    intent_id: "INT-001",
    mutation_class: "INTENT_EVOLUTION",
    description,
    vcs: { revision_id: "unknown" },
    files: [],
    decision: { id: `d-${number}`, tool: "write_to_file", approval: "none", outcome: "OK" },
  };
}
