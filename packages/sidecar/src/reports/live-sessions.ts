/** Which sessions count as being at work, and what to say about each. */

import { defaultPolicy, isCircuitOpen } from "@intentgate/policy";
import type { GovernedRoot } from "../roots/governed-root.ts";
import { lineageOf } from "../sessions/lineage.ts";
import { changingCalls } from "../store/changing-calls.ts";
import type { SessionState } from "../store/store.ts";

/** What of an opened workspace these need. */
interface Here {
  home: GovernedRoot;
  now(): Date;
}

const LIVE_MS = 24 * 60 * 60_000;

/** Not ended, and heard of or stopped within a day: agents that were killed never say goodbye. Newest first. */
export function liveSessions(workspace: Here): SessionState[] {
  return allSessions(workspace).filter((one) => !one.ended && !isSilent(one, workspace.now()));
}

/** Of which nothing was heard for a day, and that nobody ended. */
export function silentSessions(workspace: Here): SessionState[] {
  return allSessions(workspace).filter((one) => !one.ended && isSilent(one, workspace.now()));
}

function isSilent({ lastAt, stop }: SessionState, now: Date): boolean {
  const isNew = (at: string | undefined | null) => now.getTime() - Date.parse(at ?? "") < LIVE_MS;
  return !isNew(lastAt) && !isNew(stop?.at);
}

export function allSessions(workspace: Pick<Here, "home">): SessionState[] {
  return workspace.home.store.sessions.list().sort((a, b) => (b.lastAt ?? "").localeCompare(a.lastAt ?? ""));
}

/** How many refusals of the same change stop a session; the default where the policy cannot be read. */
export function stopLimit(workspace: Pick<Here, "home">): number {
  const rules = workspace.home.rules();
  return rules.ok ? rules.value.policy.limits.denials_in_a_row : defaultPolicy.limits.denials_in_a_row;
}

/** A subagent works under the intent of a session above it. */
export function sessionData(session: SessionState, { home }: Pick<Here, "home">) {
  const { id, host, model, parent } = session;
  const { intent } = lineageOf(home, { id });
  return {
    id,
    host,
    model,
    parent,
    intent_id: intent?.id ?? null,
    taken_by: intent?.by ?? null,
    started_at: session.startedAt,
    last_at: session.lastAt,
    ended: session.ended,
    stop: session.stop,
    denials_in_a_row: session.denialsInARow,
    stopped: isCircuitOpen(session, stopLimit({ home })),
    standing_approvals: Object.fromEntries(session.standing),
    approved_commands: session.approvedCommands.size,
    pending_calls: changingCalls(session).length,
  };
}

/** All that the gate remembers of one session; for its own bookkeeping, and for a person who wants to see it. */
export function sessionDetail(session: SessionState, workspace: Pick<Here, "home">) {
  return {
    ...sessionData(session, workspace),
    taken_at: session.intent?.at ?? null,
    has_changed: session.hasChanged,
    had_tool_failure: session.hadToolFailure,
    stops_held: session.stopsHeld,
    commands: [...session.approvedCommands].map(([key, approval]) => {
      const [intent_id, command] = key.split("\0");
      return { intent_id, command, approval };
    }),
    open_calls: openCalls(session),
    seen_files: Object.fromEntries([...session.seen].sort(([a], [b]) => (a < b ? -1 : 1))),
    history: Object.fromEntries(session.history),
    damaged_lines: session.damaged,
  };
}

/** Allowed, and not told to be over: by this program in one process, or by a host that calls us before and after. */
function openCalls({ open }: SessionState) {
  return [...open.values()]
    .map(({ invocationId, tool, intentId, at }) => ({ invocation_id: invocationId, tool, intent_id: intentId, at }))
    .sort((a, b) => a.at.localeCompare(b.at));
}
