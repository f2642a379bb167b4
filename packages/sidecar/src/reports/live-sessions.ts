/** Which sessions count as being at work, and what to say about each. */

import { defaultPolicy, isCircuitOpen } from "@intentgate/policy";
import type { GovernedRoot } from "../roots/governed-root.ts";
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
  const now = workspace.now().getTime();
  const isNew = (at: string | undefined | null) => now - Date.parse(at ?? "") < LIVE_MS;
  return allSessions(workspace).filter((one) => !one.ended && (isNew(one.lastAt) || isNew(one.stop?.at)));
}

export function allSessions(workspace: Pick<Here, "home">): SessionState[] {
  return workspace.home.store.sessions.list().sort((a, b) => (b.lastAt ?? "").localeCompare(a.lastAt ?? ""));
}

/** How many refusals of the same change stop a session; the default where the policy cannot be read. */
export function stopLimit(workspace: Pick<Here, "home">): number {
  const rules = workspace.home.rules();
  return rules.ok ? rules.value.policy.limits.denials_in_a_row : defaultPolicy.limits.denials_in_a_row;
}

export function sessionData(session: SessionState, stoppedAt: number) {
  const { id, host, model, parent, intent } = session;
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
    stopped: isCircuitOpen(session, stoppedAt),
    standing_approvals: Object.fromEntries(session.standing),
    approved_commands: session.approvedCommands.size,
    pending_calls: changingCalls(session).length,
  };
}

/** All that the gate remembers of one session; for its own bookkeeping, and for a person who wants to see it. */
export function sessionDetail(session: SessionState, stoppedAt: number) {
  return {
    ...sessionData(session, stoppedAt),
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
