/** What every description of a call is built from. */
import type { Effect, Effects } from "@intentgate/engine";
import type { DescribedCall } from "./described-call.ts";

/** The worst of what is listed; `least` for calls that change things without a path to show for it. */
export function effectsFrom(
  list: Effect[],
  least: Pick<Effects, "risk" | "mutates"> = { risk: "SAFE", mutates: false },
): Effects {
  const why = list.flatMap((effect) => {
    if (effect.kind === "unknown") return [effect.why];
    return effect.kind === "bad_path" ? [`${JSON.stringify(effect.path.slice(0, 200))}: ${effect.problem}`] : [];
  });
  if (why.length > 0) return { risk: "UNKNOWN", mutates: true, list, why };
  if (list.every((effect) => effect.kind === "read")) return { ...least, list, why };
  return { risk: "DESTRUCTIVE", mutates: true, list, why };
}

export function badInput(problem: string): Effect {
  return { kind: "bad_path", path: "", problem };
}

/** What nobody says more of is done by programs of any kind. */
export function described(
  normalizedToolName: string,
  effects: Effects,
  runs: DescribedCall["runs"] = "programs",
): DescribedCall {
  return {
    normalizedToolName,
    effects,
    gateTool: false,
    command: null,
    ran: [],
    runs,
    gateCommand: false,
    observed: {},
    named: [],
    expansion: null,
    isExempt: false,
    kindOfRun: { kind: "plain" },
  };
}
