/** A session is what its events make of it: this is the making, shared by every backend. */
import { foldOldEvent, type OldSessionEvent } from "./journal-version-1.ts";
import type { DecidedCall, Heard, OpenCall, SessionEvent, SessionState } from "./store.ts";

/** More than are ever folded into the intents file at once. */
const HISTORY_LINES = 60;
/** Calls whose after may still come, and refusals that may be asked for again. */
const MOST_CALLS = 500;

export interface SessionFold {
  add(event: SessionEvent | OldSessionEvent): void;
  addDamage(): void;
  /** A picture of now; of it, only `seen` follows later events. */
  state(): SessionState;
}

export function createSessionFold(id: string): SessionFold {
  const now: Omit<
    SessionState,
    "seen" | "standing" | "approvedCommands" | "history" | "open" | "refused" | "ran" | "heard"
  > = {
    id,
    host: null,
    model: null,
    parent: null,
    startedAt: null,
    lastAt: null,
    ended: false,
    stop: null,
    intent: null,
    denialsInARow: 0,
    sameDenials: 0,
    hadToolFailure: false,
    hasChanged: false,
    stopsHeld: 0,
    prompt: null,
    declined: null,
    silences: 0,
    damaged: 0,
  };
  const seen = new Map<string, string | null>();
  const denials = new Map<string, number>();
  const standing = copiedOnChange<string>();
  const approvedCommands = copiedOnChange<string>();
  const history = copiedOnChange<readonly string[]>();
  const open = copiedOnChange<OpenCall>();
  const refused = copiedOnChange<DecidedCall>();
  const ran = copiedOnChange<DecidedCall>();
  const heard = copiedOnChange<Heard>();

  function withdrawApprovals(): void {
    standing.toChange().clear();
    approvedCommands.toChange().clear();
  }

  function countDenial(call: string): void {
    const times = (denials.get(call) ?? 0) + 1;
    denials.set(call, times);
    now.denialsInARow++;
    now.sameDenials = Math.max(now.sameDenials, times);
  }

  function forgetDenials(): void {
    denials.clear();
    now.denialsInARow = 0;
    now.sameDenials = 0;
  }

  function addOpen(call: OpenCall): void {
    const { decided } = call;
    if (decided !== null && decided.errorMessage !== null) {
      addBounded(refused.toChange(), decided.key, decided);
      return;
    }
    addBounded(open.toChange(), call.invocationId, call);
  }

  function close(invocationId: string): void {
    const decided = open.now().get(invocationId)?.decided ?? null;
    if (ran.now().has(invocationId)) ran.toChange().delete(invocationId);
    open.toChange().delete(invocationId);
    if (decided === null) return;
    if (decided.own !== null) addBounded(ran.toChange(), invocationId, decided);
    // Told of by one level only, it is over; another level's after may still come.
    else if (heard.now().get(decided.key)?.before.length === 1) heard.toChange().delete(decided.key);
  }

  function hear({ name, key, moment, at, level, phase }: Extract<SessionEvent, { kind: "heard" }>): void {
    const known = heard.now().get(name) ?? { name, key, moment, at, before: [], after: [] };
    const next = { ...known, [phase]: [...known[phase], level] };
    if (next.after.length > 0 && next.before.every((one) => next.after.includes(one))) heard.toChange().delete(name);
    else addBounded(heard.toChange(), name, next);
  }

  function apply(event: SessionEvent | OldSessionEvent): void {
    switch (event.kind) {
      case "seen":
        now.host = event.host ?? now.host;
        now.model = event.model ?? now.model;
        if (now.startedAt === null) now.parent = event.parent ?? null; // settled with the first event
        now.ended = false; // a resumed session keeps what it saw, not what it was allowed
        break;
      case "took":
        if (now.intent?.id !== event.intent) now.hasChanged = false;
        now.intent = { id: event.intent, digest: event.digest, by: event.by, at: event.at };
        break;
      case "released":
        now.intent = null;
        break;
      case "saw":
        seen.set(event.path, event.hash);
        break;
      case "denied":
        countDenial(event.call ?? "");
        break;
      case "allowed":
        forgetDenials();
        break;
      case "reset":
        forgetDenials();
        now.hadToolFailure = false;
        break;
      case "tool_failed":
        now.hadToolFailure = true;
        break;
      case "standing":
        standing.toChange().set(event.intent, event.approval);
        break;
      case "standing_revoked":
        withdrawApprovals();
        break;
      case "command_approved":
        approvedCommands.toChange().set(`${event.intent}\0${event.command}`, event.approval);
        break;
      case "history": {
        const lines = history.toChange();
        lines.set(event.intent, [...(lines.get(event.intent) ?? []), event.line].slice(-HISTORY_LINES));
        break;
      }
      case "history_folded": {
        const lines = history.toChange();
        const known = lines.get(event.intent);
        if (known) lines.set(event.intent, known.slice(Math.max(0, event.count)));
        break;
      }
      case "opened":
        addOpen(event.call);
        break;
      case "closed":
        close(event.invocationId);
        break;
      case "heard":
        hear(event);
        break;
      case "began":
      case "ended":
      case "decided":
      case "answered":
        foldOldEvent(event, open.toChange(), addOpen);
        break;
      case "ended_session":
        now.ended = true;
        withdrawApprovals();
        break;
      case "stopped":
        now.stop = { at: event.at, by: event.by };
        break;
      case "resumed":
        now.stop = null;
        break;
      case "changed":
        now.hasChanged = true;
        break;
      case "stop_held":
        now.stopsHeld++;
        break;
      case "prompted":
        now.prompt = event.line === "" ? null : event.line;
        now.silences = 0;
        break;
      case "not_started":
        if (event.answer === "rejected") now.declined = event.reason;
        else now.silences++;
        break;
    }
  }

  return {
    add(event) {
      apply(event);
      // What a person says of a session is no sign of life of it, and settles nothing of its beginning.
      const at = "at" in event && event.kind !== "stopped" && event.kind !== "resumed" ? event.at : null;
      if (at === null) return;
      now.startedAt ??= at;
      now.lastAt = at;
    },
    addDamage() {
      now.damaged++;
    },
    state: () => ({
      ...now,
      seen,
      standing: standing.shown(),
      approvedCommands: approvedCommands.shown(),
      history: history.shown(),
      open: open.shown(),
      refused: refused.shown(),
      ran: ran.shown(),
      heard: heard.shown(),
    }),
  };
}

/** Where there are too many, the oldest go; a call that has files to settle goes last. */
function addBounded<V extends OpenCall | DecidedCall | Heard>(entries: Map<string, V>, key: string, value: V): void {
  entries.set(key, value);
  if (entries.size <= MOST_CALLS) return;
  const isBusy = (one: V) => "pid" in one && Object.keys(one.before).length > 0;
  const idle = [...entries].find(([, one]) => !isBusy(one));
  entries.delete(idle?.[0] ?? entries.keys().next().value ?? "");
}

interface CopiedOnChange<V> {
  now(): ReadonlyMap<string, V>;
  /** As it is now, whatever comes. */
  shown(): ReadonlyMap<string, V>;
  toChange(): Map<string, V>;
}

/** A state is asked for with every event of a call, and an event changes one of its parts or none. */
function copiedOnChange<V>(): CopiedOnChange<V> {
  let entries = new Map<string, V>();
  let isShown = false;
  return {
    now: () => entries,
    shown() {
      isShown = true;
      return entries;
    },
    toChange() {
      if (isShown) entries = new Map(entries);
      isShown = false;
      return entries;
    },
  };
}
