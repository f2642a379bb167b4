/** A person changes what an intent says, or says that what was changed under it is as they want it. */

import { acceptDemands } from "@intentgate/blame";
import { type Checked, problem } from "@intentgate/documents";
import { type Intent, intentDigest, stampIntent } from "@intentgate/policy";
import type { Workspace } from "../workspace/workspace.ts";
import { findIntent, intentIn, sessionsUnder, wrong } from "./find-intent.ts";

export type IntentEdit = (text: string) => Checked<string>;

/** All edits are one change of the file. `selectAgain`: sessions that must take the intent again. */
export async function changeIntent(
  workspace: Pick<Workspace, "home" | "now">,
  id: string,
  editsOf: (intent: Intent) => Checked<readonly IntentEdit[]>,
): Promise<Checked<{ intent: Intent; selectAgain: string[] }>> {
  const { home } = workspace;
  const before = findIntent(home, id);
  if (!before.ok) return before;
  const at = workspace.now().toISOString();
  const edited = await home.store.intents.edit((text) => {
    const now = intentIn(text, id);
    const edits = now.ok ? editsFor(now.value, editsOf) : now;
    if (!edits.ok) return edits;
    const changed = applyAll(text, edits.value);
    return changed.ok && changed.value !== text ? stampIntent(changed.value, id, "updated_at", at) : changed;
  });
  if (!edited.ok) return edited;
  const after = findIntent(home, id);
  if (!after.ok) return after;
  const isTold = intentDigest(before.value) === intentDigest(after.value);
  const selectAgain = isTold ? [] : sessionsUnder(home, id).map((one) => one.id);
  return { ok: true, value: { intent: after.value, selectAgain } };
}

function editsFor(
  intent: Intent,
  editsOf: (intent: Intent) => Checked<readonly IntentEdit[]>,
): Checked<readonly IntentEdit[]> {
  if (!intent.archived) return editsOf(intent);
  return wrong(problem("NOT_ALLOWED", `${intent.id} is archived`, "Archived intents stay as they are."));
}

function applyAll(text: string, edits: readonly IntentEdit[]): Checked<string> {
  let changed: Checked<string> = { ok: true, value: text };
  for (const edit of edits) {
    if (!changed.ok) return changed;
    changed = edit(changed.value);
  }
  return changed;
}

/** What was written under earlier constraints or criteria is no longer suspect. Returns when. */
export async function acceptIntent(workspace: Pick<Workspace, "home" | "now">, id: string): Promise<Checked<string>> {
  const { home } = workspace;
  const found = findIntent(home, id);
  if (!found.ok) return found;
  const now = workspace.now();
  const at = now.toISOString();
  const edited = await home.store.intents.edit((text) => stampIntent(text, id, "accepted_at", at));
  if (!edited.ok) return edited;
  acceptDemands(home.sidecar, found.value, now);
  return { ok: true, value: at };
}
