/** A person gives a task its intent, instead of the model taking one. */
import { type Checked, type Problem, problem } from "@intentgate/documents";
import type { Session } from "@intentgate/engine";
import type { Workspace } from "@intentgate/gate";
import { type Intent, intentDigest, isOpen } from "@intentgate/policy";
import { takeIntent } from "@intentgate/sidecar";

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

export type Work =
  | { kind: "unreadable"; problems: readonly Problem[] }
  | { kind: "none"; open: readonly Intent[] }
  /** Taken, but its entry was changed since: it must be selected again. */
  | { kind: "changed"; intent: Intent; open: readonly Intent[] }
  | { kind: "active"; intent: Intent };

/** The intent under which a session may change things now, or none: taken, still open, and as it was when it was taken. */
export function workOf({ home }: Workspace, session: Session): Work {
  const rules = home.rules();
  if (!rules.ok) return { kind: "unreadable", problems: rules.problems };
  const open = [...rules.value.intents.values()].filter(isOpen);
  const taken = home.store.sessions.read(session.id).intent;
  const intent = taken === null ? undefined : open.find((one) => one.id === taken.id);
  if (!intent) return { kind: "none", open };
  return taken?.digest === intentDigest(intent) ? { kind: "active", intent } : { kind: "changed", intent, open };
}
