/** The one description of a hook file. Unknown keys are errors everywhere. */
import { listOf, mapOf, oneOf, text, whole } from "@intentgate/documents";
import * as v from "valibot";
import { eventTypes, stages, statuses } from "./event-hook.ts";

const LONGEST_MS = 600_000;

const id = v.pipe(
  v.string("must be text"),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, "must be a name of letters, digits, `.`, `_` and `-`"),
);

/** One word or a list of them. */
function oneOrMore<T extends v.GenericSchema<string, string>>(item: T, message: string) {
  return v.union([item, v.pipe(listOf(item), v.minLength(1, "must not be empty"))], message);
}

const words = oneOrMore(text, "must be text or a list of texts");

const match = mapOf({
  ability_scope: v.nullish(words),
  ability_id: v.nullish(words),
  operation_key: v.nullish(words),
  min_duration_ms: v.nullish(whole(0, 86_400_000)),
  only_if_changed_paths: v.nullish(words),
  file_patterns: v.nullish(words),
  status: v.nullish(oneOrMore(oneOf(statuses), `must be one of ${statuses.join(", ")}, or a list of them`)),
  stage: v.nullish(oneOrMore(oneOf(stages), `must be one of ${stages.join(", ")}, or a list of them`)),
  examples: v.nullish(
    mapOf({
      match: v.nullish(listOf(v.record(v.string(), v.unknown(), "must be a map of keys"))),
      not_match: v.nullish(listOf(v.record(v.string(), v.unknown(), "must be a map of keys"))),
    }),
  ),
});

export const hookSchema = mapOf({
  version: v.nullish(v.literal(1)),
  id,
  event_type: oneOf(eventTypes),
  enabled: v.nullish(v.boolean("must be true or false"), true),
  blocking: v.nullish(v.boolean("must be true or false"), false),
  contained: v.nullish(v.boolean("must be true or false"), false),
  environments: v.nullish(v.pipe(listOf(text), v.minLength(1, "must not be empty"))),
  summary: v.nullish(v.string("must be text"), ""),
  match: v.nullish(match),
  handler: mapOf({
    kind: oneOf(["script", "module", "builtin"]),
    command: text,
    timeout_ms: v.nullish(whole(1, LONGEST_MS), 10_000),
    files: v.nullish(listOf(text), []),
  }),
  effects: v.nullish(
    listOf(v.union([text, v.record(v.string(), v.string("must be text"))], "must be text or one `key: text`")),
    [],
  ),
});
