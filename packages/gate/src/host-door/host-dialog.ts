/**
 * The host's own dialog as the way to ask. It answers the host, not us: a yes shows in the call being made. So it is
 * used only where the yes does nothing but let the host make the call, and never for our own tools, which another
 * program could then run although the person said no.
 */
import type { AskApproval, PreToolUseContext } from "@intentgate/engine";
import type { Decision, Host } from "@intentgate/hosts";
import { refusalText } from "./door-refusal.ts";
import { type EventOf, isOwnTool } from "./host-call.ts";

export function mayUseDialog({ can }: Host, { asks, call }: EventOf<"before_tool">): boolean {
  return can.ask && asks && !isOwnTool(call) && !Object.hasOwn(call.payload, "request_scope_expansion");
}

/** The decision is kept as a yes, and goes out as a question: the host makes the call only after the person's yes. */
export const hostDialog: AskApproval = async () => true;

/** Also of a decision that is told a second time. */
export function isAskedInDialog({ approval }: PreToolUseContext): boolean {
  return approval?.answer === "approved" && approval.by === "host dialog";
}

export function askInDialog(tool: string, context: PreToolUseContext): Decision {
  const { intentId, effects } = context;
  const what = effects.why.join("; ") || changesOf(context) || "what it does cannot be known";
  return {
    kind: "ask",
    question: `Intentgate: ${tool} under ${intentId ?? "no intent"} (${effects.risk}): ${what}. Let it run?`,
    otherwise: refusalText({
      code: "HITL_REJECT",
      message: `A person must say yes to this call, and this host cannot ask them: ${what}`,
      remedy: "Ask the person to keep `intentgate approvals watch` open, then repeat the call.",
    }),
  };
}

function changesOf({ effects, touchedPaths }: PreToolUseContext): string {
  const kinds = new Set(effects.list.map(({ kind }) => kind.replaceAll("_", " ")).filter((kind) => kind !== "read"));
  return [[...kinds].join(", "), touchedPaths.join(", ")].filter((text) => text !== "").join(": ");
}
