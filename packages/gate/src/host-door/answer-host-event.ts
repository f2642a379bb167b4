/** One event of a host, from what it says to the reply it understands. Knows neither standard input nor output. */
import { existsSync } from "node:fs";
import { endHolder } from "@intentgate/box";
import type { Notice } from "@intentgate/engine";
import type { Emitted, HookRefusal } from "@intentgate/event-hooks";
import { type Decision, type HeardEvent, type Host, type HostEvent, hostNamed, type Reply } from "@intentgate/hosts";
import { promptLine } from "@intentgate/policy";
import { lineageOf, redactText, sidecarMissing, silentSessions } from "@intentgate/sidecar";
import type { Workspace } from "../workspace/workspace.ts";
import { afterTool } from "./after-tool.ts";
import { beforeDialog } from "./before-dialog.ts";
import { beforeTool, notYours } from "./before-tool.ts";
import { recognise } from "./hand-over.ts";
import { type EventOf, sessionOf, toolCallOf } from "./host-call.ts";
import type { CommandRules, HostDoor } from "./host-door.ts";
import {
  fitting,
  joined,
  messagesText,
  noticesForModel,
  personText,
  rulesText,
  stopText,
  workText,
} from "./host-texts.ts";
import { inHostWords } from "./host-words.ts";

const LONGEST_PROMPT = 4_000;

/**
 * `heard`: what the workspace has to say while it answers; whoever opened it fills the list. `level`: through which of
 * the settings that the host reads we were told. `rules`: of the host, for commands that are handed to it.
 */
export async function answerHostEvent(
  workspace: Workspace,
  host: Host,
  told: HostEvent,
  heard: readonly Notice[] = [],
  level = "",
  rules: CommandRules | null = null,
): Promise<Reply> {
  if (told.kind === "ignored") return host.tell({ model: null, person: null }, told);
  const telling = { level: `${told.door} ${level}`, moment: told.moment };
  const door = { workspace, host, heard, telling, rules };
  // Nothing is written where the sidecar is gone: what the gate writes would bring it back, empty.
  if (!existsSync(workspace.home.sidecar)) {
    return told.kind === "before_tool" ? beforeToolWithoutSidecar(door, told) : tellWithoutSidecar(door, told);
  }
  const event: HeardEvent = noteSession(workspace, told);
  if (event.kind === "before_tool" || event.kind === "after_tool") return aroundTool(door, event);
  if (event.kind === "permission") return beforeDialog(door, event);
  // What is to be done and said about it is done and said once.
  const isNews = await workspace.isNews(sessionOf(event), whatOf(event), telling);
  if (!isNews) return host.tell({ model: null, person: null }, event);
  switch (event.kind) {
    case "prompt":
    case "session_start":
    case "subagent_start":
      return startOfWork(door, event);
    case "stop":
      return endOfTurn(door, event);
    case "session_end":
      return endOfSession(door, event);
    case "subagent_stop":
      return endOfSubagent(door, event);
  }
}

async function aroundTool(door: HostDoor, told: EventOf<"before_tool" | "after_tool">): Promise<Reply> {
  const known = await recognise(door, told);
  if (known.kind === "event")
    return known.event.kind === "before_tool" ? beforeTool(door, known.event) : afterTool(door, known.event);
  return told.kind === "before_tool"
    ? door.host.encode(notYours, told)
    : door.host.tell({ model: null, person: null }, told);
}

/** Two levels that tell this of the same moment tell of the same event. */
function whatOf(event: HeardEvent): unknown {
  return Object.entries(event).filter(([name]) => !["host", "door", "event", "model", "moment", "asks"].includes(name));
}

/**
 * So a person can bind a session before its first call, and a resumed one counts as living again. Returns the event
 * with the model that was told at the start, where a host says it only there.
 */
function noteSession<Event extends HeardEvent>({ home, now }: Workspace, event: Event): Event {
  const { id, host, model, parent } = sessionOf(event);
  // First: a session that claims another parent than it had is refused, not written down.
  const { own } = lineageOf(home, { id, parent });
  const isKnown = own.startedAt !== null && !own.ended && own.host === host;
  if (!isKnown || (model !== undefined && own.model !== model))
    home.store.sessions.append(id, [{ kind: "seen", at: now().toISOString(), host, model, parent }]);
  return event.model === null ? { ...event, model: own.model } : event;
}

/** A root whose sidecar is gone or was never made: reading goes on, nothing may be changed, nothing is written. */
async function beforeToolWithoutSidecar(door: HostDoor, event: EventOf<"before_tool">): Promise<Reply> {
  return door.host.encode(await decide(door, event), event);
}

async function decide({ workspace }: HostDoor, event: EventOf<"before_tool">): Promise<Decision> {
  const { toolName: tool, payload: input, session, cwd, callId } = toolCallOf(event);
  const dry = await workspace.decide({ tool, input, session, cwd, callId });
  if (dry.decision === "allow") return { kind: "allow", by: "gate", changes: false, context: null, line: null };
  return { kind: "deny", reason: JSON.stringify(dry.decision === "ask" ? dry.otherwise : dry.refusal) };
}

function tellWithoutSidecar({ workspace, host }: HostDoor, event: HeardEvent): Reply {
  const isStart = event.kind === "prompt" || event.kind === "session_start";
  const { message, remedy } = sidecarMissing(workspace.home);
  const text = isStart ? `Intentgate: ${message}, and every change will be refused. ${remedy}` : null;
  return host.tell({ model: text, person: text }, event);
}

type Start = EventOf<"prompt" | "session_start" | "subagent_start">;

/** A prompt, or the beginning of a session: event hooks hear of it, and the model learns how to work here. */
async function startOfWork(door: HostDoor, event: Start): Promise<Reply> {
  const { workspace, host, heard } = door;
  const caller = hostNamed(event.host) ?? host;
  if (event.kind === "session_start") await endSilent(workspace);
  if (event.kind === "prompt") notePrompt(workspace, event);
  const emitted = await emit(door, event);
  const no = emitted?.refusal ?? null;
  if (no !== null && event.kind === "prompt") return host.encode({ kind: "deny", reason: objection(no) }, event);
  const stop = stopText(workspace, sessionOf(event));
  const parts = [
    stop,
    inHostWords(rulesText, caller),
    workText(workspace, sessionOf(event)),
    messagesText(emitted),
    noticesForModel(heard),
    emitted?.suggestions?.text ?? null,
  ];
  const person = joined([stop, personText(emitted, heard, no === null ? null : objection(no))]);
  return host.tell({ model: fitting(parts, host.can.textLimit), person }, event);
}

/** Where a change needs a new intent, the person's own words name it. They may be kept in git: no secret goes along. */
function notePrompt({ home, now }: Workspace, event: EventOf<"prompt">): void {
  if (event.session.parent !== null) return;
  const { id } = sessionOf(event);
  const line = promptLine(redactText(event.prompt, LONGEST_PROMPT)) ?? "";
  const { prompt, silences } = home.store.sessions.read(id);
  if (line === (prompt ?? "") && silences === 0) return;
  home.store.sessions.append(id, [{ kind: "prompted", at: now().toISOString(), line }]);
}

/** What a subagent is told was written by the agent above it: no person's prompt, and no session of its own. */
async function emit({ workspace }: HostDoor, event: Start): Promise<Emitted | null> {
  if (event.kind === "subagent_start" || event.session.parent !== null) return null;
  const who = { session: sessionOf(event), cwd: event.cwd };
  return event.kind === "prompt"
    ? workspace.emit({ type: "UserPromptSubmit", prompt: event.prompt, ...who })
    : workspace.emit({ type: "SessionStart", ...who });
}

/** The end of a turn, a subagent or a session: open calls are settled, and a blocking event hook may ask to go on. */
async function endOfTurn(door: HostDoor, event: EventOf<"stop">): Promise<Reply> {
  const { workspace, host } = door;
  // Subagents go on in the background, and their end brings another stop.
  if (event.running > 0) return host.tell({ model: null, person: null }, event);
  const session = sessionOf(event);
  await workspace.settleOpen(session);
  if (session.parent !== undefined) return host.tell({ model: null, person: null }, event);
  const emitted = await workspace.emit({ type: "SessionStop", session, cwd: event.cwd });
  // Nobody is kept at work whom a person stopped.
  const refusal = stopText(workspace, session) === null ? emitted.refusal : null;
  if (refusal !== null && host.can.holdStop) return host.encode({ kind: "hold", reason: objection(refusal) }, event);
  return told(door, event, emitted);
}

async function endOfSession(door: HostDoor, event: EventOf<"session_end">): Promise<Reply> {
  const { workspace, host } = door;
  const session = sessionOf(event);
  await workspace.settleOpen(session);
  const ended = { kind: "ended_session" as const, at: workspace.now().toISOString() };
  // Before anybody else is told: the host may not wait, and what holds for a session ends with it.
  workspace.home.store.sessions.append(session.id, [ended]);
  if (session.parent !== undefined) return host.tell({ model: null, person: null }, event);
  endHolder(workspace.stateDir, session.id);
  return told(door, event, await workspace.emit({ type: "SessionEnd", session, cwd: event.cwd, reason: event.reason }));
}

/**
 * Agents that were killed never say goodbye: what nobody heard of for a day is over, and what hangs on it is settled. One
 * that calls again goes on with its intent; what a person let it do without a question is over, as after any end.
 */
async function endSilent(workspace: Workspace): Promise<void> {
  for (const { id, parent } of silentSessions(workspace)) {
    await workspace.settleOpen({ id, ...(parent === null ? {} : { parent }) });
    workspace.home.store.sessions.append(id, [{ kind: "ended_session", at: workspace.now().toISOString() }]);
    if (parent === null) endHolder(workspace.stateDir, id);
  }
}

/** It may be sent further work, so its session is not over. */
async function endOfSubagent({ workspace, host }: HostDoor, event: EventOf<"subagent_stop">): Promise<Reply> {
  await workspace.settleOpen(sessionOf(event));
  return host.tell({ model: null, person: null }, event);
}

function told({ host, heard }: HostDoor, event: EventOf<"stop" | "session_end">, emitted: Emitted): Reply {
  const no = emitted.refusal === null ? null : objection(emitted.refusal);
  return host.tell({ model: messagesText(emitted), person: personText(emitted, heard, no) }, event);
}

/** A blocking event hook's no to something that is no tool call, as one text. */
function objection({ hook, reason, remedy }: HookRefusal): string {
  return `The event hook ${hook} says no: ${reason} ${remedy}`.trim();
}
