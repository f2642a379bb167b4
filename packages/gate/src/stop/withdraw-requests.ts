/** Questions of a session that was stopped: nobody need answer them, and no answer to them counts. */
import type { OpenApproval, Store } from "@intentgate/sidecar";

export const WITHDRAWN = "the session was stopped";

/**
 * Those that a call waits for. What a command left outside the scope stays for the person to keep or discard, and so do
 * the hosts that it did not reach: nothing runs for these answers.
 */
export function questionsOf(approvals: Store["approvals"], sessions: ReadonlySet<string>): OpenApproval[] {
  return approvals.list().filter(({ id, session, binding }) => {
    const isAboutThePast = [`kept ${id}`, `network ${id}`].includes(binding);
    return sessions.has(session) && !isAboutThePast;
  });
}

/** Used up as well: the same call, made again once the session goes on, is a new question. */
export function withdraw(approvals: Store["approvals"], id: string, by: string, now: Date): boolean {
  const isWithdrawn = approvals.answer(id, { answer: "reject", by, at: now.toISOString(), reason: WITHDRAWN });
  approvals.use(id);
  return isWithdrawn;
}
