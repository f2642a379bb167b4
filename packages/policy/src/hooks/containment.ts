/**
 * Where the policy wants everything contained, stops what cannot be, and agents that stand on no floor. Asks before an
 * install reaches a host.
 */
import { type Deny, deny, type HookContext, type HookDecision } from "@intentgate/engine";
import { type GovernedCall, type GovernedPreHook, readable } from "./governed.ts";
import { rejected, unapproved } from "./question.ts";

export function containment(): GovernedPreHook {
  return async (context, call) => {
    const { kindOfRun } = context.details;
    // Of every call, also of one that only reads: what reaches the network was not held either.
    if (kindOfRun.kind === "refused") return notContained(kindOfRun);
    if (needsFloor(context, call)) return noFloor(context);
    const asked = kindOfRun.kind === "rehearsed" ? (kindOfRun.reach?.unanswered ?? []) : [];
    return asked.length === 0 ? undefined : askForHosts(context, asked);
  };
}

function askForHosts(context: HookContext, hosts: readonly string[]): HookDecision {
  const listed = hosts.join(", ");
  return {
    allow: "ask",
    request: {
      topic: "network",
      question: `Let commands that install under ${context.intentId ?? "no intent"} reach ${listed}?`,
      details: { hosts: [...hosts] },
      whenRejected: { ...rejected(context), reason: `The person does not let it reach ${listed}.` },
      whenUnreachable: {
        ...unapproved(context),
        remedy: `Tell the person: they can name ${listed} under \`containment.network.allow\` in .orchestration/policy.yaml.`,
      },
    },
  };
}

/** Reading is free, and so is what a person exempted by its words. */
function needsFloor({ effects, details }: HookContext, call: GovernedCall): boolean {
  if (call.standing !== "no floor" || !effects.mutates || details.isExempt) return false;
  return readable(call).some(({ policy }) => policy.containment.mode === "required");
}

function noFloor({ toolName }: HookContext): Deny {
  const failed = "it is not on a floor";
  const ofServer = toolName.startsWith("mcp__") ? " Servers get one from `intentgate mcp-gateway --contain`." : "";
  return deny(
    "NOT_CONTAINED",
    `The policy wants all that changes something contained, and whatever runs this call is not: ${failed}.`,
    `Read on, and tell the person: they end this session and start it again with \`intentgate start AGENT\`.${ofServer}`,
    { failed },
  );
}

function notContained({ why, instead }: { why: string; instead: string | null }): Deny {
  if (instead !== null)
    return deny("NOT_CONTAINED", `This command cannot be contained as it is: ${why}.`, instead, { failed: why });
  return deny(
    "NOT_CONTAINED",
    `This command cannot be contained: ${why}; and the policy lets nothing else run.`,
    "Find a way without it, or tell the person: they can exempt it with `contain: false` under `commands` in .orchestration/policy.yaml.",
    { failed: why },
  );
}
