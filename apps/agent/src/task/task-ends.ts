/** How a task can end, in words for a person. */
import type { TaskEnd } from "../events/events.ts";

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
