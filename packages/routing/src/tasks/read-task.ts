/** A task as it is kept between two calls. What was kept is read as strictly as what a person wrote: it will be run. */
import { type Checked, problem } from "@intentgate/documents";
import * as v from "valibot";
import type { JsonValue } from "../json-schema/json-schema.ts";
import type { SourceFile } from "../reading/source-file.ts";
import type { Task } from "./task.ts";

const json = v.custom<JsonValue>((value) => value !== undefined);
const moment = v.pipe(v.string(), v.isoTimestamp());
const references = v.record(v.string(), v.pipe(v.string(), v.regex(/^env:[A-Za-z_][A-Za-z0-9_]{0,99}$/)));
const seconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_600));

const implementation = v.variant("kind", [
  v.strictObject({
    kind: v.literal("script"),
    path: v.string(),
    argsTemplate: v.array(v.string()),
    timeoutSec: seconds,
    credentials: references,
  }),
  v.strictObject({
    kind: v.literal("mcp"),
    server: v.string(),
    tool: v.string(),
    command: v.nullable(v.array(v.string())),
    timeoutSec: seconds,
    credentials: references,
  }),
  v.strictObject({
    kind: v.literal("api"),
    method: v.picklist(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    url: v.string(),
    timeoutSec: seconds,
    credentials: references,
  }),
]);

const taskSchema = v.strictObject({
  version: v.literal(1),
  key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/)),
  abilityId: v.string(),
  operationKey: v.string(),
  implementation,
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

export function writeTask(task: Task): string {
  return `${JSON.stringify({ version: 1, ...task }, null, 2)}\n`;
}

export function readTask({ path, text }: SourceFile): Checked<Task> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), taskSchema), text);
  if (!read.success) {
    const remedy = "Delete the task and create it anew.";
    const message = "the file does not hold a task of version 1";
    return { ok: false, problems: [problem("BAD_TASK", message, remedy, { file: path })] };
  }
  const { version: _version, ...task } = read.output;
  return { ok: true, value: task satisfies Task };
}
