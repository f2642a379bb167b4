/** The refusals a question can end in, in the shape of seed 002. */
import { changedPaths, type Deny, deny, type HookContext } from "@intentgate/engine";
import type { DeclaredCommand } from "../policy-file/policy.ts";

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
export function unknownEffect(context: HookContext, commands: readonly DeclaredCommand[]): Deny {
  const why = context.effects.why.join("; ") || "nothing is known about this call";
  return deny(
    "UNKNOWN_EFFECT",
    `What this call touches cannot be known (${why}), and nobody is asked here.`,
    `Use the file tools${commands.length > 0 ? `, or a declared command: ${listed(commands)}` : "; no command is declared here"}.`,
    { ...facts(context), not_understood: context.effects.why },
  );
}

/** `commands`: that pass without a person, where the call is one. */
export function unapproved(context: HookContext, commands: readonly DeclaredCommand[] = []): Deny {
  const isRun = context.effects.list.some((effect) => effect.kind === "run");
  const passing = isRun && commands.length > 0 ? ` Commands that pass: ${listed(commands)}.` : "";
  return deny(
    "NO_ANSWER",
    "This call needs a person's approval, and nobody is asked here.",
    `Find a way that needs no approval, and tell the person what is left to do.${passing}`,
    facts(context),
  );
}

const SHOWN = 10;

function listed(commands: readonly DeclaredCommand[]): string {
  const shown = commands.slice(0, SHOWN).map(({ run }) => `\`${run}\``);
  const more = commands.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more under \`commands\` in .orchestration/policy.yaml`] : [])].join(", ");
}

export function facts(context: HookContext) {
  return {
    normalized_tool_name: context.normalizedToolName,
    risk: context.effects.risk,
    mutation_class: "INTENT_EVOLUTION",
    affected_files: [...new Set(changedPaths(context.effects).map((path) => path.path))],
  };
}
