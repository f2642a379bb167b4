/** One record of the ledger with everything that is known of it. */
import { commitNotes } from "@intentgate/blame";
import type { KnownFile } from "@intentgate/trace";
import type { RecordDetail, RecordFile } from "../../api/trace.ts";
import { refuse } from "../door/failure.ts";
import type { Served } from "../project/served.ts";
import { rowFacts } from "./trace.ts";

const RANGES = 200;

export function recordDetail({ workspace, rows }: Served, number: number, id: string | null): RecordDetail {
  const reader = rows.reader();
  const gone = () =>
    refuse(404, "NOT_FOUND", "there is no such record", "The ledger was put in order anew; reload the list.");
  if (number >= reader.index.records) return gone();
  const record = reader.record(number);
  if (id !== null && record.id !== id) return gone();
  const blame = workspace.blame();
  return {
    ...rowFacts(reader, number, record),
    files: record.files.map(recordFile),
    revision: record.vcs.revision_id,
    commits: commitNotes(workspace.home.sidecar).commitsOf(record.id),
    decision: record.decision,
    mutation_confidence: record.mutation_confidence ?? null,
    mutation_signals: record.mutation_signals ?? [],
    chain: record.integrity,
    seal: blame.sealOf(number),
    suspect: record.intent_id !== null && blame.isSuspect(record.intent_id, number),
    line: reader.line(number),
  };
}

function recordFile(file: KnownFile): RecordFile {
  const ranges = file.conversations.flatMap((one) => (one.ranges === "unknown" ? [] : one.ranges));
  return {
    path: file.relative_path,
    change: file.change,
    renamed_from: file.renamed_from ?? null,
    before_hash: file.before_hash ?? null,
    after_hash: file.after_hash ?? null,
    contributors: file.conversations.map(({ url, contributor }) => ({
      entity_type: contributor.entity_type,
      model: contributor.model_identifier,
      session: url,
    })),
    ranges: ranges.slice(0, RANGES).map(({ start_line, end_line, content_hash, symbol }) => ({
      start_line,
      end_line,
      content_hash,
      symbol: symbol ?? null,
    })),
    more_ranges: Math.max(0, ranges.length - RANGES),
  };
}
