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

/** How a task can end, in words for a person. */
export const aborted: TaskEnd = { reason: "aborted", message: "Stopped. What was done up to here is recorded." };
export const done: TaskEnd = { reason: "done", message: "The model has nothing more to do." };
export const completed: TaskEnd = { reason: "completed", message: "The intent is complete." };

export function failed(message: string): TaskEnd {
  return { reason: "failed", message };
}

export function usedUp(reason: "turns" | "tokens", count: number): TaskEnd {
  const message = `The budget is used up: ${count} ${reason}. What was done is recorded; --max-${reason} gives it more.`;
  return { reason, message };
}

export function tooLong(why: string): TaskEnd {
  const remedy = "Begin a new task with a smaller part of the work, or choose a model with a larger context.";
  return { reason: "context_too_long", message: `The conversation no longer fits the model (${why}). ${remedy}` };
}

export function noAnswer(why: string): TaskEnd {
  return { reason: "provider_error", message: `The model did not answer: ${why}` };
}

const CHARACTERS_PER_TOKEN = 4;

/** Sums of tokens; a provider that tells none is counted by the size of what it was sent. */
export function added(one: Usage, other: Usage): Usage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

export function estimated(request: { prompt: unknown; tools: unknown }): Usage {
  return { inputTokens: Math.ceil(JSON.stringify(request).length / CHARACTERS_PER_TOKEN), outputTokens: 0 };
}
