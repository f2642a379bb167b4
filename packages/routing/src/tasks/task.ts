/** A prepared run of an ability: what it is, which states it passes through, and when it ends. */
import type { Implementation } from "../abilities/ability.ts";
import type { JsonValue } from "../json-schema/json-schema.ts";

export const TASK_LIFETIME_MS = 60 * 60 * 1_000;

export type TaskState = "created" | "running" | "succeeded" | "failed" | "expired" | "deleted";

export type TaskOutcome = { kind: "none" } | { kind: "result"; result: JsonValue } | { kind: "error"; error: string };

export interface Task {
  key: string;
  abilityId: string;
  operationKey: string;
  implementation: Implementation;
  /** The arguments of a script; empty for other kinds. */
  args: string[];
  input: Record<string, JsonValue>;
  reason: string;
  warnings: string[];
  state: TaskState;
  createdAt: string;
  expiresAt: string;
  startedAt: string | null;
  endedAt: string | null;
  outcome: TaskOutcome;
}

/** From each state to those that may follow. */
const following: Record<TaskState, readonly TaskState[]> = {
  created: ["running", "expired", "deleted"],
  running: ["succeeded", "failed", "expired"],
  succeeded: ["deleted"],
  // What failed may be tried again until its time is over.
  failed: ["running", "expired", "deleted"],
  expired: ["deleted"],
  deleted: [],
};

export type TaskStep = { ok: true; task: Task } | { ok: false; task: Task; why: string };

function isOver(task: Task, now: number): boolean {
  return now >= Date.parse(task.expiresAt);
}

/** A task whose time is over is expired, whoever looks at it first. */
export function asOf(task: Task, now: number): Task {
  if (!following[task.state].includes("expired") || !isOver(task, now)) return task;
  return { ...task, state: "expired", endedAt: task.endedAt ?? task.expiresAt };
}

export function startTask(task: Task, now: number): TaskStep {
  const started = { startedAt: new Date(now).toISOString(), endedAt: null, outcome: { kind: "none" } } as const;
  return step(asOf(task, now), "running", started);
}

/** An ability that finished after the time was over has still finished; what it did is worth knowing. */
export function endTask(task: Task, outcome: Exclude<TaskOutcome, { kind: "none" }>, now: number): TaskStep {
  const state = outcome.kind === "result" ? "succeeded" : "failed";
  return step(task, state, { outcome, endedAt: new Date(now).toISOString() });
}

export function deleteTask(task: Task, now: number): TaskStep {
  const current = asOf(task, now);
  return step(current, "deleted", { endedAt: current.endedAt ?? new Date(now).toISOString() });
}

function step(task: Task, state: TaskState, changes: Partial<Task>): TaskStep {
  if (following[task.state].includes(state)) return { ok: true, task: { ...task, ...changes, state } };
  return { ok: false, task, why: `the task is ${task.state} and cannot become ${state}` };
}
