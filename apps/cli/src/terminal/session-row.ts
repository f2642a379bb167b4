/** Sessions as rows of a terminal. */
import { pastedWord } from "@intentgate/documents";
import type { Workspace } from "@intentgate/gate";
import { isCircuitOpen } from "@intentgate/policy";
import { lineageOf, type SessionState, type Stop, stopLimit } from "@intentgate/sidecar";
import { ago, clockTime, localTime } from "./elapsed.ts";
import { oneLine } from "./one-line.ts";

/** `stopped by you, 14:02`: of another day with its date. */
export function stopWords({ at, by }: Stop, person: string, now: Date): string {
  const when = localTime(at).slice(0, 10) === localTime(now.toISOString()).slice(0, 10) ? clockTime(at) : localTime(at);
  return `stopped by ${by === person ? "you" : oneLine(by, 40)}, ${when.slice(0, -3)}`;
}

/** The state in words, worst first; empty for a session like any other. */
function sessionNotes(session: SessionState, stop: Stop | null, workspace: Workspace, person: string): string[] {
  const notes: string[] = [];
  const stoppedAt = stopLimit(workspace);
  if (stop !== null) notes.push(stopWords(stop, person, workspace.now()));
  if (isCircuitOpen(session, stoppedAt))
    notes.push(`stopped after ${session.denialsInARow} refusals: intentgate session reset ${pastedWord(session.id)}`);
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

/** `person`: who reads it. A subagent works under the intent of a session above it. */
export function sessionRow(session: SessionState, workspace: Workspace, person: string): string[] {
  const seen = session.lastAt ? ago(session.lastAt, workspace.now()) : "never seen";
  const host = session.host ? `${oneLine(session.host, 20)}, ` : "";
  const { intent, stop } = lineageOf(workspace.home, { id: session.id });
  const notes = sessionNotes(session, stop, workspace, person).join("; ");
  return [oneLine(session.id, 48), intent?.id ?? "no intent", `${host}${seen}`, notes];
}
