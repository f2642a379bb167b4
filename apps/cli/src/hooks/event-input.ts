/** Reads the context of an event as a host would tell it: strict on the fields that are known, loose on others. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type Checked, decodeUtf8, hasInvisible, jsonObject, nearMiss, problem } from "@intentgate/documents";
import { type EventContext, type EventType, eventTypes, stages, statuses } from "@intentgate/event-hooks";
import { readAll } from "../terminal/input-bytes.ts";
import type { Io } from "../terminal/io.ts";
import { oneLine } from "../terminal/one-line.ts";

/** `isBare`: it says nothing that the workspace would not know better, so that it may be left to it. */
export interface ReadEvent {
  event: EventContext;
  isBare: boolean;
}

/** What is filled in where the input does not say it. */
export interface EventDefaults {
  now: Date;
  root: string;
  session: string;
}

export function readEventType(word: string): Checked<EventType> {
  const found = eventTypes.find((type) => type === word);
  if (found) return { ok: true, value: found };
  const meant = nearMiss(word, eventTypes) ?? eventTypes.find((type) => type.toLowerCase() === word.toLowerCase());
  const remedy = meant ? `Did you mean ${meant}?` : `Events are ${eventTypes.join(", ")}.`;
  return bad(`${JSON.stringify(oneLine(word, 40))} is no event`, remedy);
}

/** `type` null: the input must say it itself. */
export function readEvent(bytes: Uint8Array, type: EventType | null, defaults: EventDefaults): Checked<ReadEvent> {
  const text = decodeUtf8(bytes);
  if (text === null) return bad("the event is not UTF-8 text");
  const given = text.trim() === "" ? {} : jsonObject(text);
  if (given === null) return bad("the event is not one JSON object");
  const named = given.event_type ?? type;
  if (typeof named !== "string") return bad('the event has no "event_type"');
  const known = readEventType(named);
  if (!known.ok) return known;
  if (type !== null && type !== known.value) return bad(`the input is a ${known.value}, not a ${type}`);
  const event = {
    event_type: known.value,
    session_id: given.session_id ?? defaults.session,
    timestamp: given.timestamp ?? defaults.now.toISOString(),
    repository_root: given.repository_root ?? defaults.root,
  };
  const whole: Record<string, unknown> = { ...given, ...event };
  const wrong = wrongField(whole, known.value);
  if (wrong !== null) return bad(wrong);
  const isBare = Object.keys(given).every((name) => BARE.has(name)) && !known.value.endsWith("AbilityCall");
  return { ok: true, value: { event: whole as unknown as EventContext, isBare } };
}

const BARE: ReadonlySet<string> = new Set(["event_type", "session_id", "user_message", "reason"]);
const LONGEST_ID = 512;

const isText = (value: unknown) => typeof value === "string";
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isId = (value: unknown) =>
  typeof value === "string" && value !== "" && value.length <= LONGEST_ID && !hasInvisible(value);
const isOneOf = (words: readonly string[]) => (value: unknown) => typeof value === "string" && words.includes(value);

const fields: Readonly<Record<string, { is(value: unknown): boolean; what: string }>> = {
  session_id: { is: isId, what: `a text of 1 to ${LONGEST_ID} characters without control or invisible characters` },
  timestamp: { is: (value) => isText(value) && !Number.isNaN(Date.parse(value as string)), what: "a time (RFC 3339)" },
  repository_root: { is: isText, what: "a text" },
  stage: { is: isOneOf(stages), what: `one of ${stages.join(", ")}` },
  user_message: { is: isText, what: "a text" },
  last_command: { is: isText, what: "a text" },
  ability_id: { is: isId, what: "the id of an ability" },
  operation_key: { is: isText, what: "a text" },
  modules: { is: isTexts, what: "a list of texts" },
  planned_input_summary: { is: isText, what: "a text" },
  input_summary: { is: isText, what: "a text" },
  output_summary: { is: isText, what: "a text" },
  reason: { is: isText, what: "a text" },
  tool_call_path: { is: isText, what: "a text" },
  status: { is: isOneOf(statuses), what: `one of ${statuses.join(", ")}` },
  duration_ms: { is: (value) => typeof value === "number" && value >= 0, what: "a number of milliseconds" },
  files_touched: { is: isTexts, what: "a list of paths" },
  changed_files: { is: isTexts, what: "a list of paths" },
};

const needed: Readonly<Record<EventType, readonly string[]>> = {
  UserPromptSubmit: ["user_message"],
  PreAbilityCall: ["ability_id"],
  PostAbilityCall: ["ability_id", "status"],
  SessionStart: [],
  SessionEnd: [],
  SessionStop: [],
};

function wrongField(event: Readonly<Record<string, unknown>>, type: EventType): string | null {
  const missing = needed[type].find((name) => event[name] === undefined);
  if (missing) return `a ${type} needs ${JSON.stringify(missing)}`;
  const wrong = Object.entries(fields).find(([name, { is }]) => event[name] !== undefined && !is(event[name]));
  return wrong ? `${JSON.stringify(wrong[0])} must be ${wrong[1].what}` : null;
}

const FORM = 'Give one JSON object, as in {"user_message":"Run the tests","session_id":"s1"}.';

function bad(message: string, remedy = FORM): { ok: false; problems: ReturnType<typeof problem>[] } {
  return { ok: false, problems: [problem("BAD_INPUT", message, remedy)] };
}

const LIMIT = 1_000_000;

/** `-` is standard input. */
export async function readEventFile(given: string, io: Io): Promise<Checked<Uint8Array>> {
  if (given === "-") {
    const bytes = await readAll(io.input, LIMIT);
    return bytes === null ? tooLarge("the input") : { ok: true, value: bytes };
  }
  const path = resolve(io.cwd, given);
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return wrong(`${oneLine(given)} is no file`);
    return stat.size > LIMIT ? tooLarge(oneLine(given)) : { ok: true, value: readFileSync(path) };
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return wrong(`${oneLine(given)} cannot be read (${error.code})`);
  }
}

function tooLarge(what: string) {
  return wrong(`${what} is larger than ${LIMIT} bytes: an event holds summaries, not payloads`);
}

function wrong(message: string): { ok: false; problems: ReturnType<typeof problem>[] } {
  return { ok: false, problems: [problem("BAD_INPUT", message, "Name a file that holds one event, or - for input.")] };
}
