/** The tools with which a model speaks to the gate itself; the workspace answers them. */
import { mostGlobsAsked } from "@intentgate/engine";
import * as v from "valibot";
import { done, type Outcome } from "../contract/failure.ts";
import { scopeExpansion, wordList, words } from "../contract/fields.ts";
import type { ToolResult } from "../contract/tool.ts";
import { defineTool } from "../define/define-tool.ts";

export const selectActiveIntent = defineTool({
  name: "select_active_intent",
  summary: "Takes an intent for this session. Needed before anything may be changed.",
  kind: "gate",
  schema: v.object({ intent_id: words(128, "The id of an open intent, such as INT-001.") }),
  run: async (input, context) => answer(await context.gate.selectActiveIntent(input)),
});

export const listIntents = defineTool({
  name: "list_intents",
  summary: "Lists the intents a person declared, with status and scope.",
  kind: "gate",
  schema: v.object({}),
  run: async (_input, context) => answer(await context.gate.listIntents()),
});

export const proposeIntent = defineTool({
  name: "propose_intent",
  summary: "Asks a person for a new intent, when none of the declared ones covers the work.",
  kind: "gate",
  schema: v.object({
    name: words(200, "A short name."),
    description: v.nullish(words(4_000, "What the work is about.")),
    owned_scope: wordList(mostGlobsAsked, "Globs of the files it may change, relative to the root."),
    constraints: v.nullish(wordList(100, "What must be kept.")),
    acceptance_criteria: v.nullish(wordList(100, "How to tell that it is done.")),
  }),
  run: async (input, context) => answer(await context.gate.proposeIntent(input)),
});

export const requestScopeExpansion = defineTool({
  name: "request_scope_expansion",
  summary: "Asks a person to widen the active intent's scope.",
  kind: "gate",
  schema: scopeExpansion,
  run: async (input, context) => answer(await context.gate.requestScopeExpansion(input)),
});

export const recordLesson = defineTool({
  name: "record_lesson",
  summary: "Keeps one short lesson for later work.",
  kind: "gate",
  schema: v.object({ lesson: words(2_000, "One sentence.") }),
  run: async (input, context) => answer(await context.gate.recordLesson(input)),
});

export const attemptCompletion = defineTool({
  name: "attempt_completion",
  aliases: ["complete_intent"],
  summary: "Proposes that the active intent is done.",
  kind: "gate",
  schema: v.object({ result: v.nullish(words(20_000, "What was done.")) }),
  run: async (input, context) => answer(await context.gate.attemptCompletion(input)),
});

function answer(said: unknown): Outcome<ToolResult> {
  const isObject = typeof said === "object" && said !== null && !Array.isArray(said);
  return done(isObject ? (said as ToolResult) : { result: said });
}
