/** From what a handler printed to a result: one JSON object, known fields, limited in size, nothing that hides on a screen. */

import { jsonObject, nearMiss, plainLine } from "@intentgate/documents";
import * as v from "valibot";
import { stages } from "./event-hook.ts";
import { emptyResult, type FollowUpAction, type HookResult } from "./hook-result.ts";

export type ReadResult =
  /** `malformed`: known fields with a value that is none, left out; and what may have been meant to stop something. */
  { ok: true; result: HookResult; warnings: string[]; malformed: string[] } | { ok: false; why: string };

/** Made once: making one takes longer than all else here. */
const decoder = new TextDecoder("utf-8", { fatal: true });
const MOST_ENTRIES = 50;
const LONGEST_LINE = 1_000;
const MOST_SIGNALS = 8_192;
/** Who misspells one of these wanted to stop something. */
const STOPPING = ["error", "confirm"];

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
  v.rawTransform(({ dataset, addIssue, NEVER }): FollowUpAction => {
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

const fields = {
  logs: list(v.object({ level: v.picklist(["debug", "info", "warn", "error"]), message: line })),
  messages_to_user: list(line),
  suggested_abilities: list(v.object({ id: line, reason: v.nullish(line, ""), confidence: optional(unit) })),
  suggested_documents: list(v.object({ path: line, reason: v.nullish(line, ""), stage })),
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
  confirm: optional(v.object({ question: line })),
  tags: list(v.pipe(line, v.regex(/^[A-Za-z0-9][A-Za-z0-9._:/-]{0,63}$/))),
  usage_recorded: v.boolean(),
  error: optional(line),
} satisfies Record<keyof HookResult, v.GenericSchema>;

export function readResult(output: Uint8Array, limit: number): ReadResult {
  if (output.length > limit) return { ok: false, why: `it printed more than ${limit} bytes` };
  let text: string;
  try {
    text = decoder.decode(output);
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, why: "what it printed is not UTF-8" };
    throw error;
  }
  // A handler with nothing to say may say nothing.
  if (text.trim() === "") return { ok: true, result: emptyResult, warnings: [], malformed: [] };
  const value = jsonObject(text);
  if (value === null) return { ok: false, why: "what it printed is not one JSON object" };
  const read = resultOf(value);
  const twice = repeatedKey(text);
  return twice === null ? read : { ...read, malformed: [...read.malformed, `${plainLine(twice, 60)} is named twice`] };
}

/** The same for a handler inside this program, which returns its answer. */
export function resultOf(value: Record<string, unknown>): ReadResult & { ok: true } {
  const result: Record<string, unknown> = { ...emptyResult };
  const warnings: string[] = [];
  const malformed: string[] = [];
  for (const [key, given] of Object.entries(value)) {
    const schema = Object.hasOwn(fields, key) ? fields[key as keyof HookResult] : undefined;
    if (!schema) {
      const stops = nearMiss(key.trim(), STOPPING);
      const meant = stops ?? nearMiss(key, Object.keys(fields));
      const told = `unknown field ${plainLine(key, 60)}${meant ? `, ${meant} may be meant` : ""}`;
      (stops === null ? warnings : malformed).push(told);
      continue;
    }
    const read = v.safeParse(schema, given ?? emptyResult[key as keyof HookResult]);
    if (read.success) result[key] = read.output;
    else malformed.push(`${key}: ${plainLine(read.issues[0].message, 200)}`);
  }
  return { ok: true, result: result as unknown as HookResult, warnings, malformed };
}

/** The first key that an object of sound JSON names twice: a parser keeps the last one, and a reader may have meant the first. */
function repeatedKey(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "{") open.push(new Set());
    else if (character === "[") open.push(null);
    else if (character === "}" || character === "]") open.pop();
    if (character !== '"') continue;
    const end = endOfString(text, at);
    const keys = open.at(-1);
    if (keys && isFollowedByColon(text, end)) {
      const key = JSON.parse(text.slice(at, end)) as string;
      if (keys.has(key)) return key;
      keys.add(key);
    }
    at = end - 1;
  }
  return null;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
  return at + 1;
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from;
  while (" \t\r\n".includes(text.charAt(at)) && at < text.length) at++;
  return text.charAt(at) === ":";
}
