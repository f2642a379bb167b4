/** A prepared run of an ability: what it is, which states it passes through, and when it ends. */
import * as v from "valibot";
import { implementation } from "../abilities/ability.ts";
import type { JsonValue } from "../json-schema/json-schema.ts";

export const TASK_LIFETIME_MS = 60 * 60 * 1_000;

const json = v.custom<JsonValue>((value) => value !== undefined);
const moment = v.pipe(v.string(), v.isoTimestamp());

export const taskSchema = v.strictObject({
  key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/)),
  abilityId: v.string(),
  operationKey: v.string(),
  implementation,
  /** The arguments of a script; empty for other kinds. */
  args: v.array(v.string()),
  input: v.record(v.string(), json),
  reason: v.string(),
  warnings: v.array(v.string()),
  state: v.picklist(["created", "running", "succeeded", "failed", "expired", "deleted"]),
  createdAt: moment,
  expiresAt: moment,
  startedAt: v.nullable(moment),
  endedAt: v.nullable(moment),
  outcome: v.variant("kind", [
    v.strictObject({ kind: v.literal("none") }),
    v.strictObject({ kind: v.literal("result"), result: json }),
    v.strictObject({ kind: v.literal("error"), error: v.string() }),
  ]),
});

export type Task = v.InferOutput<typeof taskSchema>;
export type TaskOutcome = Task["outcome"];
type TaskState = Task["state"];

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

/** A task whose time is over is expired, whoever looks at it first. */
export function asOf(task: Task, now: number): Task {
  if (!following[task.state].includes("expired") || now < Date.parse(task.expiresAt)) return task;
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
