/** A call that the host is about to make: allowed, refused, or put to the person in the host's own dialog. */
import type { AskApproval, DenyCode, PreToolUseContext, ToolCall } from "@intentgate/engine";
import { type Decision, type Host, hostNamed, type Reply } from "@intentgate/hosts";
import type { Workspace } from "../workspace/workspace.ts";
import { rewritingFor } from "./hand-over.ts";
import { type EventOf, isOwnTool, toolCallOf } from "./host-call.ts";
import type { HostDoor } from "./host-door.ts";
import { joined, noticesForModel } from "./host-texts.ts";
import { refusalInHostWords } from "./host-words.ts";
import { speaksForHost, speaksForLine } from "./speak-for-host.ts";

export async function beforeTool(door: HostDoor, event: EventOf<"before_tool">): Promise<Reply> {
  const decision = await decide(door, event);
  // The host that calls, which may come through the settings of another.
  const host = hostNamed(event.host) ?? door.host;
  return door.host.encode(inWordsOf(host, decision), event);
}

function inWordsOf(host: Host, decision: Decision): Decision {
  if (decision.kind === "deny") return { ...decision, reason: refusalInHostWords(decision.reason, host) };
  if (decision.kind === "ask") return { ...decision, otherwise: refusalInHostWords(decision.otherwise, host) };
  return decision;
}

async function decide(door: HostDoor, event: EventOf<"before_tool">): Promise<Decision> {
  const { workspace, host } = door;
  if (event.cwd === null && !isOwnTool(event.call)) return { kind: "deny", reason: withoutFolder(event) };
  const call = toolCallOf(event);
  const dialog = mayUseDialog(host, event) ? hostDialog : undefined;
  const rewriting = rewritingFor(door, event);
  const decided = await workspace.before(call, dialog, undefined, door.telling, rewriting);
  const { allowExecution, errorMessage, context, isRepeated, line = null } = decided;
  if (!allowExecution) return { kind: "deny", reason: errorMessage ?? "refused" };
  // The level that told first takes it, or says no.
  if (context.normalizedToolName === "select_active_intent" && !isRepeated) {
    const no = await bindIntent(workspace, call);
    if (no !== null) return { kind: "deny", reason: no };
  }
  if (isAskedInDialog(context)) return askInDialog(event.call.hostTool, context, line);
  return {
    kind: "allow",
    by: saidBy(door, event, context, line),
    changes: context.isMutatingTool,
    line,
    context: joined([
      isRepeated ? null : intentContext(door, call.session.id, context), // told already
      noticesForModel(door.heard),
    ]),
  };
}

function saidBy(door: HostDoor, event: EventOf<"before_tool">, context: PreToolUseContext, line: string | null) {
  if (context.approval?.answer === "approved") return "person";
  const speaks = line === null ? speaksForHost : speaksForLine;
  return speaks(door, event, context) ? "intent" : "gate";
}

/** A line that the gate wrote for another call, or that somebody typed. */
export const notYours: Decision = {
  kind: "deny",
  reason: refusalText({
    code: "CONTROL_FILE",
    message: "This line redeems a ticket of the gate, and not one that this session was given.",
    remedy: "Send the command itself.",
  }),
};

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

/** Takes the intent of a handshake that was let pass; null when it is bound, else the refusal. */
async function bindIntent(workspace: Workspace, { payload, session, callId }: ToolCall): Promise<string | null> {
  const ids = callId === null ? [session.id] : [session.id, callId];
  const { signal } = new AbortController();
  const taken = await workspace.afterRunning({
    tool: "select_active_intent",
    input: payload,
    ids,
    signal,
    execute: null,
  });
  if (taken.found === "one" && taken.outcome.kind === "succeeded") return null;
  if (taken.found === "stopped") return refusalText({ ...taken.no, message: taken.no.reason });
  const why = taken.found === "one" && taken.outcome.kind === "failed" ? taken.outcome.error : "it was taken meanwhile";
  return refusalText({
    code: "INTENT_REQUIRED",
    message: `The intent could not be taken: ${why}.`,
    remedy: "Call select_active_intent again.",
  });
}

/**
 * The host's own dialog as the way to ask. It answers the host, not us: a yes shows in the call being made. So it is
 * used only where the yes does nothing but let the host make the call, and never for our own tools, which another
 * program could then run although the person said no.
 */
function mayUseDialog({ can }: Host, { asks, call }: EventOf<"before_tool">): boolean {
  return can.ask && asks && !isOwnTool(call) && !Object.hasOwn(call.payload, "request_scope_expansion");
}

/** The decision is kept as a yes, and goes out as a question: the host makes the call only after the person's yes. */
const hostDialog: AskApproval = async () => true;

/** Also of a decision that is told a second time. */
function isAskedInDialog({ approval }: PreToolUseContext): boolean {
  return approval?.answer === "approved" && approval.by === "host dialog";
}

function askInDialog(tool: string, context: PreToolUseContext, line: string | null): Decision {
  const { approval, effects } = context;
  const what = effects.why.join("; ") || changesOf(context) || "what it does cannot be known";
  const asked = approval?.answer === "approved" ? approval.asked : undefined;
  return {
    kind: "ask",
    line,
    question: `Intentgate: ${asked ?? `${tool}: ${what}.`} Let it run?`,
    otherwise: refusalText({
      code: "NO_ANSWER",
      message: `A person must say yes to this call, and this host cannot ask them: ${what}`,
      remedy: "Ask the person to keep `intentgate approvals watch` open, then repeat the call.",
    }),
  };
}

function changesOf({ effects, touchedPaths }: PreToolUseContext): string {
  const kinds = new Set(effects.list.map(({ kind }) => kind.replaceAll("_", " ")).filter((kind) => kind !== "read"));
  return [[...kinds].join(", "), touchedPaths.join(", ")].filter((text) => text !== "").join(": ");
}

/** A refusal of the door itself, in the shape of all refusals. */
function refusalText({ code, message, remedy }: { code: DenyCode; message: string; remedy: string }): string {
  return JSON.stringify({ type: "tool_error", code, message, meta: { hook_name: "host", remedy } });
}
