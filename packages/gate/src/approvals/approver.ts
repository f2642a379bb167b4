/** Finds a person and asks, once: an earlier yes for the same call, a live inbox, a terminal, the host, or nobody. */

import { clippedText, maskAll, visibleValue } from "@intentgate/documents";
import type {
  ApprovalAnswer,
  ApprovalRequest,
  Approver,
  AskApproval,
  Deny,
  HookContext,
  Session,
} from "@intentgate/engine";
import { type Approvers, type GovernedCall, type Question, questionInOneLine, type Waiting } from "@intentgate/policy";
import type { OpenApproval, PersonsAnswer, ShownCall, Store } from "@intentgate/sidecar";
import { untilStopped } from "../stop/until-stopped.ts";
import { withdraw } from "../stop/withdraw-requests.ts";
import { bindingOf } from "./binding.ts";
import type { AskAbout } from "./question/ask-about.ts";
import { requestDetails } from "./request-details.ts";
import type { Starts } from "./start-intent.ts";

export interface ApproverParts {
  approvals: Store["approvals"];
  now(): Date;
  newId(): string;
  hashNow(absolute: string): string | null;
  settings(context: HookContext, call: GovernedCall): { auto: boolean; timeoutMs: number; approver: Approvers };
  show(context: HookContext): Promise<ShownCall>;
  question(asked: AskAbout): Question;
  /** A terminal that this very process may ask on; null where it has none. */
  terminal: AskInTerminal | null;
  /** What a yes sets in motion before the checks run again: wider scope, standing approval, declared command. */
  grant(context: HookContext, requests: readonly ApprovalRequest[], answer: PersonsAnswer, id: string): Promise<void>;
  wait(ms: number): Promise<void>;
  /** A person stopped the session: no answer to its question counts any more. */
  whyStopped(session: Session): Deny | null;
  /** Of questions about a new intent: one is enough for a session. */
  starts: Pick<Starts, "overtaken" | "answered">;
}

/**
 * Null where nobody answered: time ran out, who was asked went away, or `takenBack` says that the question stands no
 * more. A person who dismisses the question rejects.
 */
export type AskInTerminal = (entry: OpenApproval, takenBack?: AbortSignal) => Promise<PersonsAnswer | null>;

/** A request nobody was there to answer stays open this long; the same call passes once after a later yes. */
const OPEN_FOR_MS = 15 * 60_000;
const POLL_MS = 40;
const LONGEST_QUESTION = 600;

export function createApprover(parts: ApproverParts): Approver<GovernedCall> {
  return async (context, requests, askApproval, call) => {
    const settings = parts.settings(context, call);
    if (settings.auto) return notAsked("the approval mode is auto: nobody is asked");
    const binding = bindingOf(context, requests, parts.hashNow);
    const earlier = parts.approvals.byBinding(binding);
    for (const entry of earlier) {
      const answer = parts.approvals.answered(entry.id);
      // A no that was given meanwhile is told once as well; repeated after that, the call is a new question.
      if (answer && parts.approvals.use(entry.id)) {
        const settled = await settle(context, requests, entry, answer);
        parts.starts.answered(context, requests, settled);
        return withFacts(settled, entry);
      }
    }
    const waiting = earlier.find((entry) => !parts.approvals.answered(entry.id));
    const entry = waiting ?? (await describeRequest(context, requests, binding, call));
    const answer = await ask(context, requests, entry, waiting !== undefined, askApproval, settings);
    // Last: whatever was answered, a stop is stronger.
    const isSilent = answer.answer === "unanswered";
    const no = parts.whyStopped(context.session) ?? (isSilent ? parts.starts.overtaken(context, requests) : null);
    if (no === null) parts.starts.answered(context, requests, answer);
    if (no === null) return withFacts(answer, entry);
    withdraw(parts.approvals, entry.id, "the gate", parts.now());
    return { answer: "overtaken", id: entry.id, reason: no.reason, no };
  };

  /** Null as soon as the session is stopped, whoever is asked and whatever they say later. */
  async function unlessStopped<T>(
    { session }: HookContext,
    asking: (takenBack: AbortSignal) => Promise<T>,
  ): Promise<T | null> {
    const stop = untilStopped((one) => parts.whyStopped(one) !== null, session);
    try {
      const stopped = new Promise<null>((resolve) => {
        stop.signal.addEventListener("abort", () => resolve(null), { once: true });
      });
      return await Promise.race([asking(stop.signal), stopped]);
    } finally {
      stop.end();
    }
  }

  async function ask(
    context: HookContext,
    requests: readonly ApprovalRequest[],
    entry: OpenApproval,
    isOpen: boolean,
    askApproval: AskApproval | undefined,
    settings: ReturnType<ApproverParts["settings"]>,
  ): Promise<ApprovalAnswer> {
    const { approver, timeoutMs } = settings;
    const takesAny = approver === "any" || approver === "client";
    const mayUse = (kind: "inbox" | "terminal") => takesAny || approver === kind;
    if (mayUse("inbox") && parts.approvals.isWatched()) {
      const until = new Date(parts.now().getTime() + timeoutMs).toISOString();
      if (!isOpen) parts.approvals.open(waitingFor(entry, { state: "waits", until }));
      return inboxAnswer(context, requests, entry, timeoutMs);
    }
    if (mayUse("terminal") && parts.terminal) {
      const { terminal } = parts;
      const asked = waitingFor(entry, { state: "waits", until: null });
      const answer = await unlessStopped(context, (takenBack) => terminal(asked, takenBack));
      return answer ? settle(context, requests, entry, answer) : silent(entry);
    }
    // Who answers there may be the agent itself, and a host's dialog answers the host alone.
    const isStart = requests.some(({ topic }) => topic === "start_intent");
    if (takesAny && askApproval && !isStart) {
      const message = JSON.stringify({
        ...entry.shown,
        questions: entry.requests.map((one) => one.question),
        details: entry.requests.map((one) => requestDetails(one.details)),
        question: entry.question,
      });
      const yes = await unlessStopped(context, () => askApproval("tool", message));
      // A dialog that says neither yes nor no speaks for nobody.
      if (typeof yes !== "boolean") return silent(entry);
      const said = { by: "host dialog", at: parts.now().toISOString() };
      const given: PersonsAnswer = yes ? { answer: "once", ...said } : { answer: "reject", ...said, reason: "" };
      const settled = await settle(context, requests, entry, given);
      if (settled.answer !== "approved" || !entry.question) return settled;
      return { ...settled, asked: questionInOneLine(entry.question) };
    }
    if (approver === "none") return notAsked("the policy names no approver");
    if (!isOpen) parts.approvals.open(entry);
    return { answer: "unreachable", id: entry.id, reason: "nobody is there to answer", facts: staysOpen(entry) };
  }

  async function inboxAnswer(
    context: HookContext,
    requests: readonly ApprovalRequest[],
    entry: OpenApproval,
    timeoutMs: number,
  ): Promise<ApprovalAnswer> {
    const until = parts.now().getTime() + timeoutMs;
    while (parts.now().getTime() < until) {
      const isOver = parts.whyStopped(context.session) ?? parts.starts.overtaken(context, requests);
      if (isOver !== null) return silent(entry);
      const answer = parts.approvals.answered(entry.id);
      if (answer) {
        const isFirst = parts.approvals.use(entry.id);
        if (answer.answer !== "reject" && !isFirst) {
          return { answer: "unanswered", id: entry.id, reason: "the approval was used already" };
        }
        return settle(context, requests, entry, answer);
      }
      await parts.wait(POLL_MS);
    }
    const reason = `no answer within ${Math.round(timeoutMs / 1000)} s`;
    return { answer: "unanswered", id: entry.id, reason, facts: staysOpen(entry) };
  }

  /** A yes counts only for the bytes that were shown. */
  async function settle(
    context: HookContext,
    requests: readonly ApprovalRequest[],
    entry: OpenApproval,
    answer: PersonsAnswer,
  ): Promise<ApprovalAnswer> {
    if (answer.answer === "reject") return { answer: "rejected", id: entry.id, by: answer.by, reason: answer.reason };
    if (bindingOf(context, requests, parts.hashNow) !== entry.binding) {
      return { answer: "unanswered", id: entry.id, reason: "a file changed while the person was asked" };
    }
    await parts.grant(context, requests, answer, entry.id);
    return { answer: "approved", id: entry.id, by: answer.by, how: answer.answer };
  }

  async function describeRequest(
    context: HookContext,
    requests: readonly ApprovalRequest[],
    binding: string,
    call: GovernedCall,
  ): Promise<OpenApproval> {
    const now = parts.now();
    // What a yes is bound to and what it grants come from the call itself.
    const seen = maskAll({
      requests: requests.map((one) => visibleRequest(maskAll(one))),
      shown: await parts.show(context),
      question: parts.question({ context, call, requests, waiting: { state: "went_on" } }),
    });
    return {
      id: parts.newId(),
      binding,
      session: context.session.id,
      intent: context.intentId,
      tool: context.toolName,
      invocationId: context.invocationId,
      openedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + OPEN_FOR_MS).toISOString(),
      ...seen,
    };
  }
}

function waitingFor(entry: OpenApproval, waiting: Waiting): OpenApproval {
  return entry.question ? { ...entry, question: { ...entry.question, waiting } } : entry;
}

/** For reading alone: what a yes is bound to, and what it grants, comes from the request as it was made. */
function visibleRequest(request: ApprovalRequest): ApprovalRequest {
  const details = visibleValue(request.details) as ApprovalRequest["details"];
  return { ...request, question: clippedText(request.question, LONGEST_QUESTION), details };
}

function withFacts(answer: ApprovalAnswer, { shown }: OpenApproval): ApprovalAnswer {
  if (answer.answer === "approved") return answer;
  return { ...answer, facts: { mutation_class: shown.mutationClass, ...answer.facts } };
}

function staysOpen({ expiresAt }: OpenApproval) {
  return { open_until: expiresAt };
}

function silent({ id }: OpenApproval): ApprovalAnswer {
  return { answer: "unanswered", id, reason: "the question was put, and nobody answered" };
}

function notAsked(reason: string): ApprovalAnswer {
  return { answer: "unreachable", id: null, reason };
}
