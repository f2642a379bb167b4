/** `/intent INT-001`, typed by the person at the editor: their session takes it, and the agent need not know how. */
import type { AcpSession } from "./acp-session.ts";
import { isMap } from "./tool-call-parts.ts";

/** What to tell them; null where the prompt is none of ours. */
export async function takeByCommand(params: Record<string, unknown>, session: AcpSession): Promise<string | null> {
  const blocks = Array.isArray(params.prompt) ? params.prompt : [];
  const [only, ...more] = blocks;
  const text = more.length === 0 && isMap(only) && typeof only.text === "string" ? only.text.trim() : "";
  const [, id] = /^\/intent[ \t]+([A-Za-z0-9][A-Za-z0-9._-]{0,127})$/.exec(text) ?? [];
  if (id === undefined) return null;
  const answer = await session.inTurn((workspace) =>
    workspace.run({
      tool: "select_active_intent",
      input: { intent_id: id },
      session: session.session,
      cwd: session.cwd,
    }),
  );
  if (answer.refusal) return answer.refusal.message;
  return answer.failed ? (answer.error?.message ?? "it could not be taken") : `This session works under ${id} now.`;
}
