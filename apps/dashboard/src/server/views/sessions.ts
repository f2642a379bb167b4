/** The sessions at work as the page shows them, and what a person does about them. */
import { intentsOf, resumeSession, sessionsOnFloor, stopSession } from "@intentgate/gate";
import { isCircuitOpen } from "@intentgate/policy";
import { allSessions, changingCalls, lineageOf, liveSessions, type SessionState, stopLimit } from "@intentgate/sidecar";
import type { ActedOn, SessionAct, SessionCard, SessionStop } from "../../api/now.ts";
import { refuse } from "../door/failure.ts";
import type { Served } from "../project/served.ts";

type Here = Pick<Served, "workspace" | "person">;

export function sessionCards({ workspace, person }: Here, sessions: readonly SessionState[]): SessionCard[] {
  const { home } = workspace;
  const intents = intentsOf(home);
  const nameOf = (id: string) => (intents.ok ? (intents.value.get(id)?.name ?? null) : null);
  /** A subagent works under the intent of a session above it. */
  const intentOf = ({ id }: SessionState) => {
    const { intent } = lineageOf(home, { id });
    return intent && { id: intent.id, name: nameOf(intent.id) };
  };
  const limit = stopLimit(workspace);
  const floors = sessionsOnFloor(workspace.stateDir);
  return sessions.map((session) => ({
    id: session.id,
    host: session.host,
    parent: session.parent,
    intent: intentOf(session),
    last_at: session.lastAt,
    denials_in_a_row: session.denialsInARow,
    stopped: isCircuitOpen(session, limit),
    stop: stopOf({ workspace, person }, session),
    standing: [...session.standing.keys()],
    approved_commands: session.approvedCommands.size,
    running_calls: changingCalls(session).length,
    floor: floors.has(session.id),
  }));
}

function stopOf({ workspace, person }: Here, { id }: SessionState): SessionStop | null {
  const { stop } = lineageOf(workspace.home, { id });
  if (stop === null) return null;
  return {
    at: stop.at,
    by: stop.by,
    by_you: stop.by === person,
    with_parent: stop.session === id ? null : stop.session,
  };
}

export function actOnSession(served: Served, id: string, act: SessionAct): SessionCard {
  const { workspace, news } = served;
  const known = () => allSessions(workspace).find((one) => one.id === id);
  const session = known();
  if (!session) return refuse(404, "NOT_FOUND", "there is no such session", "Look at the sessions that are at work.");
  perform(served, session, act);
  news.tell(["sessions", "approvals"]);
  const [card] = sessionCards(served, [known() ?? session]);
  return card as SessionCard;
}

function perform(served: Served, session: SessionState, act: SessionAct): void {
  const { workspace, person } = served;
  const { id } = session;
  const at = workspace.now().toISOString();
  switch (act) {
    case "reset":
      workspace.home.store.sessions.append(id, [{ kind: "reset", at, by: person }]);
      break;
    case "revoke":
      workspace.home.store.sessions.append(id, [{ kind: "standing_revoked", at }]);
      break;
    case "stop":
      stopSession(workspace, id, person);
      break;
    case "resume": {
      const above = stopOf(served, session)?.with_parent ?? null;
      if (session.stop === null && above !== null)
        refuse(409, "NOT_ALLOWED", "it is stopped with the session that it belongs to", "Let that one go on.");
      resumeSession(workspace, id, person);
      break;
    }
  }
}

/** Those above: what is below a stopped session is stopped with it. */
export function actOnAll({ workspace, person, news }: Served, act: "stop" | "resume"): ActedOn {
  const live = liveSessions(workspace);
  const wanted =
    act === "stop"
      ? live.filter(({ parent }) => parent === null || !live.some(({ id }) => id === parent))
      : allSessions(workspace).filter(({ stop }) => stop !== null);
  for (const { id } of wanted) (act === "stop" ? stopSession : resumeSession)(workspace, id, person);
  news.tell(["sessions", "approvals"]);
  return { sessions: wanted.length };
}
