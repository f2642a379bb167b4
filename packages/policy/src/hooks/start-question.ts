/** A change without an intent where a person can be asked: the refusal is the proposal of a new one. */
import { maskSecrets } from "@intentgate/documents";
import { type ApprovalRequest, deny, type HookContext } from "@intentgate/engine";
import type { Governed, GovernedCall, RootView } from "./governed.ts";
import { facts } from "./question.ts";

/** Null where the refusal stays one. What a person cannot judge at a glance is no proposal: only writes that are known. */
export function startQuestion(
  governed: Governed,
  context: HookContext,
  call: GovernedCall,
  view: RootView,
  otherwise: ApprovalRequest["whenUnreachable"],
): ApprovalRequest | null {
  // Asked once: where a yes left the session without an intent, it is refused.
  if (context.approved.length > 0 || context.isDryRun || call.concerned.length > 1) return null;
  if (view.approvalMode === "auto" || view.changed.length === 0 || !onlyWrites(context)) return null;
  if (view.changed.some(({ absolute }) => governed.controlReason(absolute) !== null)) return null;
  const proposal = governed.proposalFor(context, call, view);
  if (proposal === null) return null;
  const { name, owned_scope } = proposal;
  return {
    topic: "start_intent",
    question: `Start a new intent ${JSON.stringify(maskSecrets(name))} with the scope ${owned_scope.join(", ")}?`,
    details: { root: view.root, name, owned_scope },
    whenRejected: deny(
      "HITL_REJECT",
      "A person does not want a new intent for this.",
      "Do not repeat the call, and propose nothing like it. Ask the person what they want instead.",
      facts(context),
    ),
    whenUnreachable: otherwise,
  };
}

function onlyWrites({ effects }: HookContext): boolean {
  return effects.list.every(
    ({ ...effect }) =>
      effect.kind === "write" || effect.kind === "read" || (effect.kind === "run" && effect.known.by === "reading"),
  );
}
