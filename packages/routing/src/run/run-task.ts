/** Runs a task through the gate: decided like any call, run only where it was allowed, and written down either way. */
import { type Checked, type Problem, problem } from "@intentgate/documents";
import type { Session } from "@intentgate/engine";
import { createEffectsOf } from "@intentgate/policy";
import type { Ability } from "../abilities/ability.ts";
import { hasPattern } from "../json-schema/json-schema.ts";
import { outcomeOf } from "../tasks/create-task.ts";
import { endTask, startTask, type Task } from "../tasks/task.ts";
import { type AbilityCall, type CallAbility, describeAbility, type StartContained } from "./ability-calls.ts";
import { isContainable, produce, wordsOf } from "./implementations.ts";
import type { RootFiles } from "./root-files.ts";
import type { TaskRun } from "./routing.ts";
import { type TaskFiles, toolCallPath } from "./task-files.ts";

export interface RunTaskParts {
  files: RootFiles;
  tasks: TaskFiles;
  env: NodeJS.ProcessEnv;
  now(): Date;
  /** The ability as the registry has it now, and the task as it would be created now. */
  again(task: Task): Checked<{ ability: Ability; task: Task }>;
}

export interface TaskCall {
  session: Session;
  call: CallAbility;
  signal: AbortSignal | undefined;
}

export async function runTask(key: string, options: TaskCall, parts: RunTaskParts): Promise<Checked<TaskRun>> {
  const kept = parts.tasks.get(key);
  if (!kept.ok) return kept;
  const startable = startTask(kept.value, parts.now().getTime());
  if (!startable.ok) return refuse(`${key}: ${startable.why}`);
  // The file says what was asked for; what is run is what the registry says about it now.
  const again = parts.again(kept.value);
  if (!again.ok) return again;
  const { ability, task } = again.value;
  if (!isSameRun(kept.value, task)) {
    return refuse(`${key}: ${ability.id} changed since the task was created`);
  }
  const payload = { ability: ability.id, operation_key: ability.operationKey, task_key: key, input: task.input };
  const { implementation } = task;
  const made: AbilityCall = {
    abilityId: ability.id,
    words: wordsOf(task),
    mcp:
      implementation.kind === "mcp"
        ? { server: implementation.server, tool: implementation.tool, input: task.input }
        : null,
    hasUncheckedPattern: hasPattern(ability.inputSchema),
  };
  let notRun: readonly Problem[] = [];
  const { root } = parts.files;
  const answer = await options.call({
    ...{ tool: ability.id, input: payload, session: options.session, cwd: root },
    describe: (around) => describeAbility(made, createEffectsOf(around), root),
    toolCallPath: toolCallPath(key),
    isContainable: isContainable(implementation),
    async execute(_context, start) {
      const started = await parts.tasks.step(key, (one) => startTask(one, parts.now().getTime()));
      if (!started.ok) {
        notRun = started.problems;
        return { error: started.problems.map(({ message }) => message).join("; ") };
      }
      return executed(task, ability, { ...options, start }, parts);
    },
  });
  if (notRun.length > 0) return { ok: false, problems: [...notRun] };
  const after = parts.tasks.get(key);
  return after.ok ? { ok: true, value: { answer, task: after.value } } : after;
}

/** What the call comes to for the gate: a plain object, `error` where it failed. */
async function executed(
  task: Task,
  ability: Ability,
  { signal, start }: TaskCall & { start: StartContained | undefined },
  parts: RunTaskParts,
) {
  const produced = await produce(task, parts.files, { env: parts.env, signal, start });
  const outcome = produced.ok ? outcomeOf(ability, produced.output) : { kind: "error" as const, error: produced.why };
  const ended = await parts.tasks.step(task.key, (one) => endTask(one, outcome, parts.now().getTime()));
  if (!ended.ok) return { error: ended.problems.map(({ message }) => message).join("; ") };
  const kept = produced.ok && produced.told.length > 0 ? { kept_back: produced.told } : {};
  const about = { task_key: task.key, ability: ability.id, tool_call_path: toolCallPath(task.key), ...kept };
  return outcome.kind === "result" ? { ...about, result: outcome.result } : { ...about, error: outcome.error };
}

function isSameRun(kept: Task, now: Task): boolean {
  const run = ({ abilityId, operationKey, implementation, args, input }: Task) =>
    JSON.stringify([abilityId, operationKey, sorted(implementation), args, sorted(input)]);
  return run(kept) === run(now);
}

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(sorted);
  return Object.entries(value)
    .map(([key, one]) => [key, sorted(one)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

function refuse(message: string): Checked<TaskRun> {
  const remedy = "Create a new task with `intentgate ability task create`.";
  return { ok: false, problems: [problem("NOT_ALLOWED", message, remedy)] };
}
