/** A person gives a task its intent, instead of the model taking one. */
import { type Checked, problem } from "@intentgate/documents";
import type { Session } from "@intentgate/engine";
import type { Workspace } from "@intentgate/gate";
import { isOpen } from "@intentgate/policy";
import { takeIntent } from "@intentgate/sidecar";
import { workOf } from "./active-intent.ts";

/** The intent that the session works under then; null where it has none. */
export async function bindIntent(
  workspace: Workspace,
  session: Session,
  id: string | null,
): Promise<Checked<string | null>> {
  const work = workOf(workspace, session);
  if (id === null || (work.kind === "active" && work.intent.id === id)) {
    return { ok: true, value: work.kind === "active" ? work.intent.id : null };
  }
  const { home } = workspace;
  const rules = home.rules();
  if (!rules.ok) return rules;
  const intent = rules.value.intents.get(id);
  if (!intent) {
    const known = [...rules.value.intents.values()].filter(isOpen).map((one) => one.id);
    const remedy = known.length > 0 ? `Open are: ${known.join(", ")}.` : "Declare one with `intentgate intent new`.";
    return { ok: false, problems: [problem("NOT_FOUND", `There is no intent ${id} in active_intents.yaml`, remedy)] };
  }
  if (!isOpen(intent)) {
    const remedy = "Choose another, or reopen it with `intentgate intent reopen`.";
    return {
      ok: false,
      problems: [problem("NOT_ALLOWED", `${id} is ${intent.status} and cannot be worked on`, remedy)],
    };
  }
  await takeIntent(home, session.id, intent, "person", workspace.now().toISOString());
  return { ok: true, value: id };
}
