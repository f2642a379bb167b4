/** `intentgate ability task get|list|update|delete`: what was prepared, and what became of it. */
import { problem } from "@intentgate/documents";
import type { Task } from "@intentgate/routing";
import { refuse, refuseUsage } from "../command/refuse.ts";
import { noWords, oneWord, type Subverb } from "../command/subverb.ts";
import { exitCodes, tell } from "../command/verb.ts";
import { columns } from "../terminal/columns.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";
import { refuseAgents, workspaceHere } from "../workspace/workspace-here.ts";
import { answered, readInput } from "./run-task.ts";

const aTask = oneWord("a task's key");

export const getTask: Subverb = {
  words: aTask,
  options: [],
  async run(_args, io, [key = ""]) {
    const task = workspaceHere(io).routing().tasks.get(key);
    if (!task) return notFound(key, io);
    return tell(io, shown(task), columns(Object.entries(shown(task)).map(cells), [{ paint: io.color.dim }]));
  },
};

export const listTasks: Subverb = {
  words: noWords,
  options: [],
  async run(_args, io) {
    const tasks = workspaceHere(io).routing().tasks.list();
    if (io.json) io.printJson({ tasks: tasks.map(shown) });
    else if (tasks.length === 0) io.print("No task was created yet: intentgate ability task create ID --input JSON");
    else {
      const rows = tasks.map(({ key, state, abilityId, createdAt }) => [key, state, abilityId, createdAt]);
      for (const line of columns(rows, [{ paint: io.color.bold }])) io.print(line);
    }
    return exitCodes.done;
  },
};

export const updateTask: Subverb = {
  words: aTask,
  options: ["input", "reason"],
  async run(args, io, [key = ""]) {
    const workspace = workspaceHere(io);
    const no = refuseAgents(workspace, io, "ability task update");
    if (no !== null) return no;
    const given = args.text("input");
    const reason = args.text("reason");
    if (given === undefined && reason === undefined) {
      return refuseUsage(io, "ability", "ability task update needs --input or --reason");
    }
    const input = given === undefined ? null : await readInput(given, io);
    if (input && !input.ok) return refuse(io, input.problems);
    const change = { ...(input ? { input: input.value } : {}), ...(reason === undefined ? {} : { reason }) };
    const updated = await workspace.routing().tasks.update(key, change);
    return updated.ok ? answered(updated.value, io) : refuse(io, updated.problems);
  },
};

export const deleteTask: Subverb = {
  words: aTask,
  options: [],
  async run(_args, io, [key = ""]) {
    const workspace = workspaceHere(io);
    const no = refuseAgents(workspace, io, "ability task delete");
    if (no !== null) return no;
    const { tasks } = workspace.routing();
    const before = tasks.get(key);
    if (!before) return notFound(key, io);
    if (!(await tasks.remove(key))) {
      const message = `${before.key} is ${before.state} and cannot be deleted`;
      return refuse(io, [problem("NOT_ALLOWED", message, "Wait until it has ended.")]);
    }
    return tell(io, { deleted: key }, `${io.color.green("✔")} ${key} is deleted; its page stays in .system/implement.`);
  },
};

function shown(task: Task) {
  const { key, abilityId, operationKey, state, reason, input, args, createdAt, expiresAt, startedAt, endedAt } = task;
  const outcome =
    task.outcome.kind === "result"
      ? { result: task.outcome.result }
      : task.outcome.kind === "error"
        ? { error: task.outcome.error }
        : {};
  return {
    task_key: key,
    ability: abilityId,
    operation_key: operationKey,
    state,
    reason,
    warnings: task.warnings,
    input,
    args,
    created_at: createdAt,
    expires_at: expiresAt,
    started_at: startedAt,
    ended_at: endedAt,
    ...outcome,
    tool_call_path: `.system/implement/${key}/tool_call.md`,
  };
}

function cells([name, value]: [string, unknown]): [string, string] {
  return [name, oneLine(typeof value === "string" ? value : JSON.stringify(value), 300)];
}

function notFound(key: string, io: Io): number {
  const message = `there is no task ${JSON.stringify(oneLine(key, 130))}`;
  return refuse(io, [problem("NOT_FOUND", message, "`intentgate ability task list` shows them.")]);
}
