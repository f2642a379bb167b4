/** An intent for tests: everything empty but what is given. */
import type { Intent } from "../../../packages/policy/src/intents/intent.ts";

export function sampleIntent(fields: Partial<Intent> = {}): Intent {
  return {
    id: "INT-001",
    name: "JWT login",
    status: "IN_PROGRESS",
    owned_scope: ["src/auth/**"],
    constraints: [],
    acceptance_criteria: [],
    related_files: [],
    recent_history: [],
    description: null,
    related_specs: [],
    checks: [],
    created_at: null,
    updated_at: null,
    archived: false,
    narrowed_to: null,
    ...fields,
  };
}
