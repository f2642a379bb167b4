/** *Now*: what runs, what was decided, what waits; and a person's answers to it. */
import { type Problem, ProblemError, problem, visibleText } from "@intentgate/documents";
import { choicesFor, requestDetails, toAnswer } from "@intentgate/gate";
import { readPolicy, severityWords, waitingWords, waitsStill } from "@intentgate/policy";
import { authoredNames, liveSessions, type OpenApproval, waitingRequests } from "@intentgate/sidecar";
import type {
  AnswerBody,
  Answered,
  AskedQuestion,
  CallDetail,
  CallRow,
  NowView,
  WaitingApproval,
} from "../../api/now.ts";
import { asApiProblem, refuse } from "../door/failure.ts";
import type { ListedCall } from "../project/call-list.ts";
import type { Served } from "../project/served.ts";
import { sessionCards } from "./sessions.ts";

const SESSIONS = 100;

export function nowView(served: Served): NowView {
  const { workspace, presence } = served;
  const { home } = workspace;
  const problems: Problem[] = [];
  const part = <T>(read: () => T, otherwise: T): T => partOf(read, otherwise, problems);
  presence.seen();
  const rules = part(() => home.rules(), { ok: false as const, problems: [] });
  if (!rules.ok) problems.push(...rules.problems);
  const sessions = part(() => liveSessions(workspace), []);
  return {
    root: home.root,
    mode: rules.ok ? rules.value.policy.mode : part(() => modeAlone(home), null),
    paused_until: part(() => home.pauses.active()?.until ?? null, null),
    sessions: part(() => sessionCards(served, sessions.slice(0, SESSIONS)), []),
    sessions_total: sessions.length,
    approvals: part(() => waitingRequests(home.store.approvals, workspace.now()), []).map((one) =>
      waitingApproval(one, workspace.now()),
    ),
    held: part(() => authoredNames.filter((name) => home.authored.isHeld(name)), []),
    problems: unique(problems).map(asApiProblem),
  };
}

type Home = Served["workspace"]["home"];

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
      phase: row.phase,
      hook: text(row.hook),
      decision: text(row.decision),
      ms: row.ms,
      reason: text(row.reason),
    })),
    payload: received?.payload ?? null,
  };
}

function waitingApproval(entry: OpenApproval, now: Date): WaitingApproval {
  const { shown } = entry;
  return {
    id: entry.id,
    question: askedQuestion(entry, now),
    expires_at: entry.expiresAt,
    session: entry.session,
    intent: shown.intent,
    tool: shown.tool,
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

function askedQuestion({ question, expiresAt }: OpenApproval, now: Date): AskedQuestion | null {
  if (!question) return null;
  const { waiting, did, ...rest } = question;
  return {
    ...rest,
    severity_words: severityWords[question.severity],
    waits: waitsStill(waiting, now),
    waiting_words: waitingWords(question, expiresAt, now),
    did: did?.paths ?? [],
    more_did: did?.more ?? 0,
  };
}

export async function answerApproval(
  { workspace, person, news }: Served,
  id: string,
  body: AnswerBody,
): Promise<Answered> {
  const { approvals } = workspace.home.store;
  const entry = waitingRequests(approvals, workspace.now()).find((one) => one.id === id);
  const over = "it was answered, or ran out, just before";
  if (!entry) return refuse(409, "NOT_FOUND", over, "Look at what waits now.");
  if (!choicesFor(entry).some((choice) => choice.answer === body.answer))
    return refuse(422, "BAD_INPUT", `${body.answer} is not offered for this request`, "Choose one of its answers.");
  const reason = body.answer === "reject" ? body.reason.trim() : "";
  const answer = toAnswer(body.answer, person, workspace.now().toISOString(), reason);
  if (!approvals.answer(id, answer)) return refuse(409, "NOT_FOUND", over, "Look at what waits now.");
  const kept = (await workspace.settleKept()).find((one) => one.id === id);
  news.tell(["approvals"]);
  if (kept?.became === "contested")
    return refuse(
      409,
      "NOT_FOUND",
      `nothing was kept: somebody changed ${kept.paths.map(visibleText).join(", ")} since`,
      "Put aside what stands there now, and answer the question that waits instead.",
    );
  return { id, answer: body.answer };
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
