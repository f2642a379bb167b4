/** What a task tells whoever watches it: a terminal, a page, an editor. */
import type { Refusal } from "@intentgate/engine";
import type { Suggestions } from "@intentgate/routing";
import type { OpenApproval } from "@intentgate/sidecar";

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

/**
 * - `done`: the model had nothing more to do; `completed`: its intent was completed.
 * - `refused`: a blocking event hook did not let the prompt pass.
 * - `turns`, `tokens`: a budget was used up.
 */
export type EndReason =
  | "done"
  | "completed"
  | "aborted"
  | "refused"
  | "turns"
  | "tokens"
  | "context_too_long"
  | "provider_error"
  | "failed";

export interface TaskEnd {
  reason: EndReason;
  /** For a person; what to do next where something went wrong. */
  message: string;
}

/** A no that did not come from the gate: nothing was there to be decided. */
export interface NotACall {
  type: "tool_error";
  code: "UNKNOWN_TOOL" | "BAD_INPUT" | "NOT_RUN";
  message: string;
  meta: { tool_name: string; remedy: string };
}

export type TaskEvent =
  | { type: "started"; task: string; model: string; root: string; intent: string | null; prompt: string }
  | { type: "turn"; turn: number; tools: number }
  | { type: "text_delta"; text: string }
  /** What was streamed of this turn does not count: the answer was cut and is asked for again. */
  | { type: "retry"; attempt: number; waitMs: number; reason: string }
  /** The model's call is complete; nothing has been decided yet. */
  | { type: "tool_call"; call: string; tool: string; input: unknown }
  /** `call`: the model's call it belongs to; a check of an intent or a follow-up has one of its own behind it. */
  | {
      type: "decision";
      call: string | null;
      invocation: string;
      tool: string;
      decision: "allow" | "deny";
      code: string | null;
      ms: number;
    }
  | { type: "tool_blocked"; call: string; tool: string; reason: string; refusal: Refusal | NotACall }
  | { type: "tool_result"; call: string; tool: string; failed: boolean; result: unknown }
  /** `here`: whoever runs the task is asked; `inbox`: anybody who looks into it can answer. */
  | { type: "approval_waiting"; call: string | null; where: "here" | "inbox"; approval: OpenApproval }
  | { type: "approval_answered"; call: string | null; tool: string; answer: string; by: string | null }
  /** One step of a call on its way through the gate. */
  | { type: "progress"; call: string | null; invocation: string; tool: string; phase: string; hook: string | null }
  /** What the handler of an event hook has to say, or the gate about what happened to files. */
  | { type: "message"; from: string; kind: string; text: string }
  | { type: "suggestion"; suggestions: Suggestions }
  | { type: "intent"; intent: string | null }
  | { type: "usage"; turn: Usage; total: Usage }
  | ({ type: "ended" } & TaskEnd);
