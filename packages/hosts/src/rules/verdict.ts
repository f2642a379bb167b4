/** Out of all that was found in all layers: one answer. */
import type { RuleVerdict } from "../host/rules.ts";

export type Finding = Exclude<RuleVerdict, { kind: "none" | "allowed" | "sandboxed" }>;
export type Says = "deny" | "ask";

export const matched = (says: Says, rule: string, where: string): Finding => ({ kind: "matched", says, rule, where });
export const unclear = (where: string, why: string): Finding => ({ kind: "unclear", where, why });

const weight = (found: Finding): number => (found.kind === "unclear" ? 1 : found.says === "ask" ? 2 : 3);

/** The strictest, and the first of those. */
export function verdictOf(findings: Iterable<Finding>): RuleVerdict {
  let strictest: Finding | null = null;
  for (const found of findings) {
    if (strictest === null || weight(found) > weight(strictest)) strictest = found;
  }
  return strictest ?? { kind: "none" };
}
