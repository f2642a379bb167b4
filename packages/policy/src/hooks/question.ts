/** The refusals a question can end in, in the shape of seed 002. */
import { changedPaths, type Deny, deny, type HookContext } from "@intentgate/engine";

export function rejected(context: HookContext): Deny {
  const reason = "Destructive operation rejected by user via HITL pre-hook.";
  return deny(
    "HITL_REJECT",
    reason,
    "Do not repeat the call as it is. Ask the person what they want instead.",
    facts(context),
  );
}

/** Nobody may be asked what an unknown call touches. */
export function unknownEffect(context: HookContext): Deny {
  const why = context.effects.why.join("; ") || "nothing is known about this call";
  return deny(
    "UNKNOWN_EFFECT",
    `What this call touches cannot be known (${why}), and nobody is asked here.`,
    "Use the file tools, or a command declared in policy.yaml.",
    { ...facts(context), not_understood: context.effects.why },
  );
}

export function unapproved(context: HookContext): Deny {
  return deny(
    "NO_ANSWER",
    "This call needs a person's approval, and nobody is asked here.",
    "Find a way that needs no approval, and tell the person what is left to do.",
    facts(context),
  );
}

function facts(context: HookContext) {
  return {
    normalized_tool_name: context.normalizedToolName,
    risk: context.effects.risk,
    mutation_class: "INTENT_EVOLUTION",
    affected_files: [...new Set(changedPaths(context.effects).map((path) => path.path))],
  };
}
