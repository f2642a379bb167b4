/** What a hook may answer. A deny always carries code, reason and remedy. */

export const denyCodes = [
  "INTENT_REQUIRED",
  "INTENT_NOT_FOUND",
  "SCOPE_VIOLATION",
  "STALE_FILE",
  "HITL_REJECT",
  "DESTRUCTIVE_BLOCKED",
  "UNKNOWN_EFFECT",
  "CONTROL_FILE",
  "INTENT_IGNORED",
  "BLOCKED_BY_HOOK",
  "CIRCUIT_OPEN",
  "HOOK_ERROR",
] as const;

export type DenyCode = (typeof denyCodes)[number];

export interface Deny {
  allow: false;
  code: DenyCode;
  reason: string;
  remedy: string;
  meta?: Record<string, unknown>;
}

/** One thing a person must say yes to before the call may run. */
export interface ApprovalRequest {
  /** What is asked about; the same topic asked again after a yes counts as answered. */
  topic: "expansion" | "destructive" | "unknown" | "second_intent" | "new_intent" | "completion" | "lesson" | "hook";
  question: string;
  /** Facts for the dialog, computed by us and never the model's words. */
  details: Record<string, unknown>;
  /** What the call becomes when the person says no or does not answer in time. */
  whenRejected: Deny;
  /** What it becomes when nobody could be asked at all. */
  whenUnreachable: Deny;
}

/** As many globs as a person reads before they say yes to a scope. */
export const mostGlobsAsked = 50;

export type HookDecision =
  | { allow: true; contextPatch?: Record<string, unknown> }
  | { allow: "ask"; request: ApprovalRequest }
  | Deny;

/** A third party's hook may leave out code and remedy; it becomes BLOCKED_BY_HOOK. */
export type LooseDeny = { allow: false; reason?: string };

/** `facts`: what was found out for the question and belongs into a refusal too. */
export type ApprovalAnswer =
  | { answer: "approved"; id: string; by: string; how: string }
  | { answer: "rejected"; id: string; by: string; reason: string; facts?: Readonly<Record<string, unknown>> }
  | { answer: "unanswered"; id: string; reason: string; facts?: Readonly<Record<string, unknown>> }
  | { answer: "unreachable"; id: string | null; reason: string; facts?: Readonly<Record<string, unknown>> };

export function deny(code: DenyCode, reason: string, remedy: string, meta: Record<string, unknown> = {}): Deny {
  return { allow: false, code, reason, remedy, meta };
}

/** What a model gets for a deny. */
export interface Refusal {
  type: "tool_error";
  code: DenyCode;
  message: string;
  meta: { invocation_id: string; intent_id: string | null; tool_name: string; remedy: string } & Record<
    string,
    unknown
  >;
}

export interface HookWarning {
  type: "hook_warning";
  message: string;
  meta: { invocation_id: string; tool_name: string; hook_name: string };
}
