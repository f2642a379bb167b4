/** A plan that takes one step an answer; a step may look at what came of the one before it. */
import type { Plan, PlannedTurn, Seen } from "../models/scripted-model.ts";

export type Step = PlannedTurn | ((seen: Seen) => PlannedTurn);

export function steps(name: string, list: readonly Step[]): Plan {
  return {
    name,
    next(seen) {
      const step = list[seen.turns] ?? { say: "That was all.", calls: [] };
      return typeof step === "function" ? step(seen) : step;
    },
  };
}

/** The code of a refusal among the last results; null where none was refused. */
export function refusalCode({ results }: Seen): string | null {
  for (const { text } of results) {
    const code = /"code":"([A-Z_]+)"/.exec(text)?.[1];
    if (text.startsWith('{"type":"tool_error"') && code !== undefined) return code;
  }
  return null;
}
