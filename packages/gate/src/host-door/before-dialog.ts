/**
 * The host is about to ask its person about a call that was let pass before: whether the gate says yes in their place.
 * Without an answer the dialog comes, so nothing here is ever a no.
 */
import type { PreToolUseContext } from "@intentgate/engine";
import type { Reply } from "@intentgate/hosts";
import { runScriptPath, ticketIn } from "../contained/run-script-file.ts";
import { type EventOf, isOwnTool, sessionOf, toolCallOf } from "./host-call.ts";
import type { HostDoor } from "./host-door.ts";
import { stopText } from "./host-texts.ts";
import { speaksForHost, speaksForLine } from "./speak-for-host.ts";

export async function beforeDialog(door: HostDoor, event: EventOf<"permission">): Promise<Reply> {
  const by = (await isSpokenFor(door, event)) ? "intent" : "gate";
  return door.host.encode({ kind: "allow", by, changes: true, context: null, line: null }, event);
}

async function isSpokenFor(door: HostDoor, event: EventOf<"permission">): Promise<boolean> {
  const { mode, call, cwd, why, turn } = event;
  if (mode === null || cwd === null || !door.host.can.speaksIn.includes(mode) || isOwnTool(call)) return false;
  if (stopText(door.workspace, sessionOf(event)) !== null) return false;
  // Whether this turn may change anything at all.
  if (door.rules?.({ tool: call.hostTool, paths: [], turn }, cwd).kind !== "none") return false;
  const { command } = call.payload;
  const isCommand = call.tool === "execute_command" && typeof command === "string";
  const id = isCommand ? ticketIn(command, runScriptPath(door.workspace.stateDir)) : null;
  // A line that has not run reaches no server yet, and what the model says for it changes nothing in what holds it.
  if (isCommand && id !== null) return why !== "more" && isLineSpokenFor(door, event, { id, command });
  // With words beside it, it is about more than the call: leaving a sandbox.
  if (why !== null) return false;
  if (isCommand && !event.isPinned) return false; // it would run in a folder that nobody tells
  // Judged anew and in full, as nobody says which of the calls that were let pass is meant.
  const { toolName: tool, payload: input, session } = toolCallOf(event);
  const judged = await door.workspace.judge({ tool, input, session, cwd });
  return judged !== null && wasLetPass(door, session.id, judged) && speaksForHost(door, event, judged);
}

/** By the same tool and about the same files: what a shell turns into a patch, in a folder of its own, was another call. */
function wasLetPass({ workspace }: HostDoor, session: string, judged: PreToolUseContext): boolean {
  const what = ({ normalizedToolName, touchedPaths }: PreToolUseContext) =>
    [normalizedToolName, ...touchedPaths].join("\0");
  return [...workspace.home.store.sessions.read(session).open.values()].some(
    ({ decided, ticket }) => decided?.errorMessage === null && !ticket && what(decided.context) === what(judged),
  );
}

/** Its command was judged when the line was given; once it has run, the host asks about something else. */
async function isLineSpokenFor(
  door: HostDoor,
  event: EventOf<"permission">,
  given: { id: string; command: string },
): Promise<boolean> {
  const { workspace, rules } = door;
  const session = sessionOf(event).id;
  const payload = await workspace.tickets.payloadFor(given.id, session, given.command);
  const command = payload?.command;
  if (payload === null || typeof command !== "string" || event.cwd === null || rules === null) return false;
  const open = [...workspace.home.store.sessions.read(session).open.values()].find(
    ({ ticket }) => ticket?.id === given.id,
  );
  if (!open?.decided || (await workspace.tickets.stateOf(given.id)) !== "unseen") return false;
  const of = { ...event, call: { ...event.call, payload } };
  const kind = rules({ tool: event.call.hostTool, command, turn: event.turn }, event.cwd).kind;
  const passes = kind === "none" || kind === "allowed" || kind === "sandboxed";
  return passes && speaksForLine(door, of, open.decided.context);
}
