/** A person declares a unit of work. */
import type { Checked } from "@intentgate/documents";
import { addIntent, type Intent, type IntentDraft, readIntents } from "@intentgate/policy";
import { freeIntentId } from "@intentgate/sidecar";
import type { Workspace } from "../workspace/workspace.ts";
import { findIntent, INTENTS_FILE } from "./find-intent.ts";
import { splitWords } from "./split-words.ts";

/** Without an id it gets the next free one. */
export async function declareIntent(
  workspace: Pick<Workspace, "home" | "now">,
  givenId: string | null,
  draftOf: (id: string) => Checked<IntentDraft>,
): Promise<Checked<Intent>> {
  const { home } = workspace;
  const at = workspace.now().toISOString();
  let id = givenId ?? "";
  const edited = await home.store.intents.edit((text) => {
    const read = readIntents(text, INTENTS_FILE);
    if (!read.ok) return read;
    id = givenId ?? freeIntentId(home, read.value.intents.keys());
    const draft = draftOf(id);
    return draft.ok ? addIntent(text, { ...draft.value, created_at: at, updated_at: at }) : draft;
  });
  return edited.ok ? findIntent(home, id) : edited;
}

/** Checks as a person types them. */
export function readChecks(given: readonly string[]): Checked<{ run: string[] }[]> {
  const checks: { run: string[] }[] = [];
  for (const text of given) {
    const words = splitWords(text);
    if (!words.ok) return words;
    checks.push({ run: words.value });
  }
  return { ok: true, value: checks };
}
