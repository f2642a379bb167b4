/** Sessions as rows of a terminal. */
import { pastedWord } from "@intentgate/documents";
import type { SessionState } from "@intentgate/sidecar";
import { ago } from "./elapsed.ts";
import { oneLine } from "./one-line.ts";

/** The state in words, worst first; empty for a session like any other. */
function sessionNotes(session: SessionState, stoppedAt: number): string[] {
  const notes: string[] = [];
  if (session.denialsInARow >= stoppedAt)
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

export function sessionRow(session: SessionState, now: Date, stoppedAt: number): string[] {
  const seen = session.lastAt ? ago(session.lastAt, now) : "never seen";
  const host = session.host ? `${oneLine(session.host, 20)}, ` : "";
  const notes = sessionNotes(session, stoppedAt).join("; ");
  return [oneLine(session.id, 48), session.intent?.id ?? "no intent", `${host}${seen}`, notes];
}
