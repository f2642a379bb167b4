/** Names what a model was told about an intent; when it changes, the model must be told again. */
import { createHash } from "node:crypto";
import type { Intent } from "./intent.ts";

export function intentDigest(
  intent: Pick<Intent, "owned_scope" | "constraints" | "acceptance_criteria" | "narrowed_to">,
): string {
  const told = [intent.owned_scope, intent.constraints, intent.acceptance_criteria, intent.narrowed_to];
  return `sha256:${createHash("sha256").update(JSON.stringify(told)).digest("hex")}`;
}
