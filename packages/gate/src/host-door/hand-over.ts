/** Commands that a host runs under a ticket: which are handed over, and how a line of ours is known again in its events. */
import { hostNamed, type RuleVerdict } from "@intentgate/hosts";
import { trialOf } from "../contained/live-trial.ts";
import { lineLike, runScriptPath, ticketIn } from "../contained/run-script-file.ts";
import type { Rewriting } from "../contained/tickets.ts";
import { isDoubted } from "../contained/unboxed-hosts.ts";
import { type EventOf, sessionOf } from "./host-call.ts";
import type { HostDoor } from "./host-door.ts";
import { speaksForLine } from "./speak-for-host.ts";

type CallEvent = EventOf<"before_tool" | "after_tool">;

/** Null where the host runs its own command. Who runs it is the host that calls, through whose settings ever it came. */
export function rewritingFor(door: HostDoor, event: EventOf<"before_tool">): Rewriting | null {
  const { workspace, rules } = door;
  const { host: caller, call, cwd, mode } = event;
  const host = hostNamed(caller);
  const { command } = call.payload;
  if (!host?.can.rewrite || call.tool !== "execute_command" || typeof command !== "string") return null;
  if (cwd?.startsWith("/") !== true || (mode !== null && !host.can.linesIn.includes(mode))) return null;
  const trial = trialOf(workspace.home, host.name, command, workspace.now());
  if (rules === null || (trial === null && isDoubted(workspace.home, host.name))) return null;
  const verdictOf = (text: string, naming = text) =>
    rules({ tool: call.hostTool, command: text, naming, turn: event.turn }, cwd).kind;
  const likeLine = (keepsFolder: boolean) => lineLike(workspace.stateDir, command, keepsFolder);
  let known: RuleVerdict["kind"] | null = null;
  const verdict = () => {
    known ??= verdictOf(command);
    return known;
  };
  return {
    keepsFolder: host.can.keepsFolder,
    isWithheld: trial === "withheld",
    // It will hold its rules against our line. Where one is about the command, or about the line and not the command, it
    // gets the command as it is, and they act. What goes to the folder afterwards names no file of the person's.
    mayRewrite: () => passes(verdict()) && passes(verdictOf(likeLine(host.can.keepsFolder), likeLine(false))),
    mayBeSandboxed: () => verdict() === "sandboxed",
    // In a mode in which it may be given lines and nobody speaks, it asks nobody.
    isFree: (made) =>
      trial !== null || (mode !== null && !host.can.speaksIn.includes(mode)) || speaksForLine(door, event, made),
  };
}

function passes(verdict: RuleVerdict["kind"]): boolean {
  return verdict === "none" || verdict === "allowed" || verdict === "sandboxed";
}

/** `refused`: it is one of our lines, and not one that this session was given. */
export type Recognised<Event> = { kind: "event"; event: Event } | { kind: "refused" };

/** Some hosts tell of the line that they were given; the call is the one that it was given for. */
export async function recognise<Event extends CallEvent>(
  { workspace }: HostDoor,
  event: Event,
): Promise<Recognised<Event>> {
  const { command } = event.call.payload;
  if (event.call.tool !== "execute_command" || typeof command !== "string") return { kind: "event", event };
  const id = ticketIn(command, runScriptPath(workspace.stateDir));
  if (id === null) return { kind: "event", event };
  const payload = await workspace.tickets.payloadFor(id, sessionOf(event).id, command);
  return payload === null
    ? { kind: "refused" }
    : { kind: "event", event: { ...event, call: { ...event.call, payload } } };
}
