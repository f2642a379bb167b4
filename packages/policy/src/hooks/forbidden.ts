/** Stops what the policy forbids outright; no approval opens it. */
import { matchesWildcard } from "@intentgate/documents";
import { type CallDetails, type Deny, deny, type HookContext } from "@intentgate/engine";
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
  const { tool, command, paths } = rule;
  if (!forbidsCall(rule, context, context.details)) return false;
  if (paths.length === 0) return tool !== null || command !== null;
  const touched = [...view.changed, ...view.below];
  return touched.some((path) => paths.some((glob) => view.matches(glob, path.relative)));
}

type NamedCall = Pick<HookContext, "effects" | "normalizedToolName" | "toolName">;
export type NamedCommand = Pick<CallDetails, "command" | "ran">;

/** Whether what the rule says of tools and commands holds; its paths are left to whoever knows what was changed. */
export function forbidsCall({ tool, command }: ForbidRule, call: NamedCall, named: NamedCommand): boolean {
  const isTool = tool === null || [call.normalizedToolName, call.toolName].some((name) => matchesWildcard(tool, name));
  return isTool && (command === null || commandsOf(call, named).some((line) => matchesWildcard(command, line)));
}

/** The command line as it stands and every program that it may run, wherever in the line it is. */
function commandsOf({ effects }: NamedCall, { command, ran }: NamedCommand): string[] {
  const tools = effects.list.flatMap((effect) => (effect.kind === "run" ? [effect.command.trim()] : []));
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
