/** Reads what a request asks for: words of the query, and bodies; strict, and limited in size. */
import { readJson } from "@intentgate/documents";
import type { Context } from "hono";
import * as v from "valibot";
import { mostItems } from "../../api/api.ts";
import type { TrustBody } from "../../api/hooks.ts";
import type { EditIntentBody, MoveBody, NewIntentBody, ScopePreviewBody } from "../../api/intents.ts";
import type { AnswerBody } from "../../api/now.ts";
import { refuse } from "./failure.ts";
import { publicKey } from "./tab-files.ts";

export interface WantedWindow {
  from: number;
  count: number;
}

const LONGEST_WORD = 4_096;

export function wordOf(context: Context, name: string): string | null {
  const all = context.req.queries(name) ?? [];
  if (all.length > 1) refuse(400, "BAD_INPUT", `${name} is given more than once`, "Give it once.");
  const word = all[0] ?? "";
  if (word.length > LONGEST_WORD) refuse(400, "BAD_INPUT", `${name} is too long`, "Ask for less.");
  return word === "" ? null : word;
}

export function neededWord(context: Context, name: string): string {
  return wordOf(context, name) ?? refuse(400, "BAD_INPUT", `${name} is missing`, `Add ?${name}= to the address.`);
}

export function numberOf(
  context: Context,
  name: string,
  range: { least: number; most: number; usual: number },
): number {
  const word = wordOf(context, name);
  if (word === null) return range.usual;
  const number = /^\d{1,12}$/.test(word) ? Number(word) : Number.NaN;
  if (!(number >= range.least && number <= range.most))
    refuse(400, "BAD_INPUT", `${name} is no number from ${range.least} to ${range.most}`, "Correct it.");
  return number;
}

export function oneOf<const T extends string>(context: Context, name: string, allowed: readonly T[]): T | null {
  const word = wordOf(context, name);
  if (word === null) return null;
  const found = allowed.find((one) => one === word);
  return found ?? refuse(400, "BAD_INPUT", `${name} is none of ${allowed.join(", ")}`, "Correct it.");
}

export function timeOf(context: Context, name: string): Date | null {
  const word = wordOf(context, name);
  if (word === null) return null;
  const time = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,12}(Z|[+-]\d{2}:\d{2})$/.test(word) ? Date.parse(word) : Number.NaN;
  if (!Number.isFinite(time)) refuse(400, "BAD_INPUT", `${name} is no time`, "Write 2026-02-16T12:00:00Z.");
  return new Date(time);
}

export function windowOf(context: Context, usual = 100, most: number = mostItems): WantedWindow {
  return {
    from: numberOf(context, "from", { least: 0, most: 1_000_000_000, usual: 0 }),
    count: numberOf(context, "count", { least: 1, most, usual }),
  };
}

export function windowed<T, U>(
  all: readonly T[],
  { from, count }: WantedWindow,
  shown: (one: T) => U,
): { total: number; from: number; items: U[] } {
  return { total: all.length, from, items: all.slice(from, from + count).map(shown) };
}

export async function bodyOf<S extends v.GenericSchema>(context: Context, schema: S): Promise<v.InferOutput<S>> {
  const json = readJson(await context.req.text());
  if (!json.ok) return refuse(400, "BAD_INPUT", "the body is no JSON", "Send one JSON object.");
  const read = v.safeParse(schema, json.value, { abortEarly: true });
  if (read.success) return read.output;
  const [issue] = read.issues;
  const at = v.getDotPath(issue as v.BaseIssue<unknown>) ?? "the body";
  return refuse(400, "BAD_INPUT", `${at}: ${issue?.message ?? "not understood"}`, "Correct it and send it again.");
}

const line = v.pipe(v.string(), v.maxLength(2_000));
const name = v.pipe(v.string(), v.maxLength(500));
const description = v.pipe(v.string(), v.maxLength(20_000));
const lines = v.pipe(v.array(line), v.maxLength(500));
const digest = v.pipe(v.string(), v.maxLength(200));
const id = v.pipe(v.string(), v.maxLength(128));

/** The bodies that may be sent; the types are those of the contract. */
export const noBody = v.strictObject({});

export const answerBody: v.GenericSchema<AnswerBody> = v.variant("answer", [
  v.strictObject({ answer: v.picklist(["once", "standing", "command", "declare", "scope"]) }),
  v.strictObject({ answer: v.literal("reject"), reason: v.pipe(v.string(), v.maxLength(2_000)) }),
]);

const intentWords = {
  name: v.optional(name),
  description: v.optional(description),
  owned_scope: v.optional(lines),
  constraints: v.optional(lines),
  acceptance_criteria: v.optional(lines),
  related_files: v.optional(lines),
  checks: v.optional(lines),
};

export const newIntentBody: v.GenericSchema<NewIntentBody> = v.strictObject({
  ...intentWords,
  id: v.optional(id),
  name,
  owned_scope: lines,
  start: v.optional(v.boolean()),
});

export const editIntentBody: v.GenericSchema<EditIntentBody> = v.strictObject({ ...intentWords, digest });

export const moveBody: v.GenericSchema<MoveBody> = v.strictObject({
  move: v.picklist(["start", "complete", "block", "reopen", "archive", "accept"]),
});

export const scopePreviewBody: v.GenericSchema<ScopePreviewBody> = v.strictObject({
  globs: lines,
  except: v.nullable(id),
});

export const tabBody = v.strictObject({ publicKey });

export const trustBody: v.GenericSchema<TrustBody> = v.strictObject({ digest });
