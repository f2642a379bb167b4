/** From logged phases to one line a call: what was asked for, how it ended, and why. */
import type { DecisionRow, Store } from "../store/store.ts";

export interface Invocation {
  invocation_id: string;
  timestamp: string;
  session: string;
  tool: string;
  intent_id: string | null;
  /** allowed, failed, denied, unknown; or what a person did (paused …); `open` while it has not ended. */
  outcome: string;
  code: string | null;
  reason: string | null;
  /** Hooks that would have stopped it, had the gate enforced. */
  would_deny: string[];
  ms: number;
}

export interface InvocationFilter {
  session: string | null;
  code: string | null;
}

const PHASES_A_CALL = 8;

/** The newest `count` calls that fit, oldest first; reads further back until there are enough. */
export function newestInvocations(
  decisions: Store["decisions"],
  filter: InvocationFilter,
  count: number,
): Invocation[] {
  for (let want = count * PHASES_A_CALL; ; want *= 4) {
    const rows = decisions.newest(want);
    const all = [...grouped(rows.filter(isSound)).values()];
    const complete = rows.length < want;
    // The oldest call may have been cut in two by the limit.
    const found = (complete ? all : all.slice(1)).map((rows) => summarise(rows)).filter((one) => fits(one, filter));
    if (complete || found.length >= count) return found.slice(-count);
  }
}

/** A line that somebody else wrote may lack what ours always have. */
export function isSound(row: DecisionRow): boolean {
  return typeof row.ms === "number" && [row.session, row.tool].every((text) => typeof text === "string");
}

export function grouped(rows: readonly DecisionRow[]): Map<string, DecisionRow[]> {
  const calls = new Map<string, DecisionRow[]>();
  for (const row of rows) {
    const phases = calls.get(row.invocation_id);
    if (phases) phases.push(row);
    else calls.set(row.invocation_id, [row]);
  }
  return calls;
}

/** One call from all its phases, in the order they were logged. */
export function summarise(rows: readonly DecisionRow[]): Invocation {
  const first = rows[0] as DecisionRow;
  const done = rows.findLast((row) => row.phase === "done");
  const no = rows.findLast((row) => row.decision === "deny");
  const noted = rows.filter((row) => row.decision === "would_deny" || row.decision === "would_ask");
  const alone = rows.length === 1 && first.phase === "post" ? first.decision : undefined;
  return {
    invocation_id: first.invocation_id,
    timestamp: first.timestamp,
    session: first.session,
    tool: first.tool,
    intent_id: rows.findLast((row) => row.intent_id !== null)?.intent_id ?? null,
    outcome: alone ?? outcomeOf(done?.decision ?? (no ? "denied" : undefined)),
    code: done?.code ?? no?.code ?? noted[0]?.code ?? null,
    reason: reasonOf(no) ?? reasonOf(noted[0]) ?? null,
    would_deny: noted.flatMap((row) => (row.hook ? [row.hook] : [])),
    ms: longest(rows, isBefore) + longest(rows, (row) => !isBefore(row)),
  };
}

/** Both halves of a call count from their own beginning: it may be two processes. */
function isBefore({ phase }: DecisionRow): boolean {
  return phase === "received" || phase === "pre" || phase === "ask";
}

function longest(rows: readonly DecisionRow[], which: (row: DecisionRow) => boolean): number {
  return Math.max(0, ...rows.filter(which).map((row) => row.ms));
}

function outcomeOf(ended: string | undefined): string {
  if (ended === undefined) return "open";
  return ended === "succeeded" ? "allowed" : ended;
}

export function reasonOf(row: DecisionRow | undefined): string | null {
  return typeof row?.reason === "string" && row.reason !== "" ? row.reason : null;
}

function fits(call: Invocation, { session, code }: InvocationFilter): boolean {
  return (session === null || call.session === session) && (code === null || call.code === code);
}
