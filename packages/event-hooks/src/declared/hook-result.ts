/** What a handler may answer. Unknown fields are told; a known one with a value that is none is left out. */
import { plainLine } from "@intentgate/documents";
import * as v from "valibot";
import { stages } from "./event-hook.ts";

const MOST_ENTRIES = 50;
const LONGEST_LINE = 1_000;
const MOST_SIGNALS = 8_192;

const line = v.pipe(
  v.string(),
  v.transform((text) => plainLine(text, LONGEST_LINE)),
);
const optional = <T extends v.GenericSchema>(schema: T) => v.nullish(schema, null);
const unit = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const stage = optional(v.picklist(stages));
const list = <T extends v.GenericSchema>(item: T) => v.pipe(v.array(item), v.maxLength(MOST_ENTRIES));
const record = v.record(v.string(), v.unknown());

const action = v.pipe(
  v.looseObject({
    kind: v.picklist(["open_file", "run_command", "create_task"]),
    payload: v.nullish(record),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { kind, payload, ...rest } = dataset.value;
    // The shorter form puts the fields beside the kind.
    const given = payload ?? rest;
    const wanted = { open_file: "path", run_command: "command", create_task: "ability_id" }[kind];
    const hasIt = [wanted, "operation_key", "id", "argv"].some((key) => Object.hasOwn(given, key));
    if (hasIt && JSON.stringify(given).length <= MOST_SIGNALS) return { kind, payload: given };
    addIssue({ message: `a ${kind} needs ${wanted}` });
    return NEVER;
  }),
);

/** By the name of each field. */
export const fields = {
  logs: list(v.object({ level: v.picklist(["debug", "info", "warn", "error"]), message: line })),
  messages_to_user: list(line),
  suggested_abilities: list(v.object({ id: line, reason: v.nullish(line, ""), confidence: optional(unit) })),
  suggested_documents: list(v.object({ path: line, reason: v.nullish(line, ""), stage })),
  /** A question to knowledge routing; it never creates, takes or widens an intent. */
  new_intent: optional(
    v.object({
      scope: optional(line),
      topic: optional(line),
      stage,
      intent: line,
      signals: v.pipe(
        v.nullish(record, {}),
        v.check((value) => JSON.stringify(value).length <= MOST_SIGNALS, "signals are too large"),
      ),
    }),
  ),
  follow_up_actions: list(action),
  update_matcher_suggestions: list(v.object({ ability_id: line, signal: line, weight: unit })),
  /** Before a call: a person is to be asked. */
  confirm: optional(v.object({ question: line })),
  tags: list(v.pipe(line, v.regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/))),
  usage_recorded: v.boolean(),
  error: optional(line),
};

export type HookResult = { [Field in keyof typeof fields]: v.InferOutput<(typeof fields)[Field]> };
export type FollowUpAction = v.InferOutput<typeof action>;

export const emptyResult: HookResult = {
  logs: [],
  messages_to_user: [],
  suggested_abilities: [],
  suggested_documents: [],
  new_intent: null,
  follow_up_actions: [],
  update_matcher_suggestions: [],
  confirm: null,
  tags: [],
  usage_recorded: false,
  error: null,
};
