import * as v from "valibot";
import { done } from "../gate/tool-outcome.ts";
import { nativeInput } from "./native-input.ts";
import { shownIntent } from "./shapes.ts";
import { looks, type McpTool, schemaOf } from "./tool.ts";

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
    const told = await gate.list(call);
    if (told.kind !== "done") return told;
    const { intents = [], active } = told.value as { intents?: { status: string }[]; active?: string | null };
    const sorted = intents.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
    return done({ intents: sorted.slice(0, MOST), active, more: Math.max(0, sorted.length - MOST) });
  },
};
