/** Which sessions count as being at work, and what to say about each. */
import { defaultPolicy } from "@intentgate/policy";
import type { SessionState, Workspace } from "@intentgate/workspace";
import { ago } from "./elapsed.ts";
import { oneLine } from "./one-line.ts";
import { shellWord } from "./shell-word.ts";

const LIVE_MS = 24 * 60 * 60_000;

/** Not ended, and heard of within a day: agents that were killed never say goodbye. Newest first. */
export function liveSessions(workspace: Workspace): SessionState[] {
  const now = workspace.now().getTime();
  return allSessions(workspace).filter((one) => !one.ended && now - Date.parse(one.lastAt ?? "") < LIVE_MS);
}

export function allSessions(workspace: Workspace): SessionState[] {
  return workspace.home.store.sessions.list().sort((a, b) => (b.lastAt ?? "").localeCompare(a.lastAt ?? ""));
}

/** The state in words, worst first; empty for a session like any other. */
function sessionNotes(session: SessionState, stoppedAt: number): string[] {
  const notes: string[] = [];
  if (session.denialsInARow >= stoppedAt)
    notes.push(`stopped after ${session.denialsInARow} refusals: intentgate session reset ${shellWord(session.id)}`);
  else if (session.denialsInARow > 0) notes.push(`${session.denialsInARow} refused in a row`);
  if (session.standing.size > 0)
    notes.push(
      `in-scope writes approved for ${[...session.standing.keys()].map((one) => oneLine(one, 40)).join(", ")}`,
    );
  if (session.approvedCommands.size > 0) notes.push(`commands approved: ${session.approvedCommands.size}`);
  if (session.parent !== null) notes.push(`subagent of ${oneLine(session.parent, 40)}`);
  if (session.ended) notes.push("ended");
  return notes;
}

/** How many refusals in a row stop a session; the default where the policy cannot be read. */
export function stopLimit(workspace: Workspace): number {
  const rules = workspace.home.rules();
  return rules.ok ? rules.value.policy.limits.denials_in_a_row : defaultPolicy.limits.denials_in_a_row;
}

export function sessionRow(session: SessionState, now: Date, stoppedAt: number): string[] {
  const seen = session.lastAt ? ago(session.lastAt, now) : "never seen";
  const host = session.host ? `${oneLine(session.host, 20)}, ` : "";
  const notes = sessionNotes(session, stoppedAt).join("; ");
  return [oneLine(session.id, 48), session.intent?.id ?? "no intent", `${host}${seen}`, notes];
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
