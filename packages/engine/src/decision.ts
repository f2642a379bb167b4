/** What a hook may answer. A deny always carries code, reason and remedy. */

export const denyCodes = [
  "INTENT_REQUIRED",
  "INTENT_NOT_FOUND",
  "SCOPE_VIOLATION",
  "STALE_FILE",
  "HITL_REJECT",
  "NO_ANSWER",
  "DESTRUCTIVE_BLOCKED",
  "UNKNOWN_EFFECT",
  "NOT_CONTAINED",
  "CONTROL_FILE",
  "INTENT_IGNORED",
  "BLOCKED_BY_HOOK",
  "CIRCUIT_OPEN",
  "STOPPED",
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
  topic:
    | "expansion"
    | "destructive"
    | "unknown"
    | "second_intent"
    | "new_intent"
    /** A new intent, taken by the session as soon as it is there; the call that asks needs one. */
    | "start_intent"
    | "completion"
    | "lesson"
    | "hook"
    | "outside"
    | "network";
  question: string;
  /** Facts for the dialog, computed by us and never the model's words. */
  details: Record<string, unknown>;
  /** What the call becomes when the person says no or dismisses the question. One that nobody answers is NO_ANSWER. */
  whenRejected: Deny;
  /** What it becomes where no question may be put at all. */
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

/**
 * `rejected` is a person's alone. `unanswered`: the question was put. `unreachable`: nobody was there; with an id the
 * question waits for somebody, without one none may be put. `overtaken`: something stronger than any answer came while
 * the question stood; the call becomes `no`. `facts` were found out for the question and belong into a refusal too;
 * `open_until` among them says until when it may still be answered.
 */
export type ApprovalAnswer =
  /** `asked`: the text that the host is to put to the person, where its own dialog asks. */
  | { answer: "approved"; id: string; by: string; how: string; asked?: string }
  | { answer: "rejected"; id: string; by: string; reason: string; facts?: Readonly<Record<string, unknown>> }
  | { answer: "unanswered"; id: string; reason: string; facts?: Readonly<Record<string, unknown>> }
  | { answer: "overtaken"; id: string; reason: string; no: Deny; facts?: Readonly<Record<string, unknown>> }
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
