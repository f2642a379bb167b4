/** *Now*: what runs, what was decided, what waits; and a person's answers to it. */
import { type Problem, ProblemError, problem } from "@intentgate/documents";
import { choicesFor, intentsOf, requestDetails, toAnswer } from "@intentgate/gate";
import { readPolicy } from "@intentgate/policy";
import {
  allSessions,
  authoredNames,
  changingCalls,
  liveSessions,
  type OpenApproval,
  type SessionState,
  stopLimit,
  waitingRequests,
} from "@intentgate/sidecar";
import type {
  AnswerBody,
  Answered,
  CallDetail,
  CallRow,
  NowView,
  SessionAct,
  SessionCard,
  WaitingApproval,
} from "../../api/now.ts";
import { asApiProblem, refuse } from "../door/failure.ts";
import type { ListedCall } from "../project/call-list.ts";
import type { Served } from "../project/served.ts";

const SESSIONS = 100;
const CALLS = 50;

export function nowView({ workspace, presence, calls }: Served): NowView {
  const { home } = workspace;
  const problems: Problem[] = [];
  const part = <T>(read: () => T, otherwise: T): T => partOf(read, otherwise, problems);
  presence.seen();
  const rules = part(() => home.rules(), { ok: false as const, problems: [] });
  if (!rules.ok) problems.push(...rules.problems);
  const names = part(() => namesOf(home), new Map<string, string>());
  const sessions = part(() => liveSessions(workspace), []);
  const limit = part(() => stopLimit(workspace), Number.POSITIVE_INFINITY);
  return {
    root: home.root,
    mode: rules.ok ? rules.value.policy.mode : part(() => modeAlone(home), null),
    paused_until: part(() => home.pauses.active()?.until ?? null, null),
    sessions: sessions.slice(0, SESSIONS).map((one) => sessionCard(one, limit, names)),
    sessions_total: sessions.length,
    approvals: part(() => waitingRequests(home.store.approvals, workspace.now()), []).map(waitingApproval),
    calls: part(() => calls.all(), [])
      .slice(0, CALLS)
      .map(callRow),
    held: part(() => authoredNames.filter((name) => home.authored.isHeld(name)), []),
    problems: unique(problems).map(asApiProblem),
  };
}

type Home = Served["workspace"]["home"];

function namesOf(home: Home): Map<string, string> {
  const intents = intentsOf(home);
  return new Map(intents.ok ? [...intents.value.values()].map(({ id, name }) => [id, name]) : []);
}

/** The intents may be what is broken; the mode is still worth knowing. */
function modeAlone(home: Home): NowView["mode"] {
  const read = readPolicy(home.authored.current("policy.yaml") ?? "", ".orchestration/policy.yaml");
  return read.ok ? read.value.mode : null;
}

/** A broken file leaves its part empty and becomes a problem. */
function partOf<T>(read: () => T, otherwise: T, problems: Problem[]): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError) problems.push(...error.problems);
    else {
      const { code, path, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      const remedy = "Check that it is a regular file of yours.";
      problems.push(problem("CANNOT_READ", message, remedy, { file: path ?? null }));
    }
    return otherwise;
  }
}

function unique(problems: readonly Problem[]): Problem[] {
  const texts = problems.map((one) => JSON.stringify(one));
  return problems.filter((_, at) => texts.indexOf(texts[at] ?? "") === at);
}

function sessionCard(session: SessionState, limit: number, names: ReadonlyMap<string, string>): SessionCard {
  const { id, host, model, parent, intent } = session;
  return {
    id,
    host,
    model,
    parent,
    intent: intent && { id: intent.id, name: names.get(intent.id) ?? null },
    started_at: session.startedAt,
    last_at: session.lastAt,
    denials_in_a_row: session.denialsInARow,
    stopped: session.denialsInARow >= limit,
    standing: [...session.standing.keys()],
    approved_commands: session.approvedCommands.size,
    running_calls: changingCalls(session).length,
  };
}

export function callRow({ timestamp, ...call }: ListedCall): CallRow {
  return { ...call, at: timestamp };
}

export function callDetail({ workspace, calls }: Served, id: string): CallDetail {
  const rows = workspace.home.store.decisions.of(id);
  const call = calls.all().find((one) => one.invocation_id === id);
  if (rows.length === 0 || !call)
    return refuse(404, "NOT_FOUND", "no call of this id is kept", "Old decisions are rotated away after some time.");
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const received = rows.find((row) => row.phase === "received");
  return {
    ...callRow(call),
    phases: rows.map((row) => ({
      at: row.timestamp,
      phase: row.phase,
      hook: text(row.hook),
      decision: text(row.decision),
      code: text(row.code),
      ms: row.ms,
      reason: text(row.reason),
      remedy: text(row.remedy),
    })),
    payload: received?.payload ?? null,
  };
}

function waitingApproval(entry: OpenApproval): WaitingApproval {
  const { shown } = entry;
  return {
    id: entry.id,
    opened_at: entry.openedAt,
    expires_at: entry.expiresAt,
    session: entry.session,
    intent: shown.intent,
    tool: shown.tool,
    invocation_id: entry.invocationId,
    risk: shown.risk,
    mutation_class: shown.mutationClass,
    command: shown.command,
    effects: shown.effects,
    files: shown.files,
    diff: shown.diff.map(({ path, lines, moreLines }) => ({ path, lines, more_lines: moreLines })),
    more_files: shown.moreFiles,
    questions: entry.requests.map(({ topic, question, details }) => ({ topic, question, ...detailsOf(details) })),
    answers: choicesFor(entry),
  };
}

export function answerApproval({ workspace, person, news }: Served, id: string, body: AnswerBody): Answered {
  const { approvals } = workspace.home.store;
  const entry = waitingRequests(approvals, workspace.now()).find((one) => one.id === id);
  const over = "it was answered, or ran out, just before";
  if (!entry) return refuse(409, "NOT_FOUND", over, "Look at what waits now.");
  if (!choicesFor(entry).some((choice) => choice.answer === body.answer))
    return refuse(422, "BAD_INPUT", `${body.answer} is not offered for this request`, "Choose one of its answers.");
  const reason = body.answer === "reject" ? body.reason.trim() : "";
  const answer = toAnswer(body.answer, person, workspace.now().toISOString(), reason);
  if (!approvals.answer(id, answer)) return refuse(409, "NOT_FOUND", over, "Look at what waits now.");
  news.tell(["approvals"]);
  return { id, answer: body.answer };
}

export function actOnSession({ workspace, person, news }: Served, id: string, act: SessionAct): SessionCard {
  const { sessions } = workspace.home.store;
  const known = () => allSessions(workspace).find((one) => one.id === id);
  if (!known()) return refuse(404, "NOT_FOUND", "there is no such session", "Look at the sessions that are at work.");
  const at = workspace.now().toISOString();
  sessions.append(id, [act === "reset" ? { kind: "reset", at, by: person } : { kind: "standing_revoked", at }]);
  news.tell(["sessions"]);
  return sessionCard(known() as SessionState, stopLimit(workspace), namesOf(workspace.home));
}

type Details = Pick<WaitingApproval["questions"][number], "details" | "more_details">;

/** What a question is about, as the page lists it. */
export function detailsOf(given: Record<string, unknown>): Details {
  const found = requestDetails(given);
  return {
    details: found.flatMap(({ label, items }) => items.map((value) => ({ label, value }))),
    more_details: found.reduce((sum, { more }) => sum + more, 0),
  };
}
