/** Names what an intent demands of the code: its constraints and criteria, not its name, status or scope. */
import { createHash } from "node:crypto";
import type { Intent } from "@intentgate/policy";
import type { GovernedRoot } from "../roots/governed-root.ts";

export function demandsDigest({
  constraints,
  acceptance_criteria,
}: Pick<Intent, "constraints" | "acceptance_criteria">) {
  const text = JSON.stringify([constraints, acceptance_criteria]);
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** Of the intent as it counts now; null where there is none. */
export function intentTextDigest(root: GovernedRoot, intentId: string | null): string | null {
  const rules = root.lastRules();
  const intent = intentId !== null && rules.ok ? rules.value.intents.get(intentId) : undefined;
  return intent ? demandsDigest(intent) : null;
}
