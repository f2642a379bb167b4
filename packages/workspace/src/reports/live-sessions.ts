/** Which sessions count as being at work, and what to say about each. */
import { defaultPolicy } from "@intentgate/policy";
import type { SessionState } from "../store/store.ts";
import type { Workspace } from "../workspace.ts";

const LIVE_MS = 24 * 60 * 60_000;

/** Not ended, and heard of within a day: agents that were killed never say goodbye. Newest first. */
export function liveSessions(workspace: Workspace): SessionState[] {
  const now = workspace.now().getTime();
  return allSessions(workspace).filter((one) => !one.ended && now - Date.parse(one.lastAt ?? "") < LIVE_MS);
}

export function allSessions(workspace: Workspace): SessionState[] {
  return workspace.home.store.sessions.list().sort((a, b) => (b.lastAt ?? "").localeCompare(a.lastAt ?? ""));
}

/** How many refusals in a row stop a session; the default where the policy cannot be read. */
export function stopLimit(workspace: Workspace): number {
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
    denials_in_a_row: session.denialsInARow,
    stopped: session.denialsInARow >= stoppedAt,
    standing_approvals: Object.fromEntries(session.standing),
    approved_commands: session.approvedCommands.size,
    pending_calls: session.pending.size,
  };
}
