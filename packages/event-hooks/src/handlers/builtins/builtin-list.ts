import type { Builtin } from "./builtin.ts";
import { sessionHealthCheck } from "./session-health-check.ts";
import { sessionSummary } from "./session-summary.ts";

/** By the name that a hook file gives as its command. */
export const builtins: ReadonlyMap<string, Builtin> = new Map([
  ["session_health_check", sessionHealthCheck],
  ["session_summary", sessionSummary],
]);
