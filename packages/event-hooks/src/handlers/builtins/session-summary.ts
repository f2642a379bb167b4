/** At the end of a session: what it changed, under which intents, and what it was refused. */
import { plainLine } from "@intentgate/documents";
import { changingCalls, type DecisionRow, type SessionState } from "@intentgate/sidecar";
import type { TraceRecord } from "@intentgate/trace";
import type { Builtin, BuiltinPorts } from "./builtin.ts";

const NEWEST = 2_000;
const MOST_ROWS = 20_000;
const SHOWN = 8;

export const sessionSummary: Builtin = (event, ports) => {
  const state = ports.store.sessions.read(event.session_id);
  const lines = [...changeLines(ports, state), ...refusalLines(ports, state), ...openLines(state)];
  const said = lines.length > 0 ? lines : ["This session changed nothing through the gate."];
  return {
    logs: said.map((message) => ({ level: "info", message })),
    // Nothing done is nothing to be told of.
    messages_to_user: lines,
  };
};

function changeLines({ store }: BuiltinPorts, { id }: SessionState): string[] {
  const newest = store.ledger.newest(NEWEST);
  const own = newest.filter(({ integrity }) => integrity.session === id);
  // Where the chain's beginning lies further back than was read, what is counted is a part.
  const isWhole = own[0] === undefined || own[0].integrity.seq === 1;
  const byIntent = new Map<string, TraceRecord[]>();
  for (const record of own) byIntent.set(record.intent_id, [...(byIntent.get(record.intent_id) ?? []), record]);
  const lines = [...byIntent].map(([intent, records]) => {
    const files = changedFiles(records);
    const count = files.length === 1 ? "1 file" : `${files.length} files`;
    const atLeast = isWhole ? "" : "at least ";
    return `${plainLine(intent, 130)}: changed ${atLeast}${count}: ${listed(files)}.`;
  });
  const failures = own.filter(({ decision }) => decision.outcome !== "OK").length;
  if (failures === 0) return lines;
  return [...lines, `${failures === 1 ? "1 call" : `${failures} calls`} changed files and did not end well.`];
}

/** Each path once, with what became of it last. */
function changedFiles(records: readonly TraceRecord[]): string[] {
  const last = new Map<string, string>();
  for (const { files } of records) {
    for (const { relative_path, change, renamed_from } of files) {
      if (renamed_from !== undefined) last.delete(renamed_from);
      const isNew = last.get(relative_path) === "created" && change === "modified";
      last.set(relative_path, isNew ? "created" : change);
    }
  }
  return [...last].map(([path, change]) => {
    const name = plainLine(path, 80);
    return change === "modified" ? name : `${name} (${change})`;
  });
}

function listed(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return names.slice(0, SHOWN).join(", ") + more;
}

function refusalLines({ store }: BuiltinPorts, state: SessionState): string[] {
  const codes = new Map<string, string>();
  for (const row of rowsOf(store.decisions.rows(), state)) {
    if (row.decision === "deny") codes.set(row.invocation_id, row.code ?? "BLOCKED_BY_HOOK");
  }
  if (codes.size === 0) return [];
  const counts = new Map<string, number>();
  for (const code of codes.values()) counts.set(code, (counts.get(code) ?? 0) + 1);
  const named = [...counts].sort((a, b) => b[1] - a[1]).map(([code, count]) => `${plainLine(code, 40)} ${count}×`);
  return [`${codes.size === 1 ? "1 call was" : `${codes.size} calls were`} refused: ${listed(named)}.`];
}

/** Newest first, and only as far back as the session goes. */
function* rowsOf(rows: Iterable<DecisionRow>, { id, startedAt }: SessionState): Generator<DecisionRow> {
  let read = 0;
  for (const row of rows) {
    if (read++ >= MOST_ROWS || (startedAt !== null && row.timestamp < startedAt)) return;
    if (row.session === id) yield row;
  }
}

function openLines(session: SessionState): string[] {
  const tools = [...new Set(changingCalls(session).map(({ tool }) => plainLine(tool, 40)))];
  return tools.length === 0 ? [] : [`Not ended yet: ${listed(tools)}.`];
}
