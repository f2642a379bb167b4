/** The spellings under which an intent's fields and lists are read; the first of each is the one we write. */
import type { Intent } from "./intent.ts";

export type IntentKey = Exclude<keyof Intent, "archived" | "narrowed_to">;

export const intentKeys: Record<IntentKey, readonly string[]> = {
  id: ["id", "intent_id", "intentId"],
  name: ["name", "title"],
  status: ["status"],
  description: ["description"],
  owned_scope: ["owned_scope", "ownedScope"],
  constraints: ["constraints"],
  acceptance_criteria: ["acceptance_criteria", "acceptanceCriteria"],
  related_files: ["related_files", "relatedFiles"],
  related_specs: ["related_specs", "relatedSpecs"],
  checks: ["checks"],
  recent_history: ["recent_history", "recentHistory"],
  created_at: ["created_at", "createdAt"],
  updated_at: ["updated_at", "updatedAt"],
};

export const allIntentKeys: readonly string[] = Object.values(intentKeys).flat();
const keySet: ReadonlySet<string> = new Set(allIntentKeys);

export function isIntentKey(key: string): boolean {
  return keySet.has(key);
}

export const activeLists = ["active_intents", "activeIntents", "intents"] as const;
export const archivedLists = ["archived_intents", "archivedIntents"] as const;
export const allLists: readonly string[] = [...activeLists, ...archivedLists];
