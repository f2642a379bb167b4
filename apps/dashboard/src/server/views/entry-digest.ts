/** Names what an intent's entry says to a person; history and times are not part of it. */
import { createHash } from "node:crypto";
import type { Intent } from "@intentgate/policy";

export function entryDigest(intent: Intent): string {
  const { name, description, owned_scope, constraints, acceptance_criteria, related_files, checks, status } = intent;
  const said = [name, description, owned_scope, constraints, acceptance_criteria, related_files, checks, status];
  return createHash("sha256")
    .update(JSON.stringify([...said, intent.archived]))
    .digest("hex");
}
