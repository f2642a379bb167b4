/** One question, once, last: everything the hooks asked is put to a person together. */
import type { HookContext } from "./call.ts";
import { type ApprovalAnswer, type ApprovalRequest, type Deny, deny } from "./decision.ts";

const answers = ["approved", "rejected", "unanswered", "overtaken", "unreachable"];

/** What an approver returned, or an error where that is no answer. */
export function readAnswer(returned: unknown): ApprovalAnswer {
  const answer = (returned as Partial<ApprovalAnswer> | null | undefined)?.answer;
  if (answer === undefined || !answers.includes(answer)) throw new Error("the approver gave no answer");
  return returned as ApprovalAnswer;
}

type NotYes = Exclude<ApprovalAnswer, { answer: "approved" | "overtaken" }>;

/** What the call becomes when the answer is not a yes; the first question speaks for all. */
export function refusedBy(answer: ApprovalAnswer, requests: readonly ApprovalRequest[]): Deny {
  const first = requests[0];
  if (!first || answer.answer === "approved") throw new Error("a yes is not a refusal");
  if (answer.answer === "overtaken") return answer.no;
  const no = noFor(answer, first);
  const meta: Record<string, unknown> = { ...no.meta };
  for (const [key, fact] of Object.entries(answer.facts ?? {})) if (Object.hasOwn(meta, key)) meta[key] = fact;
  if (answer.id) meta.request_id = answer.id;
  if (answer.reason) meta.reason = answer.reason;
  const isSaid = answer.answer === "rejected" && answer.reason !== "";
  // What a person said is the last word: no advice of ours stands behind it.
  const remedy = isSaid ? `Do not repeat the call as it is. The person said: "${answer.reason}"` : no.remedy;
  return { ...no, remedy, meta };
}

function noFor(answer: NotYes, first: ApprovalRequest): Deny {
  if (answer.answer === "rejected") return first.whenRejected;
  return answer.answer === "unreachable" && answer.id === null ? first.whenUnreachable : unanswered(answer, first);
}

/** Nobody said no: the model must not take silence for a person's word. */
function unanswered({ facts }: NotYes, { question, whenUnreachable: { remedy, meta } }: ApprovalRequest): Deny {
  const canBeAnswered = typeof facts?.open_until === "string";
  return deny(
    "NO_ANSWER",
    `Only a person can allow this, and nobody answered: ${question}`,
    canBeAnswered
      ? `${remedy} Or wait until the person approved the request (\`intentgate approvals\`), then repeat the call unchanged.`
      : `${remedy} Or repeat the call when the person is there: they are asked again.`,
    { ...meta, open_until: null },
  );
}

/** After a yes all checks run again; a question that comes up only then has no answer yet. */
export function stillOpen(context: HookContext, asks: readonly ApprovalRequest[]): ApprovalRequest[] {
  return asks.filter(
    (ask) => !context.approved.some((done) => done.topic === ask.topic && done.question === ask.question),
  );
}

export function askedAgain(open: readonly ApprovalRequest[]): Deny {
  const first = open[0];
  return deny(
    "NO_ANSWER",
    `Something changed while the person was asked: ${first?.question ?? "a new question came up"}`,
    "Look at the current state and make the call again, so that the person sees what it does now.",
    { ...first?.whenUnreachable.meta, open_until: null },
  );
}
