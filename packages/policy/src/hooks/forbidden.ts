/** Stops what the policy forbids outright; no approval opens it. */
import { matchesWildcard } from "@intentgate/documents";
import { type Deny, deny, type HookContext } from "@intentgate/engine";
import type { ForbidRule } from "../policy-file/policy.ts";
import { type GovernedPreHook, type RootView, readable } from "./governed.ts";

export function forbidden(): GovernedPreHook {
  return async (context, call) => {
    for (const view of readable(call)) {
      for (const [index, rule] of view.policy.forbid.entries()) {
        if (applies(rule, context, view)) return blocked(`forbid[${index}]`, rule.reason || "the policy forbids it");
      }
      for (const glob of view.policy.protected) {
        const hit =
          view.changed.find((path) => view.matches(glob, path.relative)) ??
          view.below.find((folder) => view.matches(glob, folder.relative));
        if (hit) return blocked(`protected: ${glob}`, `${hit.relative} is protected by the policy`);
      }
    }
  };
}

/** Every condition that a rule names must hold; a rule without any condition holds for nothing. */
function applies(rule: ForbidRule, context: HookContext, view: RootView): boolean {
  const conditions: boolean[] = [];
  const { tool, command, paths } = rule;
  if (tool !== null) {
    conditions.push(matchesWildcard(tool, context.normalizedToolName) || matchesWildcard(tool, context.toolName));
  }
  if (command !== null) conditions.push(commandsOf(context).some((line) => matchesWildcard(command, line)));
  if (paths.length > 0) {
    const touched = [...view.changed, ...view.below];
    conditions.push(touched.some((path) => paths.some((glob) => view.matches(glob, path.relative))));
  }
  return conditions.length > 0 && conditions.every(Boolean);
}

/** The command line as it stands and every program that it may run, wherever in the line it is. */
function commandsOf(context: HookContext): string[] {
  const { command, ran } = context.details;
  const tools = context.effects.list.flatMap((effect) => (effect.kind === "run" ? [effect.command.trim()] : []));
  return [...tools, ...(command === null ? [] : [command.trim()]), ...ran];
}

function blocked(rule: string, why: string): Deny {
  return deny(
    "DESTRUCTIVE_BLOCKED",
    `Forbidden by policy.yaml (${rule}): ${why}.`,
    "Find another way that does not need this. Only a person can change the policy.",
    { rule },
  );
}
