/**
 * Calls that were let pass and of whose end the host said nothing: the person refused them in the host's own dialog, or
 * broke them off. When the turn is over none of them runs any more, and what they changed is recorded.
 */
import type { Session } from "@intentgate/engine";
import type { Workspace } from "../workspace/workspace.ts";

export async function settleOpenCalls({ home, engine }: Workspace, session: Session): Promise<void> {
  const open = [...home.store.sessions.read(session.id).decided].flatMap(([key, calls]) =>
    calls.flatMap((call) => (call.allowed && !call.answered ? [{ key, call }] : [])),
  );
  for (const { key, call } of open) {
    const { invocationId, context, own } = call;
    home.store.sessions.append(session.id, [{ kind: "answered", key, invocationId }]);
    const made = {
      toolName: context.toolName,
      payload: {},
      session,
      cwd: own?.cwd ?? null,
      callId: own?.callId ?? null,
    };
    await engine.postToolUse(made, context, { kind: "unknown" });
  }
}
