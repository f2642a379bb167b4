/** A person stops sessions and lets them go on. The word lies in the journal; what runs meanwhile is ended. */
import { join } from "node:path";
import { endHolder, endRuns, listHeld, readOrder, spoilTicket, ticketIds } from "@intentgate/box";
import { ProblemError, problem } from "@intentgate/documents";
import {
  allSessions,
  findRoot,
  type GovernedRoot,
  openRoot,
  type RootRegistry,
  rootStates,
  rootsThatSaw,
  type Stop,
} from "@intentgate/sidecar";
import { namesIn } from "@intentgate/world";
import { sessionOfOrder } from "../contained/tickets.ts";
import { questionsOf, withdraw } from "./withdraw-requests.ts";

/** What of an opened workspace this needs. */
interface Stopping {
  home: GovernedRoot;
  registry: RootRegistry;
  stateDir: string;
  now(): Date;
  newId(): string;
}

export interface StoppedSession {
  session: string;
  /** It was never heard of: its first call will be refused. */
  isUnknown: boolean;
  /** Null where it was not stopped before. */
  before: Stop | null;
  /** How many sessions below it are stopped with it. */
  subagents: number;
  /** What ended with it. */
  held: number;
  running: number;
  questions: number;
}

export interface ResumedSession {
  session: string;
  /** Null where it was not stopped. */
  before: Stop | null;
}

export function stopSession(workspace: Stopping, id: string, by: string): StoppedSession {
  const { home } = workspace;
  const known = home.store.sessions.read(id);
  const family = withSubagents(workspace, id);
  const now = workspace.now();
  let ended: Ended = { held: 0, running: 0, questions: 0 };
  try {
    for (const root of rootsOf(workspace, id)) {
      const { sessions } = root.store;
      if (sessions.read(id).stop === null) sessions.append(id, [{ kind: "stopped", at: now.toISOString(), by }]);
      if (sessions.read(id).stop === null) throw notWritten(root, id);
    }
  } finally {
    // Also where nothing could be written down: what runs is ended all the same.
    ended = endWork(workspace, family, by);
  }
  const did = ended.held + ended.running + ended.questions > 0;
  if (known.stop === null || did) record(workspace, id, "stop", "stopped", { by, ...ended });
  const isUnknown = known.startedAt === null;
  return { session: id, isUnknown, before: known.stop, subagents: family.size - 1, ...ended };
}

/** What cannot be recorded does not happen. */
export function resumeSession(workspace: Stopping, id: string, by: string): ResumedSession {
  const before = workspace.home.store.sessions.read(id).stop;
  const stopped = rootsOf(workspace, id).filter((root) => root.store.sessions.read(id).stop !== null);
  if (stopped.length > 0) record(workspace, id, "resume", "resumed", { by });
  const at = workspace.now().toISOString();
  for (const root of stopped) root.store.sessions.append(id, [{ kind: "resumed", at, by }]);
  return { session: id, before };
}

/** The session, and everything that it started, however deep. */
function withSubagents(workspace: Stopping, id: string): Set<string> {
  const family = new Set([id]);
  const all = allSessions(workspace);
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const one of all) if (one.parent !== null && family.has(one.parent)) family.add(one.id);
  }
  return family;
}

/** This root, and every other one of this user that the session was seen in. */
function rootsOf({ home, registry, stateDir, now }: Stopping, id: string): GovernedRoot[] {
  const others = rootsThatSaw([id], registry).filter((root) => root !== home.root && root !== home.authoredAt);
  return [home, ...others.map((root) => openRoot(findRoot(root, registry), stateDir, now))];
}

type Ended = Pick<StoppedSession, "held" | "running" | "questions">;

function endWork(workspace: Stopping, family: ReadonlySet<string>, by: string): Ended {
  const { stateDir, now } = workspace;
  const { approvals } = workspace.home.store;
  spoilTickets(stateDir, family);
  const states = rootStates(stateDir);
  const running = namesIn(states).reduce((sum, name) => sum + endRuns(join(states, name), family), 0);
  const held = listHeld(stateDir).filter(({ session }) => family.has(session)).length;
  for (const id of family) endHolder(stateDir, id);
  const withdrawn = questionsOf(approvals, family).filter(({ id }) => withdraw(approvals, id, by, now()));
  return { running, held, questions: withdrawn.length };
}

/** Lines that were given and nobody has run yet. */
function spoilTickets(stateDir: string, family: ReadonlySet<string>): void {
  for (const id of ticketIds(stateDir)) {
    const session = sessionOfOrder(readOrder(stateDir, id));
    if (session !== null && family.has(session)) spoilTicket(stateDir, id);
  }
}

function record(
  { home, newId }: Stopping,
  session: string,
  tool: "stop" | "resume",
  decision: string,
  detail: Record<string, unknown>,
): void {
  const entry = { invocationId: newId(), phase: "post" as const, session, tool, intentId: null, ms: 0 };
  home.store.decisions.append([{ ...entry, decision, detail }]);
}

function notWritten({ root }: GovernedRoot, id: string): ProblemError {
  const message = `the stop of ${JSON.stringify(id)} could not be read back from its journal in ${root}`;
  return new ProblemError([problem("CANNOT_WRITE", message, "Stop it again; end the agent itself where that fails.")]);
}
