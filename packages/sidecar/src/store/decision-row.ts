/** One phase of one invocation as it is kept. */
import { jsonFields } from "@intentgate/documents";
import type { PhaseEntry } from "@intentgate/engine";
import { redact, redactText } from "./redact.ts";
import type { DecisionRow } from "./store.ts";

const FIXED = ["timestamp", "invocation_id", "phase", "session", "tool", "intent_id", "ms", "hook", "decision", "code"];

/** A detail never takes the place of a fixed field, also not of one this row does not have. */
export function decisionRow(entry: PhaseEntry, timestamp: string): DecisionRow {
  const detail = Object.entries(redact(entry.detail ?? {}) as Record<string, unknown>);
  const optional = { hook: entry.hook, decision: entry.decision, code: entry.code };
  return {
    timestamp,
    invocation_id: entry.invocationId,
    phase: entry.phase,
    session: redactText(entry.session),
    tool: redactText(entry.tool),
    intent_id: entry.intentId === null ? null : redactText(entry.intentId),
    ms: entry.ms,
    ...Object.fromEntries(
      Object.entries(optional).flatMap(([key, text]) => (text === undefined ? [] : [[key, redactText(text)]])),
    ),
    ...Object.fromEntries(detail.filter(([key, value]) => value !== undefined && !FIXED.includes(key))),
  };
}

/** Null for a torn or foreign line. */
export function readDecisionRow(line: string): DecisionRow | null {
  const row: Partial<DecisionRow> = jsonFields(line);
  const sound = typeof row.invocation_id === "string" && typeof row.phase === "string";
  return sound && typeof row.timestamp === "string" ? (row as DecisionRow) : null;
}
