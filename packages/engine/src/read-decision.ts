/** Turns whatever a hook returned into a decision; what is not one is an error, never a yes. */
import { type ApprovalRequest, type Deny, denyCodes, type HookDecision } from "./decision.ts";
import { messageOf } from "./error-message.ts";

const NO_OBJECTION: HookDecision = Object.freeze({ allow: true });

export function readDecision(hookName: string, returned: unknown): HookDecision {
  if (returned === undefined) return NO_OBJECTION;
  if (typeof returned !== "object" || returned === null) throw new Error(`answered ${describe(returned)}`);
  const answer = returned as Record<string, unknown>;
  if (answer.allow === true) return { allow: true, contextPatch: readPatch(answer.contextPatch) };
  if (answer.allow === false) return readDeny(hookName, answer);
  if (answer.allow === "ask") return { allow: "ask", request: readRequest(answer.request) };
  throw new Error(`answered allow: ${describe(answer.allow)}`);
}

function readPatch(patch: unknown): Record<string, unknown> | undefined {
  if (patch === undefined || (typeof patch === "object" && patch !== null && !Array.isArray(patch))) {
    return patch as Record<string, unknown> | undefined;
  }
  throw new Error(`gave a context patch that is ${describe(patch)}`);
}

/** A copy: what the person was asked must not change afterwards. */
function readRequest(asked: unknown): ApprovalRequest {
  const request = asked as Partial<ApprovalRequest> | null | undefined;
  if (typeof request?.question !== "string" || request.question === "" || typeof request.topic !== "string") {
    throw new Error("asked without a question");
  }
  const { topic, question, details, whenRejected, whenUnreachable } = request;
  if (!isDeny(whenRejected) || !isDeny(whenUnreachable)) throw new Error("asked without saying what a no means");
  return Object.freeze({
    topic,
    question,
    details: Object.freeze({ ...details }),
    whenRejected: Object.freeze({ ...whenRejected }),
    whenUnreachable: Object.freeze({ ...whenUnreachable }),
  });
}

function readDeny(hookName: string, answer: Record<string, unknown>): Deny {
  const reason = typeof answer.reason === "string" && answer.reason !== "" ? answer.reason : "no reason given";
  if (isDeny(answer)) return { meta: {}, ...answer };
  return {
    allow: false,
    code: "BLOCKED_BY_HOOK",
    reason,
    remedy: `The hook "${hookName}" stopped this call. Do what its reason says, or ask the person who installed it.`,
    meta: { hook_id: hookName, hook_name: hookName },
  };
}

function isDeny(value: unknown): value is Deny {
  const candidate = value as Partial<Deny> | null | undefined;
  return (
    candidate?.allow === false &&
    denyCodes.some((code) => code === candidate.code) &&
    typeof candidate.reason === "string" &&
    typeof candidate.remedy === "string"
  );
}

function describe(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "object" ? "an object of unknown shape" : `${typeof value} "${messageOf(value)}"`;
}
