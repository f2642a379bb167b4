/** Two plans for one workspace: the architect lays down how, the builder does it; their scopes do not touch. */
import type { Plan, PlannedTurn } from "../models/scripted-model.ts";
import { steps } from "./steps.ts";

export interface PairPlaces {
  /** The intent of each, and a file of its own in its scope. */
  architect: { intent: string; file: string; text: string; lesson: string };
  builder: { intent: string; file: string; text: string };
}

export function architectPlan({ architect }: PairPlaces): Plan {
  return steps("architect", [
    take(architect.intent, "I write down how it is to be built."),
    write(architect.file, architect.text),
    {
      say: "And keep what others should know.",
      calls: [{ tool: "record_lesson", input: { lesson: architect.lesson } }],
    },
    { say: "The design is written.", calls: [] },
  ]);
}

export function builderPlan({ builder }: PairPlaces): Plan {
  return steps("builder", [
    take(builder.intent, "I build what the design says."),
    write(builder.file, builder.text),
    { say: "It is built.", calls: [] },
  ]);
}

function take(intent: string, say: string): PlannedTurn {
  return { say, calls: [{ tool: "select_active_intent", input: { intent_id: intent } }] };
}

function write(path: string, content: string): PlannedTurn {
  return { say: `I write ${path}.`, calls: [{ tool: "write_to_file", input: { path, content } }] };
}
