/** The steps of a session: taking an intent, and what its sessions did under it. */
import { HISTORY_LINES, type Intent, intentDigest, setHistory, setStatus } from "@intentgate/policy";
import type { GovernedRoot } from "../roots/governed-root.ts";

/** Binds the session to an intent; a PENDING one is started, which is one of the two moves an agent may cause. */
export async function takeIntent(
  root: GovernedRoot,
  session: string,
  intent: Intent,
  by: "agent" | "person",
  at: string,
): Promise<Intent> {
  const taken: Intent = intent.status === "PENDING" ? { ...intent, status: "IN_PROGRESS" } : intent;
  // On a branch without the file it begins all the same; the file says so where it is, at the next take.
  if (taken !== intent && !root.authored.isElsewhere()) {
    const edited = await root.store.intents.edit((text) => setStatus(text, intent.id, "IN_PROGRESS", at));
    // A status that could not be written must not be taken for granted.
    if (!edited.ok) throw new Error(edited.problems.map((one) => one.message).join("; "));
  }
  root.store.sessions.append(session, [{ kind: "took", at, intent: intent.id, digest: intentDigest(intent), by }]);
  return taken;
}

/** The newest lines of an intent: those of its entry, then those that wait with its sessions. */
export function historyOf(root: GovernedRoot, intent: Intent): string[] {
  const lines = waitingLines(root, intent).flatMap((one) => one.lines);
  return [...intent.recent_history, ...lines].slice(-HISTORY_LINES);
}

/** Writes the history of all sessions under an intent into its entry: once, at its end, for people commit that file. */
export async function foldHistory(root: GovernedRoot, intent: Intent): Promise<void> {
  const waiting = waitingLines(root, intent);
  if (waiting.length === 0) return;
  const all = historyOf(root, intent);
  const edited = await root.store.intents.edit((text) => setHistory(text, intent.id, all));
  if (!edited.ok) return;
  for (const { id, lines } of waiting) {
    root.store.sessions.append(id, [{ kind: "history_folded", intent: intent.id, count: lines.length }]);
  }
}

/** The session that did something last comes last. */
function waitingLines(root: GovernedRoot, intent: Intent): { id: string; lines: readonly string[] }[] {
  return root.store.sessions
    .list()
    .sort((a, b) => (a.lastAt ?? "").localeCompare(b.lastAt ?? ""))
    .map((state) => ({ id: state.id, lines: state.history.get(intent.id) ?? [] }))
    .filter((one) => one.lines.length > 0);
}
