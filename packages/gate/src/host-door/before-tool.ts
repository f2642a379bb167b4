/** A call that the host is about to make: allowed, refused, or put to the person in the host's own dialog. */
import type { PreToolUseContext } from "@intentgate/engine";
import type { Decision, Reply } from "@intentgate/hosts";
import { bindIntent } from "./bind-intent.ts";
import { refusalText } from "./door-refusal.ts";
import { type EventOf, isOwnTool, toolCallOf } from "./host-call.ts";
import { askInDialog, hostDialog, isAskedInDialog, mayUseDialog } from "./host-dialog.ts";
import type { HostDoor } from "./host-door.ts";
import { joined, noticesForModel } from "./told-text.ts";

export async function beforeTool(door: HostDoor, event: EventOf<"before_tool">): Promise<Reply> {
  return door.host.encode(await decide(door, event), event);
}

async function decide(door: HostDoor, event: EventOf<"before_tool">): Promise<Decision> {
  const { workspace, host } = door;
  if (event.cwd === null && !isOwnTool(event.call)) return { kind: "deny", reason: withoutFolder(event) };
  const call = toolCallOf(event);
  const dialog = mayUseDialog(host, event) ? hostDialog : undefined;
  const { allowExecution, errorMessage, context } = await workspace.before(call, dialog);
  if (!allowExecution) return { kind: "deny", reason: errorMessage ?? "refused" };
  if (context.normalizedToolName === "select_active_intent") {
    const no = await bindIntent(workspace, call);
    if (no !== null) return { kind: "deny", reason: no };
  }
  if (isAskedInDialog(context)) return askInDialog(event.call.hostTool, context);
  return {
    kind: "allow",
    by: context.approval?.answer === "approved" ? "person" : "gate",
    changes: context.isMutatingTool,
    context: joined([intentContext(door, call.session.id, context), noticesForModel(door.heard)]),
  };
}

/** What stands in a path depends on the folder; where nobody says which it is, nothing can be judged. */
function withoutFolder({ call }: EventOf<"before_tool">): string {
  return refusalText({
    code: "UNKNOWN_EFFECT",
    message: `The host does not say in which folder ${call.hostTool} runs, so what it touches cannot be known.`,
    remedy: "Ask the person to open the host with one folder only.",
  });
}

/** Told with the first change under an intent; the model has it from then on. */
function intentContext({ workspace }: HostDoor, session: string, { contextPatch }: PreToolUseContext): string | null {
  const { intent_context, recent_changes } = contextPatch;
  if (typeof intent_context !== "string" || workspace.home.store.sessions.read(session).hasChanged) return null;
  return joined([intent_context, typeof recent_changes === "string" ? recent_changes : null]);
}
