/** Finds a person and asks, once: an earlier yes for the same call, a live inbox, a terminal, the host, or nobody. */

import { clippedText, visibleValue } from "@intentgate/documents";
import type { ApprovalAnswer, ApprovalRequest, Approver, AskApproval, HookContext } from "@intentgate/engine";
import type { Approvers, GovernedCall } from "@intentgate/policy";
import type { OpenApproval, PersonsAnswer, ShownCall, Store } from "@intentgate/sidecar";
import { bindingOf } from "./binding.ts";
import { requestDetails } from "./request-details.ts";

export interface ApproverParts {
  approvals: Store["approvals"];
  now(): Date;
  newId(): string;
  hashNow(absolute: string): string | null;
  settings(context: HookContext, call: GovernedCall): { auto: boolean; timeoutMs: number; approver: Approvers };
  show(context: HookContext): Promise<ShownCall>;
  /** A terminal that this very process may ask on; null where it has none. */
  terminal: AskInTerminal | null;
  /** What a yes sets in motion before the checks run again: wider scope, standing approval, declared command. */
  grant(context: HookContext, requests: readonly ApprovalRequest[], answer: PersonsAnswer, id: string): Promise<void>;
  wait(ms: number): Promise<void>;
}

export type AskInTerminal = (entry: OpenApproval) => Promise<PersonsAnswer | null>;

/** A request nobody was there to answer stays open this long; the same call passes once after a later yes. */
const OPEN_FOR_MS = 15 * 60_000;
const POLL_MS = 40;
const LONGEST_QUESTION = 600;

export function createApprover(parts: ApproverParts): Approver<GovernedCall> {
  return async (context, requests, askApproval, call) => {
    const settings = parts.settings(context, call);
    if (settings.auto) return unreachable(null, "the approval mode is auto: nobody is asked");
    const binding = bindingOf(context, requests, parts.hashNow);
    const earlier = parts.approvals.byBinding(binding);
    for (const entry of earlier) {
      const answer = parts.approvals.answered(entry.id);
      // A no that was given meanwhile is told once as well; repeated after that, the call is a new question.
      if (answer && parts.approvals.use(entry.id)) {
        return withFacts(await settle(context, requests, entry, answer), entry);
      }
    }
    const waiting = earlier.find((entry) => !parts.approvals.answered(entry.id));
    const entry = waiting ?? (await describeRequest(context, requests, binding));
    const answer = await ask(context, requests, entry, waiting !== undefined, askApproval, settings);
    return withFacts(answer, entry);
  };

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
      if (!isOpen) parts.approvals.open(entry);
      return inboxAnswer(context, requests, entry, timeoutMs);
    }
    if (mayUse("terminal") && parts.terminal) {
      const answer = await parts.terminal(entry);
      return answer
        ? settle(context, requests, entry, answer)
        : { answer: "unanswered", id: entry.id, reason: "dismissed" };
    }
    if (takesAny && askApproval) {
      const yes = await askApproval(
        "tool",
        JSON.stringify({
          ...entry.shown,
          questions: entry.requests.map((one) => one.question),
          details: entry.requests.map((one) => requestDetails(one.details)),
        }),
      );
      const said = { by: "host dialog", at: parts.now().toISOString() };
      return settle(
        context,
        requests,
        entry,
        yes === true ? { answer: "once", ...said } : { answer: "reject", ...said, reason: "" },
      );
    }
    if (approver === "none") return unreachable(null, "the policy names no approver");
    if (!isOpen) parts.approvals.open(entry);
    return unreachable(entry.id, "nobody is there to answer; the request stays open for 15 minutes");
  }

  async function inboxAnswer(
    context: HookContext,
    requests: readonly ApprovalRequest[],
    entry: OpenApproval,
    timeoutMs: number,
  ): Promise<ApprovalAnswer> {
    const until = parts.now().getTime() + timeoutMs;
    while (parts.now().getTime() < until) {
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
    return { answer: "unanswered", id: entry.id, reason: `no answer within ${Math.round(timeoutMs / 1000)} s` };
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
  ): Promise<OpenApproval> {
    const now = parts.now();
    return {
      id: parts.newId(),
      binding,
      session: context.session.id,
      intent: context.intentId,
      tool: context.toolName,
      invocationId: context.invocationId,
      openedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + OPEN_FOR_MS).toISOString(),
      requests: requests.map(visibleRequest),
      shown: await parts.show(context),
    };
  }
}

/** For reading alone: what a yes is bound to, and what it grants, comes from the request as it was made. */
function visibleRequest(request: ApprovalRequest): ApprovalRequest {
  const details = visibleValue(request.details) as ApprovalRequest["details"];
  return { ...request, question: clippedText(request.question, LONGEST_QUESTION), details };
}

function withFacts(answer: ApprovalAnswer, { shown }: OpenApproval): ApprovalAnswer {
  return answer.answer === "approved" ? answer : { ...answer, facts: { mutation_class: shown.mutationClass } };
}

function unreachable(id: string | null, reason: string): ApprovalAnswer {
  return { answer: "unreachable", id, reason };
}
