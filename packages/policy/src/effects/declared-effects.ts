/** The effects of a tool that a person declared in the policy: exactly these, or unknown where the input does not fit. */
import type { Effect, Effects } from "@intentgate/engine";
import type { DeclaredTool } from "../policy-file/policy.ts";
import { type Payload, stringsAt } from "./payload.ts";
import type { Resolver } from "./resolve-path.ts";

export type DeclaredEffects = { ok: true; list: Effect[]; changed: string[] } | { ok: false; why: string };

export function declaredEffects(
  name: string,
  declared: DeclaredTool,
  payload: Payload,
  resolver: Resolver,
): DeclaredEffects {
  const paths: string[] = [];
  for (const dotted of declared.paths_from) {
    const found = stringsAt(payload, dotted);
    if (!found) return { ok: false, why: `the declared field ${JSON.stringify(dotted)} holds no path` };
    paths.push(...found);
  }
  const changesFiles = declared.effect === "write" || declared.effect === "delete";
  if (changesFiles && paths.length === 0) {
    return { ok: false, why: "it is declared to change files, but no field is declared to name them" };
  }
  const onPaths = paths.map((path) => pathEffect(declared, path, resolver));
  return { ok: true, list: [...ownEffect(name, declared), ...onPaths], changed: changesFiles ? paths : [] };
}

export function riskOf(declared: DeclaredTool): Pick<Effects, "risk" | "mutates"> {
  return declared.effect === "read" ? { risk: "SAFE", mutates: false } : { risk: "DESTRUCTIVE", mutates: true };
}

function ownEffect(name: string, declared: DeclaredTool): Effect[] {
  if (declared.effect === "run") return [{ kind: "run", command: name, known: { by: "declaration", writes: [] } }];
  if (declared.effect === "network") return [{ kind: "network", target: name }];
  return [];
}

function pathEffect(declared: DeclaredTool, path: string, resolver: Resolver): Effect {
  switch (declared.effect) {
    case "write":
      return resolver.effect(path, true, (at) => ({ kind: "write", manner: "create_or_replace", ...at }));
    case "delete":
      return resolver.effect(path, false, (at) => ({ kind: "delete", ...at }));
    case "run":
      return resolver.effect(path, true, (at) => ({ kind: "write", manner: "derived", ...at }));
    default:
      return resolver.effect(path, true, (at) => ({ kind: "read", shows: "content", ...at }));
  }
}
