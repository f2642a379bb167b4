/** One question, once, last: everything the hooks asked is put to a person together. */
import type { AskApproval, HookContext } from "./call.ts";
import { type ApprovalAnswer, type ApprovalRequest, type Deny, deny } from "./decision.ts";

/** Asks through the `askApproval` of the call itself: a plain yes or no, as in seed 002. */
export const askThroughCall = async (
  context: HookContext,
  requests: readonly ApprovalRequest[],
  askApproval: AskApproval | undefined,
): Promise<ApprovalAnswer> => {
  if (!askApproval) return { answer: "unreachable", id: null, reason: "nobody can be asked" };
  const id = context.invocationId;
  const message = JSON.stringify({
    tool: context.toolName,
    questions: requests.map(({ topic, question, details }) => ({ ...details, topic, question })),
  });
  const yes = await askApproval("tool", message);
  return yes === true
    ? { answer: "approved", id, by: "askApproval", how: "once" }
    : { answer: "rejected", id, by: "askApproval", reason: "" };
};

const answers = ["approved", "rejected", "unanswered", "unreachable"];

/** What an approver returned, or an error where that is no answer. */
export function readAnswer(returned: unknown): ApprovalAnswer {
  const answer = (returned as Partial<ApprovalAnswer> | null | undefined)?.answer;
  if (answer === undefined || !answers.includes(answer)) throw new Error("the approver gave no answer");
  return returned as ApprovalAnswer;
}

/** What the call becomes when the answer is not a yes; the first question speaks for all. */
export function refusedBy(answer: ApprovalAnswer, requests: readonly ApprovalRequest[]): Deny {
  const first = requests[0];
  if (!first || answer.answer === "approved") throw new Error("a yes is not a refusal");
  const no = answer.answer === "unreachable" ? first.whenUnreachable : first.whenRejected;
  const meta: Record<string, unknown> = { ...no.meta };
  for (const [key, fact] of Object.entries(answer.facts ?? {})) if (Object.hasOwn(meta, key)) meta[key] = fact;
  if (answer.id) meta.request_id = answer.id;
  if (answer.reason) meta.reason = answer.reason;
  const remedy =
    answer.answer === "rejected" && answer.reason ? `The person said: "${answer.reason}". ${no.remedy}` : no.remedy;
  return { ...no, remedy, meta };
}

/** After a yes all checks run again; a question that nobody answered then is a no. */
export function stillOpen(context: HookContext, asks: readonly ApprovalRequest[]): ApprovalRequest[] {
  return asks.filter(
    (ask) => !context.approved.some((done) => done.topic === ask.topic && done.question === ask.question),
  );
}

export function askedAgain(open: readonly ApprovalRequest[]): Deny {
  const first = open[0];
  return deny(
    first?.whenRejected.code ?? "HITL_REJECT",
    `Something changed while the person was asked: ${first?.question ?? "a new question came up"}`,
    "Look at the current state and make the call again, so that the person sees what it does now.",
    first?.whenRejected.meta,
  );
}
