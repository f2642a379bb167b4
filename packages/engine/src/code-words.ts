/** What each code of a refusal means, for people: they see effects, not codes. */
import type { DenyCode } from "./decision.ts";

export const codeWords: Readonly<Record<DenyCode, string>> = {
  INTENT_REQUIRED: "No intent taken",
  INTENT_NOT_FOUND: "Intent not open",
  SCOPE_VIOLATION: "Outside the scope",
  STALE_FILE: "File changed meanwhile",
  HITL_REJECT: "Rejected by a person",
  NO_ANSWER: "Nobody answered",
  NOT_CONTAINED: "Could not be contained",
  DESTRUCTIVE_BLOCKED: "Forbidden by the policy",
  UNKNOWN_EFFECT: "Effect not known",
  CONTROL_FILE: "File that steers the gate",
  INTENT_IGNORED: "Excluded by .intentignore",
  BLOCKED_BY_HOOK: "Stopped by a hook",
  CIRCUIT_OPEN: "Too many refusals",
  STOPPED: "A person stopped the session",
  HOOK_ERROR: "A check broke",
};
