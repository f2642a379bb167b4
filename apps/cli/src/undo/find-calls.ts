/** Which calls a person means: one by its id, the last, or all of an intent. Newest first. */
import { UNDO, type Undo, type UndoneCall } from "@intentgate/gate";
import type { KnownRecord } from "@intentgate/trace";
import { refuseId, refuseUsage, refuseWith } from "../command/refuse.ts";
import type { Args } from "../command/verb.ts";
import { pickById } from "../terminal/ids.ts";
import type { Io } from "../terminal/io.ts";

/** Records that are looked at: of an intent, under the beginning of an id, and for the last call. */
const MOST = { intent: 100_000, alike: 100, last: 200 };
const SHORTEST = 4;

/** The calls, or the exit code where there are none. */
export function findCalls(undo: Undo, args: Args, io: Io): UndoneCall[] | number {
  const intent = args.text("intent");
  const [given, ...more] = args.words;
  const ways = [given !== undefined, args.flag("last"), intent !== undefined].filter(Boolean).length;
  if (ways !== 1 || more.length > 0) return refuseUsage(io, "undo", "undo takes one call, or --last, or --intent ID");
  if (given !== undefined) return byId(undo, given, io);
  return intent === undefined ? last(undo, io) : ofIntent(undo, intent, io);
}

function byId(undo: Undo, given: string, io: Io): UndoneCall[] | number {
  const idsOf = (record: KnownRecord) => [record.decision?.id ?? "", record.id];
  const isAlike = (record: KnownRecord) => idsOf(record).some((id) => id.startsWith(given));
  const close = given.length < SHORTEST ? [] : undo.calls(isAlike, MOST.alike);
  const found = pickById(close, given, ({ id, records }) => [id, ...records.map((record) => record.id)]);
  if (found.kind !== "one")
    return refuseId(io, found, given, "call that changed files here", "`intentgate trace log` lists records.");
  return whole(undo, found.value.id);
}

/** The last that still stands: what was taken back already, and taking back itself, are passed over. */
function last(undo: Undo, io: Io): UndoneCall[] | number {
  for (const { id, records } of undo.calls(({ decision }) => decision?.tool !== UNDO, MOST.last)) {
    const calls = records.length > 0 ? whole(undo, id) : [];
    if (undo.plan(calls).some(({ does }) => does !== "nothing")) return calls;
  }
  return refuseWith(io, "NOT_FOUND", "no call that could be taken back", "`intentgate trace log` lists records.");
}

function ofIntent(undo: Undo, intent: string, io: Io): UndoneCall[] | number {
  const calls = undo.calls((record) => record.intent_id === intent, MOST.intent);
  if (calls.length > 0) return calls;
  const message = `no call changed files under ${JSON.stringify(intent)}`;
  return refuseWith(io, "NOT_FOUND", message, "`intentgate trace log` lists records with their intents.");
}

function whole(undo: Undo, id: string): UndoneCall[] {
  return undo.calls(({ decision }) => decision?.id === id, MOST.intent);
}
