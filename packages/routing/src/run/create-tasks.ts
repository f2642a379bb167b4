/** Prepared runs of abilities: created, changed and deleted here, run through the gate. */
import { type Checked, ProblemError, problem, shown } from "@intentgate/documents";
import type { Ability, Registry } from "../abilities/ability.ts";
import { createTask, type TaskAnswer, type TaskRequest, updateTask } from "../tasks/create-task.ts";
import { deleteTask, type Task } from "../tasks/task.ts";
import { objectionTo } from "./implementations.ts";
import { isReserved } from "./reserved-id.ts";
import type { PreparedTasks } from "./routing.ts";
import { type RunTaskParts, runTask } from "./run-task.ts";

export interface TasksParts extends Omit<RunTaskParts, "again"> {
  registry(): Registry;
  /** As the policy has it. */
  environment(): string | null;
}

export function createTasks(parts: TasksParts): PreparedTasks {
  const { tasks, files } = parts;

  function abilityCalled(name: string): Ability | null {
    const { abilities } = parts.registry();
    const found =
      abilities.find(({ id }) => id === name) ?? abilities.find(({ operationKey }) => operationKey === name);
    return found && !isReserved(found.id) ? found : null;
  }

  function requestFor(ability: Ability, input: unknown, reason: string): Omit<TaskRequest, "key"> {
    return {
      ability,
      config: parts.registry().configs.find(({ id }) => id === ability.id) ?? null,
      input,
      reason,
      here: { environment: parts.environment(), modules: [] },
      now: parts.now().getTime(),
      objection: (implementation) => objectionTo(implementation, files, parts.env),
    };
  }

  /** What a task on disk says is asked for once more: only the registry decides what may run. */
  function judgedAgain(task: Task): Checked<{ ability: Ability; task: Task }> {
    const ability = abilityCalled(task.abilityId);
    const made = ability && createTask({ ...requestFor(ability, task.input, task.reason), key: task.key });
    if (ability && made?.task) return { ok: true, value: { ability, task: made.task } };
    const why = made?.answer.status === "unavailable" ? made.answer.reason : "there is no such ability any more";
    const suggestion = made?.answer.status === "unavailable" ? made.answer.suggestion : "Delete the task.";
    return { ok: false, problems: [problem("NOT_ALLOWED", `${task.key}: ${why}`, suggestion)] };
  }

  return {
    create({ ability: name, input, reason }) {
      const ability = abilityCalled(name);
      if (!ability) return unknownAbility(name);
      const { answer, task } = createTask({ ...requestFor(ability, input, reason), key: tasks.newKey() });
      if (task) tasks.create(task);
      return answer;
    },
    runThrough: (call, key, session, signal) =>
      runTask(key, { session, signal, call }, { ...parts, again: judgedAgain }),
    get(key) {
      const task = tasks.get(key);
      return task.ok ? task.value : null;
    },
    list: () => tasks.list(),
    async update(key, change): Promise<Checked<TaskAnswer>> {
      let answer: TaskAnswer | undefined;
      const stepped = await tasks.step(key, (task) => {
        const ability = abilityCalled(task.abilityId);
        if (!ability) return { ok: false, task, why: "there is no such ability any more" };
        const { input = task.input, reason = task.reason } = change;
        const updated = updateTask(task, requestFor(ability, input, reason));
        answer = updated.answer;
        return updated.task ? { ok: true, task: updated.task } : { ok: false, task, why: updated.answer.reason };
      });
      // That the change was not accepted is an answer like that of `create`.
      if (answer) return { ok: true, value: answer };
      return stepped.ok ? { ok: true, value: { status: "available", task_key: key, warnings: [] } } : stepped;
    },
    async remove(key) {
      const removed = await tasks.step(key, (task) => deleteTask(task, parts.now().getTime()));
      if (removed.ok) return true;
      const isSimplyNo = removed.problems.every(({ code }) => code === "NOT_FOUND" || code === "NOT_ALLOWED");
      if (!isSimplyNo) throw new ProblemError(removed.problems);
      return false;
    },
  };
}

function unknownAbility(name: string): TaskAnswer {
  return {
    status: "unavailable",
    reason: `no registry knows the ability ${shown(name)}`,
    suggestion: "`intentgate ability list` shows what there is.",
  };
}
