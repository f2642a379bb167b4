/** Prepares a run of an ability: nothing is created unless input, guardrails and implementation are all sound. */
import { plainLine, shown } from "@intentgate/documents";
import type { Ability, AbilityConfig, Implementation } from "../abilities/ability.ts";
import { renderArguments } from "../abilities/args-template.ts";
import type { Here } from "../abilities/in-scope.ts";
import { valueFaults } from "../json-schema/check-value.ts";
import type { JsonSchema, JsonValue } from "../json-schema/json-schema.ts";
import { guardrails } from "./guardrails.ts";
import { TASK_LIFETIME_MS, type Task, type TaskOutcome } from "./task.ts";

export interface TaskRequest {
  ability: Ability;
  /** Null: nothing says how the ability is run. */
  config: AbilityConfig | null;
  input: unknown;
  reason: string;
  here: Here;
  now: number;
  key: string;
  /** Why this implementation cannot be run here, null where it can: a missing script, an unknown server. */
  objection(implementation: Implementation): string | null;
}

/** What `task create` prints. */
export type TaskAnswer =
  | { status: "available"; task_key: string; warnings: string[] }
  | { status: "unavailable"; reason: string; suggestion: string };

export type CreatedTask =
  | { answer: Extract<TaskAnswer, { status: "available" }>; task: Task }
  | { answer: Extract<TaskAnswer, { status: "unavailable" }>; task: null };

const MAX_INPUT = 64 * 1024;
const MAX_DEPTH = 32;
const MAX_REASON = 500;

export function createTask(request: TaskRequest): CreatedTask {
  const { ability, config, here, now, key } = request;
  const refuse = (reason: string, suggestion: string): CreatedTask => ({
    answer: { status: "unavailable", reason: plainLine(reason, 400), suggestion: plainLine(suggestion, 400) },
    task: null,
  });
  if (config === null || config.id !== ability.id) {
    const path = `.system/registry/config/${ability.id}.yaml`;
    return refuse(`nothing says how ${shown(ability.id)} is run`, `Write ${path} with \`id\` and \`impl\`.`);
  }
  const input = readInput(request.input, ability.inputSchema);
  if (!input.ok) return refuse(input.why, `Write the input as its schema in ${ability.path} says.`);
  const reason = plainLine(request.reason, MAX_REASON);
  const guarded = guardrails(ability, input.value, { here, reason });
  if (!guarded.ok) return refuse(guarded.reason, guarded.suggestion);
  const { implementation } = config;
  const objection = request.objection(implementation);
  if (objection !== null) return refuse(objection, `See ${config.path}.`);
  const args = renderArguments(implementation.kind === "script" ? implementation.argsTemplate : [], input.value);
  if (!args.ok) return refuse(args.why, "Choose another value, or correct `args_template`.");
  return {
    answer: { status: "available", task_key: key, warnings: guarded.warnings },
    task: {
      key,
      abilityId: ability.id,
      operationKey: ability.operationKey,
      implementation,
      args: args.value,
      input: input.value,
      reason,
      warnings: guarded.warnings,
      state: "created",
      createdAt: new Date(now).toISOString(),
      expiresAt: new Date(now + TASK_LIFETIME_MS).toISOString(),
      startedAt: null,
      endedAt: null,
      outcome: { kind: "none" },
    },
  };
}

/** The same task with another input or reason; it is judged anew and does not live longer for it. */
export function updateTask(task: Task, request: Omit<TaskRequest, "key">): CreatedTask {
  const refuse = (reason: string): CreatedTask => ({
    answer: { status: "unavailable", reason, suggestion: "Create a new task." },
    task: null,
  });
  if (task.state !== "created") return refuse(`the task is ${task.state}`);
  if (request.now >= Date.parse(task.expiresAt)) return refuse("the task is expired");
  if (request.ability.id !== task.abilityId) return refuse("the task is for another ability");
  const again = createTask({ ...request, key: task.key });
  if (again.task === null) return again;
  return { ...again, task: { ...again.task, createdAt: task.createdAt, expiresAt: task.expiresAt } };
}

/** What an ability printed counts as a result only where it has the promised form. */
export function outcomeOf(ability: Ability, output: unknown): Exclude<TaskOutcome, { kind: "none" }> {
  const [fault] = valueFaults(ability.outputSchema, output);
  if (!fault) return { kind: "result", result: output as JsonValue };
  return { kind: "error", error: `the output does not have the promised form: ${sentence("output", fault)}` };
}

function readInput(
  input: unknown,
  schema: JsonSchema,
): { ok: true; value: Record<string, JsonValue> } | { ok: false; why: string } {
  if (input === null || typeof input !== "object" || Array.isArray(input)) {
    return { ok: false, why: "the input must be a JSON object" };
  }
  if (isDeeper(input, MAX_DEPTH)) return { ok: false, why: `the input is nested deeper than ${MAX_DEPTH} levels` };
  const text = JSON.stringify(input);
  if (text.length > MAX_INPUT) return { ok: false, why: "the input is larger than 64 KiB" };
  const defaults = Object.entries(schema.properties ?? {}).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const filled = { ...Object.fromEntries(defaults), ...(JSON.parse(text) as Record<string, JsonValue>) };
  const [fault, ...more] = valueFaults(schema, filled);
  if (!fault) return { ok: true, value: filled };
  const rest = more.length > 0 ? `, and ${more.length} more` : "";
  return { ok: false, why: `${sentence("input", fault)}${rest}` };
}

/** Ends after `levels` steps down, for circles too. */
function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

function sentence(what: string, { at, message }: { at: string; message: string }): string {
  return `${at === "" ? `the ${what}` : `${what} ${shown(at)}`} ${message}`;
}
