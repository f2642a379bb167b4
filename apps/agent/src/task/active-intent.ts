/** The intent under which a session may change things now, or none: taken, still open, and as it was when it was taken. */
import type { Problem } from "@intentgate/documents";
import type { Session } from "@intentgate/engine";
import type { Workspace } from "@intentgate/gate";
import { type Intent, intentDigest, isOpen } from "@intentgate/policy";

export type Work =
  | { kind: "unreadable"; problems: readonly Problem[] }
  | { kind: "none"; open: readonly Intent[] }
  /** Taken, but its entry was changed since: it must be selected again. */
  | { kind: "changed"; intent: Intent; open: readonly Intent[] }
  | { kind: "active"; intent: Intent };

export function workOf({ home }: Workspace, session: Session): Work {
  const rules = home.rules();
  if (!rules.ok) return { kind: "unreadable", problems: rules.problems };
  const open = [...rules.value.intents.values()].filter(isOpen);
  const taken = home.store.sessions.read(session.id).intent;
  const intent = taken === null ? undefined : open.find((one) => one.id === taken.id);
  if (!intent) return { kind: "none", open };
  return taken?.digest === intentDigest(intent) ? { kind: "active", intent } : { kind: "changed", intent, open };
}
