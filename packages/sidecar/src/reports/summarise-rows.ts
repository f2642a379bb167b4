/** From logged phases to a report: what was stopped, what would have been, and what happened all the same. */
import type { DecisionRow } from "../store/store.ts";

export interface Example {
  timestamp: string;
  invocation_id: string;
  session: string;
  tool: string;
  intent_id: string | null;
  reason: string | null;
}

export interface Tally {
  /** The code of the refusal; for questions, the tool. */
  what: string;
  count: number;
  sessions: number;
  /** The newest few. */
  examples: Example[];
}

export interface Report {
  calls: number;
  sessions: number;
  stopped: Tally[];
  /** By observe mode or a pause: let pass, but enforcing would have stopped it. */
  would_have_stopped: Tally[];
  would_have_asked: Tally[];
  violations: (Example & { paths: string[] })[];
  /** Commands that were taken for such as only read, and were stopped by their box when they wrote. */
  wrong_safe: Tally[];
}

const OVERLAP_MS = 60 * 60_000;
const EXAMPLES = 3;
const MOST_VIOLATIONS = 50;

/** Rows come newest first; reading stops where they are older than asked for, with some room for writers that overlap. */
export function summariseRows(rows: Iterable<DecisionRow>, since: Date): Report {
  const from = since.toISOString();
  const enough = new Date(since.getTime() - OVERLAP_MS).toISOString();
  const calls = new Set<string>();
  const sessions = new Set<string>();
  const stopped = createTallies();
  const wouldStop = createTallies();
  const wouldAsk = createTallies();
  const wrongSafe = createTallies();
  const violations: Report["violations"] = [];
  for (const row of rows) {
    if (row.timestamp < enough) break;
    if (row.timestamp < from) continue;
    // What a person does (a pause, say) is logged as one phase of its own and is no call.
    if (row.phase !== "post") {
      calls.add(row.invocation_id);
      sessions.add(row.session);
    }
    if (row.decision === "deny") stopped.add(row.code ?? "BLOCKED_BY_HOOK", row);
    else if (row.decision === "would_deny") wouldStop.add(row.code ?? "BLOCKED_BY_HOOK", row);
    else if (row.decision === "would_ask") wouldAsk.add(row.tool, row);
    else if (row.decision === "wrong_safe") wrongSafe.add(row.tool, row);
    else if (row.decision === "violation") violations.push({ ...exampleOf(row), paths: pathsOf(row) });
  }
  return {
    calls: calls.size,
    sessions: sessions.size,
    stopped: stopped.sorted(),
    would_have_stopped: wouldStop.sorted(),
    would_have_asked: wouldAsk.sorted(),
    violations: violations.slice(0, MOST_VIOLATIONS),
    wrong_safe: wrongSafe.sorted(),
  };
}

function createTallies() {
  const tallies = new Map<string, { calls: Set<string>; sessions: Set<string>; examples: Example[] }>();
  return {
    add(what: string, row: DecisionRow): void {
      const tally = tallies.get(what) ?? { calls: new Set(), sessions: new Set(), examples: [] };
      tallies.set(what, tally);
      if (tally.calls.has(row.invocation_id)) return; // the checks ran twice around an approval
      tally.calls.add(row.invocation_id);
      tally.sessions.add(row.session);
      if (tally.examples.length < EXAMPLES) tally.examples.push(exampleOf(row));
    },
    sorted(): Tally[] {
      const all = [...tallies].map(([what, { calls, sessions, examples }]) => ({
        what,
        count: calls.size,
        sessions: sessions.size,
        examples,
      }));
      return all.sort((a, b) => b.count - a.count || a.what.localeCompare(b.what));
    },
  };
}

function exampleOf(row: DecisionRow): Example {
  const { timestamp, invocation_id, session, tool, intent_id } = row;
  const reason = typeof row.reason === "string" ? row.reason : null;
  return { timestamp, invocation_id, session, tool, intent_id, reason };
}

function pathsOf(row: DecisionRow): string[] {
  return Array.isArray(row.paths) ? row.paths.filter((path): path is string => typeof path === "string") : [];
}

const HOUR = 60 * 60_000;
const units: Record<string, number> = { m: 60_000, h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/** What `--since` says: `30m`, `12h`, `7d`, `2w` before now, or a date; null for anything else. */
export function readSince(text: string, now: Date): Date | null {
  const span = /^([1-9]\d{0,3})([mhdw])$/.exec(text.trim());
  if (span) return new Date(now.getTime() - Number(span[1]) * (units[span[2] ?? ""] ?? Number.NaN));
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]{5,12}(Z|[+-]\d{2}:\d{2})?)?$/.test(text.trim())) return null;
  const date = new Date(text.trim());
  return Number.isNaN(date.getTime()) ? null : date;
}
