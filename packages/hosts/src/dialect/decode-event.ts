/** The part of decoding that all hosts share: which event it is, and which of its fields become ours. */

import type { Checked } from "@intentgate/documents";
import type {
  EventKind,
  EventTable,
  HeardEvent,
  HostCall,
  HostEvent,
  HostName,
  HostOutcome,
  HostSession,
  HostTurn,
} from "../host/event.ts";
import type { Host } from "../host/host.ts";
import { type Fields, fieldsOf } from "../payload/fields.ts";
import { isPayload, type Payload, readPayload, unreadable } from "../payload/read-payload.ts";
import { nothing, type ToolReading } from "../tools/tool-table.ts";

/** How one host words its payloads. */
export interface Dialect {
  host: HostName;
  door: HostName;
  events: EventTable;
  /** The field in which the payload names its event; null where only the command line does. */
  eventField: string | null;
  origin(fields: Fields, kind: EventKind): HostOrigin;
  call(fields: Fields, kind: EventKind): { id: string | null; name: string; input: unknown };
  reading(name: string, input: unknown, fields: Fields): ToolReading;
  /** Where the host would make something of an input that the payload does not tell; null: nothing. */
  pinned(call: HostCall, fields: Fields): Payload | null;
  outcome(fields: Fields, event: string): HostOutcome;
  /** Of the words beside a call that it is about to ask about: whether they are nothing but the model's reason; absent: nobody can tell. */
  isReason?(words: string): boolean;
  /** Null where the host sends its prompt event without a prompt. */
  prompt(fields: Fields): string | null;
}

export interface HostOrigin {
  session: HostSession;
  cwd: string | null;
  model: string | null;
  mode?: string | null;
  asks: boolean;
  turn?: HostTurn | null;
}

/** For hosts whose payloads are all worded alike. */
export function decoderOf(dialect: Dialect): Host["decode"] {
  return (given, event) => {
    const payload = readPayload(given);
    return payload.ok ? decodeEvent(dialect, payload.value, event) : payload;
  };
}

export function decodeEvent(dialect: Dialect, payload: Payload, told: string | null): Checked<HostEvent> {
  const fields = fieldsOf(payload);
  const named = dialect.eventField === null ? told : fields.name(dialect.eventField);
  const sure = fields.done(null);
  if (!sure.ok) return sure;
  if (named === null) return unreadable("neither the payload nor the command line names the event");
  if (told !== null && told !== named) fields.wrong(`it is a ${named} event, and the command line says ${told}`);
  const kind = kindOf(dialect.events, named);
  if (kind === null) return unreadable(`no event of ${dialect.host} is called ${JSON.stringify(named.slice(0, 80))}`);
  const from = { host: dialect.host, door: dialect.door, event: named };
  const body = kind === "ignored" ? null : bodyOf(kind, dialect, fields, named);
  if (body === null) return fields.done({ ...from, kind: "ignored" });
  return fields.done({
    ...from,
    moment: momentIn(fields),
    mode: null,
    turn: null,
    ...dialect.origin(fields, kind),
    ...body,
  });
}

/** In milliseconds: one host words the same moment in two ways. */
function momentIn(fields: Fields): string | null {
  const given = fields.value("timestamp");
  const moment = typeof given === "string" ? Date.parse(given) : given;
  return typeof moment === "number" && Number.isFinite(moment) ? String(moment) : null;
}

export function kindOf(events: EventTable, event: string): EventKind | null {
  return Object.hasOwn(events, event) ? (events[event] ?? null) : null;
}

type HeardKind = HeardEvent["kind"];
type Body = {
  [Kind in HeardKind]: Omit<
    Extract<HeardEvent, { kind: Kind }>,
    keyof HostOrigin | "host" | "door" | "event" | "moment"
  >;
}[HeardKind];

/** Null where the event turns out to be none. */
function bodyOf(kind: HeardKind, dialect: Dialect, fields: Fields, event: string): Body | null {
  switch (kind) {
    case "before_tool": {
      const call = callOf(dialect, fields, kind);
      const { input } = dialect.call(fields, kind);
      return call === null ? null : { kind, call, input, pinned: dialect.pinned(call, fields) };
    }
    case "after_tool": {
      const call = callOf(dialect, fields, kind);
      return call === null ? null : { kind, call, outcome: dialect.outcome(fields, event) };
    }
    case "permission": {
      const call = callOf(dialect, fields, kind);
      if (call === null) return null;
      const told = fields.value("tool_input");
      const pinned = Object.entries(dialect.pinned(call, fields) ?? {});
      const isPinned = pinned.every(([key, value]) => isPayload(told) && told[key] === value);
      const words = fields.inside("tool_input").textOr("description");
      const why = words === null ? null : dialect.isReason?.(words) ? "a reason" : "more";
      return { kind, call, why, isPinned };
    }
    case "prompt": {
      const prompt = dialect.prompt(fields);
      return prompt === null ? null : { kind, prompt };
    }
    case "session_start":
      return { kind, source: fields.nameOr("source") };
    case "session_end":
      return { kind, reason: fields.nameOr("reason") };
    case "stop":
      return { kind, repeated: fields.flag("stop_hook_active"), running: fields.list("background_tasks").length };
    case "subagent_start":
      return { kind };
    case "subagent_stop":
      return { kind, repeated: fields.flag("stop_hook_active") };
  }
}

/** Null for a call without any effect. */
function callOf(dialect: Dialect, fields: Fields, kind: EventKind): HostCall | null {
  const { id, name, input } = dialect.call(fields, kind);
  const reading = dialect.reading(name, input, fields);
  return reading === nothing ? null : { id, hostTool: name, ...reading };
}
