/** What the gate would decide about a call that is only asked about, for programs that read it. */
import type { DryDecision, Refusal } from "@intentgate/engine";

export type Foretold =
  | { decision: "allow" }
  | { decision: "ask"; questions: string[] }
  | { decision: "deny"; code: Refusal["code"]; reason: string; remedy: string };

export function foretold(dry: DryDecision): Foretold {
  if (dry.decision === "allow") return { decision: "allow" };
  if (dry.decision === "ask") return { decision: "ask", questions: dry.questions };
  const { code, message, meta } = dry.refusal;
  return { decision: "deny", code, reason: message, remedy: meta.remedy };
}
