/** The steps of a session: taking an intent, folding its history, settling calls whose end was never told. */
import { type Intent, intentDigest, setHistory, setStatus } from "@intentgate/policy";
import type { GovernedRoot } from "../roots/governed-root.ts";

const HISTORY_LINES = 20;

/** Binds the session to an intent; a PENDING one is started, which is one of the two moves an agent may cause. */
export async function takeIntent(
  root: GovernedRoot,
  session: string,
  intent: Intent,
  by: "agent" | "person",
  at: string,
): Promise<Intent> {
  const taken: Intent = intent.status === "PENDING" ? { ...intent, status: "IN_PROGRESS" } : intent;
  const lines = root.store.sessions.read(session).history.get(intent.id) ?? [];
  if (taken !== intent || lines.length > 0) {
    const edited = await root.store.intents.edit((text) => {
      const started =
        taken === intent ? { ok: true as const, value: text } : setStatus(text, intent.id, "IN_PROGRESS", at);
      if (!started.ok || lines.length === 0) return started;
      return setHistory(started.value, intent.id, newest([...intent.recent_history, ...lines]));
    });
    // A status that could not be written must not be taken for granted; history alone may wait.
    if (!edited.ok && taken !== intent) throw new Error(edited.problems.map((one) => one.message).join("; "));
    if (edited.ok && lines.length > 0) {
      root.store.sessions.append(session, [{ kind: "history_folded", intent: intent.id, count: lines.length }]);
    }
  }
  root.store.sessions.append(session, [{ kind: "took", at, intent: intent.id, digest: intentDigest(intent), by }]);
  return taken;
}

/** Writes the history of all sessions under an intent into its entry. */
export async function foldHistory(root: GovernedRoot, intent: Intent): Promise<void> {
  const waiting = root.store.sessions
    .list()
    .map((state) => ({ id: state.id, lines: state.history.get(intent.id) ?? [] }))
    .filter((one) => one.lines.length > 0);
  if (waiting.length === 0) return;
  const all = newest([...intent.recent_history, ...waiting.flatMap((one) => one.lines)]);
  const edited = await root.store.intents.edit((text) => setHistory(text, intent.id, all));
  if (!edited.ok) return;
  for (const { id, lines } of waiting) {
    root.store.sessions.append(id, [{ kind: "history_folded", intent: intent.id, count: lines.length }]);
  }
}

function newest(lines: readonly string[]): string[] {
  return lines.slice(-HISTORY_LINES);
}
