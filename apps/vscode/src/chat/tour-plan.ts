/**
 * What the agent does where no model is configured and a person wants to see it at work: it tries, is refused, takes the
 * first open intent, and writes one small file inside and tries one outside its scope. The gate decides every call.
 */
import { type Plan, type PlannedTurn, steps } from "@intentgate/agent";

const outside = { path: "intentgate-tour-outside.md", content: "This must not come to be.\n" };

export const tourPrompt = "Show me how the gate works here.";

export function tourPlan(intent: { id: string; owned_scope: readonly string[] }): Plan {
  const path = pathInside(intent.owned_scope);
  const inside = { path: path ?? "intentgate-tour.md", content: "# A note\n\nWritten by the scripted agent.\n" };
  return steps("tour", [
    turn("I write a note, as a hasty agent would.", "write_to_file", inside),
    turn(`Refused: no change without an intent. I take ${intent.id}.`, "select_active_intent", {
      intent_id: intent.id,
    }),
    turn("Now the same note again.", "write_to_file", inside),
    turn("And one outside the scope, to see what happens.", "write_to_file", outside),
    {
      say: `That one was refused. ${inside.path} is there: put the cursor on a line and ask why it is.`,
      calls: [],
    },
  ]);
}

/** A new file below the first folder that the scope owns as a whole; null where it owns single files only. */
export function pathInside(globs: readonly string[]): string | null {
  for (const glob of globs) {
    if (glob.startsWith("!")) continue;
    const folder = /^((?:[^*?{}!]+\/)*)(?:\*\*(?:\/\*)?)?$/.exec(glob)?.[1];
    if (folder !== undefined && glob.endsWith("*")) return `${folder}intentgate-tour.md`;
  }
  return null;
}

function turn(say: string, tool: string, input: Record<string, unknown>): PlannedTurn {
  return { say, calls: [{ tool, input }] };
}
