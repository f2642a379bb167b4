/** A session is what its events make of it: this is the making, shared by every backend. */
import type { DecidedCall, PendingCall, SessionEvent, SessionState } from "./store.ts";

/** More than are ever folded into the intents file at once. */
const HISTORY_LINES = 60;
/** Calls whose second phase may still come, and equal ones in flight. */
const KEYS = 500;
const CALLS_A_KEY = 50;

export interface SessionFold {
  add(event: SessionEvent): void;
  addDamage(): void;
  /** A picture of now; of it, only `seen` follows later events. */
  state(): SessionState;
}

export function createSessionFold(id: string): SessionFold {
  const now: Omit<SessionState, "seen" | "standing" | "approvedCommands" | "history" | "pending" | "decided"> = {
    id,
    host: null,
    model: null,
    parent: null,
    startedAt: null,
    lastAt: null,
    ended: false,
    intent: null,
    denialsInARow: 0,
    hadToolFailure: false,
    hasChanged: false,
    stopsHeld: 0,
    damaged: 0,
  };
  const seen = new Map<string, string | null>();
  const standing = copiedOnChange<string>();
  const approvedCommands = copiedOnChange<string>();
  const history = copiedOnChange<readonly string[]>();
  const pending = copiedOnChange<PendingCall>();
  const decided = copiedOnChange<readonly DecidedCall[]>();

  function withdrawApprovals(): void {
    standing.toChange().clear();
    approvedCommands.toChange().clear();
  }

  function apply(event: SessionEvent): void {
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
        now.denialsInARow++;
        break;
      case "allowed":
        now.denialsInARow = 0;
        break;
      case "reset":
        now.denialsInARow = 0;
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
      case "began":
        pending.toChange().set(event.call.key, event.call);
        break;
      case "ended":
        pending.toChange().delete(event.key);
        break;
      case "decided": {
        const calls = decided.toChange();
        calls.set(event.key, [...(calls.get(event.key) ?? []), event.call].slice(-CALLS_A_KEY));
        if (calls.size > KEYS) calls.delete(calls.keys().next().value ?? "");
        break;
      }
      case "answered": {
        const known = decided.toChange();
        const calls = known.get(event.key) ?? [];
        known.set(
          event.key,
          calls.map((call) => (call.invocationId === event.invocationId ? { ...call, answered: true } : call)),
        );
        break;
      }
      case "ended_session":
        now.ended = true;
        withdrawApprovals();
        break;
      case "changed":
        now.hasChanged = true;
        break;
      case "stop_held":
        now.stopsHeld++;
        break;
    }
  }

  return {
    add(event) {
      apply(event);
      const at = "at" in event ? event.at : null;
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
      pending: pending.shown(),
      decided: decided.shown(),
    }),
  };
}

interface CopiedOnChange<V> {
  /** As it is now, whatever comes. */
  shown(): ReadonlyMap<string, V>;
  toChange(): Map<string, V>;
}

/** A state is asked for with every event of a call, and an event changes one of its parts or none. */
function copiedOnChange<V>(): CopiedOnChange<V> {
  let entries = new Map<string, V>();
  let isShown = false;
  return {
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
