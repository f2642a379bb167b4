/** Tasks on disk: `.system/implement/<task>/task.json` for the gate and `tool_call.md` for people. */
import { randomBytes } from "node:crypto";
import { lstatSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Checked, problem } from "@intentgate/documents";
import { expectFolder, systemFolder } from "@intentgate/sidecar";
import { replaceFile, withFileLock } from "@intentgate/world";
import { readTask, writeTask } from "../tasks/read-task.ts";
import { asOf, type Task, type TaskStep } from "../tasks/task.ts";
import { renderToolCall } from "../tasks/tool-call-page.ts";
import type { RootFiles } from "./root-files.ts";

export interface TaskFiles {
  newKey(): string;
  create(task: Task): void;
  /** As of now: a task whose time is over is expired. */
  get(key: string): Checked<Task>;
  list(): Task[];
  /** One step of a task as it was kept, while nobody else takes one; what the step refuses is not written. */
  step(key: string, take: (task: Task) => TaskStep): Promise<Checked<Task>>;
}

const FOLDER = ".system/implement";
const ownKey = /^task-[0-9a-f]{10}$/;
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/** What ended is kept this long for people who want to look at it. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
/** A step is one small file; whoever holds the lock for longer does not work on the task. */
const LOCK_WAIT_MS = 2_000;

export function toolCallPath(key: string): string {
  return `${FOLDER}/${key}/tool_call.md`;
}

export function createTaskFiles(files: RootFiles, now: () => Date): TaskFiles {
  /** As it was kept, whatever the time. */
  function kept(key: string): Checked<Task> {
    const file = keyPattern.test(key) ? files.read(`${FOLDER}/${key}/task.json`) : null;
    if (file === null) return notFound(key);
    const task = file.ok ? readTask(file.value) : file;
    // A folder that was copied or renamed by hand is no second task.
    return task.ok && task.value.key !== key ? notFound(key) : task;
  }

  function get(key: string): Checked<Task> {
    const task = kept(key);
    return task.ok ? { ok: true, value: asOf(task.value, now().getTime()) } : task;
  }

  function write(task: Task, before: Task | null): void {
    const folder = join(systemFolder(files.root, "implement"), task.key);
    expectFolder(folder, `${FOLDER}/${task.key}`);
    const notes = notesBelow(toolCallPath(task.key), before);
    // Only for this user: the input is what somebody typed.
    replaceFile(join(folder, "task.json"), writeTask(task), { mode: 0o600 });
    replaceFile(join(folder, "tool_call.md"), renderToolCall(task) + notes, { mode: 0o600 });
  }

  /** What handlers added to the page since it was last written. */
  function notesBelow(path: string, before: Task | null): string {
    const page = before && files.read(path);
    const written = before ? renderToolCall(before) : "";
    return page?.ok && page.value.text.startsWith(written) ? page.value.text.slice(written.length) : "";
  }

  function keys(): string[] {
    return files
      .list(FOLDER)
      .flatMap((entry) => (entry.isDirectory() && keyPattern.test(entry.name) ? [entry.name] : []));
  }

  /** Removes what ended long ago, and what cannot be read and was not touched for as long; only what was made here. */
  function sweep(folder: string): void {
    for (const key of keys().filter((name) => ownKey.test(name))) {
      const task = get(key);
      const changed = lstatSync(join(folder, key), { throwIfNoEntry: false })?.mtimeMs ?? now().getTime();
      const ended = task.ok ? Date.parse(task.value.endedAt ?? task.value.expiresAt) : changed;
      if (now().getTime() - ended > KEPT_MS) rmSync(join(folder, key), { recursive: true, force: true });
    }
  }

  return {
    newKey: () => `task-${randomBytes(5).toString("hex")}`,
    create(task) {
      // First of all: behind a link in its place there is nothing of ours to sweep.
      sweep(systemFolder(files.root, "implement"));
      write(task, null);
    },
    get,
    list() {
      const tasks = keys().flatMap((key) => {
        const task = get(key);
        return task.ok ? [task.value] : [];
      });
      return tasks.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
    },
    async step(key, take) {
      const found = kept(key);
      if (!found.ok) return found;
      const lock = join(systemFolder(files.root, "implement"), `${key}.lock`);
      const stepOnce = (): Checked<Task> => {
        const task = kept(key);
        if (!task.ok) return task;
        const step = take(task.value);
        if (!step.ok) return refused(key, step.why);
        write(step.task, task.value);
        if (step.task.state === "deleted") rmSync(join(files.root, FOLDER, key, "task.json"), { force: true });
        return { ok: true, value: step.task };
      };
      return withFileLock(lock, stepOnce, { waitMs: LOCK_WAIT_MS });
    },
  };
}

function notFound(key: string): Checked<Task> {
  const message = `there is no task ${JSON.stringify(key.slice(0, 130))}`;
  return { ok: false, problems: [problem("NOT_FOUND", message, "`intentgate ability task list` shows them.")] };
}

function refused(key: string, why: string): Checked<Task> {
  const remedy = "Create a new task with `intentgate ability task create`.";
  return { ok: false, problems: [problem("NOT_ALLOWED", `${key}: ${why}`, remedy)] };
}
