import * as v from "valibot";
import { done } from "../gate/tool-outcome.ts";
import { adds, looks, type McpTool, nativeInput, schemaOf, shownIntent } from "./tool.ts";

export const selectActiveIntent: McpTool = {
  name: "select_active_intent",
  title: "Take an intent",
  description: [
    "Take an intent for this session. Call it before the first change of any file: without an intent every write, edit,",
    "delete and changing shell command is refused with INTENT_REQUIRED. Call list_intents first if you do not know the id.",
    "You get the intent's scope, constraints and acceptance criteria: keep to them, they are enforced.",
    "Call it again when a refusal says that the intent changed. Taking a second intent while the first is open needs a",
    "person's yes. INTENT_NOT_FOUND names the ids that can be taken.",
  ].join(" "),
  input: nativeInput("select_active_intent"),
  output: schemaOf(v.object({ success: v.literal(true), intent: shownIntent, context: v.string() })),
  annotations: { ...adds, idempotentHint: true },
  run: (input, call, gate) => gate.select(call, String(input.intent_id)),
};

export const completeIntent: McpTool = {
  name: "complete_intent",
  title: "Propose completion",
  description: [
    "Propose that the intent this session works under is done. The checks that people declared for it are run now, and a",
    "person confirms the acceptance criteria. Call it only when you have verified them yourself. When a check fails you",
    "get its output: mend it and call again. After success the session has no intent any more.",
  ].join(" "),
  input: nativeInput("complete_intent"),
  output: schemaOf(v.object({ success: v.literal(true), intent_id: v.string(), status: v.literal("COMPLETE") })),
  // The checks are programs: they may write what their intent may.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  run: (_input, call, gate) => gate.native(call),
};

export const proposeIntent: McpTool = {
  name: "propose_intent",
  title: "Propose an intent",
  description: [
    "Ask a person for a new intent, when none of the declared ones covers the work. Name the narrowest owned_scope that",
    "is enough: globs relative to the repository's root, such as src/auth/**. Only a person's yes creates it; then take it",
    "with select_active_intent. HITL_REJECT means that the person said no: do not ask again for the same thing.",
    "NO_ANSWER means that nobody has answered yet: the same call passes once after the person approved it later.",
  ].join(" "),
  input: nativeInput("propose_intent"),
  output: schemaOf(v.object({ success: v.literal(true), intent_id: v.string() })),
  annotations: adds,
  run: (_input, call, gate) => gate.native(call),
};

export const recordLesson: McpTool = {
  name: "record_lesson",
  title: "Keep a lesson",
  description: [
    "Keep one sentence that whoever works under this intent next should know: a trap you fell into, a convention that is",
    "written nowhere. Not a report of what you did. It is told under the same intent; a person may accept it for all.",
  ].join(" "),
  input: nativeInput("record_lesson"),
  output: schemaOf(v.object({ success: v.literal(true), note: v.string() })),
  annotations: { ...adds, idempotentHint: true },
  run: (_input, call, gate) => gate.native(call),
};

export const requestScopeExpansion: McpTool = {
  name: "request_scope_expansion",
  title: "Ask for a wider scope",
  description: [
    "Ask a person to widen the scope of the intent this session works under, after SCOPE_VIOLATION or when you know that",
    "the work needs more files. Name only the globs that are missing and say why. The answer is the scope as it is then;",
    "until it contains the path, do not write there. If the person says no, find a way inside the scope or stop.",
  ].join(" "),
  input: nativeInput("request_scope_expansion"),
  output: schemaOf(
    v.object({ success: v.literal(true), intent_id: v.nullable(v.string()), owned_scope: v.array(v.string()) }),
  ),
  annotations: { ...adds, idempotentHint: true },
  run: (_input, call, gate) => gate.native(call),
};

const MOST = 100;
const order = ["IN_PROGRESS", "PENDING", "BLOCKED", "COMPLETE"];

export const listIntents: McpTool = {
  name: "list_intents",
  title: "List intents",
  description: [
    "List the intents that people declared in this repository: id, name, status, the files each may change (owned_scope),",
    "constraints and acceptance criteria. IN_PROGRESS and PENDING ones can be taken with select_active_intent.",
    "`active` is the intent this session works under, null if none, and left out where it is not known here.",
  ].join(" "),
  input: nativeInput("list_intents"),
  output: schemaOf(
    v.object({
      intents: v.array(shownIntent),
      active: v.optional(v.nullable(v.string())),
      more: v.pipe(v.number(), v.description("How many were left out, those least open first.")),
    }),
  ),
  annotations: looks,
  async run(_input, call, gate) {
    const outcome = await gate.list(call);
    if (outcome.kind !== "done") return outcome;
    const { intents = [], active } = outcome.value as { intents?: { status: string }[]; active?: string | null };
    const sorted = intents.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
    return done({ intents: sorted.slice(0, MOST), active, more: Math.max(0, sorted.length - MOST) });
  },
};
