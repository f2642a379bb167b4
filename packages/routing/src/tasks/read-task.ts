/** A task as it is kept between two calls. What was kept is read as strictly as what a person wrote: it will be run. */
import { type Checked, problem } from "@intentgate/documents";
import * as v from "valibot";
import type { SourceFile } from "../reading/source-file.ts";
import { type Task, taskSchema } from "./task.ts";

const fileSchema = v.strictObject({ version: v.literal(1), ...taskSchema.entries });

export function writeTask(task: Task): string {
  return `${JSON.stringify({ version: 1, ...task }, null, 2)}\n`;
}

export function readTask({ path, text }: SourceFile): Checked<Task> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), fileSchema), text);
  if (!read.success) {
    const remedy = "Delete the task and create it anew.";
    const message = "the file does not hold a task of version 1";
    return { ok: false, problems: [problem("BAD_TASK", message, remedy, { file: path })] };
  }
  const { version: _version, ...task } = read.output;
  return { ok: true, value: task };
}
