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
  const standing = new Map<string, string>();
  const approvedCommands = new Map<string, string>();
  const history = new Map<string, string[]>();
  const pending = new Map<string, PendingCall>();
  const decided = new Map<string, DecidedCall[]>();

  function withdrawApprovals(): void {
    standing.clear();
    approvedCommands.clear();
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
        standing.set(event.intent, event.approval);
        break;
      case "standing_revoked":
        withdrawApprovals();
        break;
      case "command_approved":
        approvedCommands.set(`${event.intent}\0${event.command}`, event.approval);
        break;
      case "history": {
        const lines = history.get(event.intent);
        if (lines) lines.push(event.line);
        else history.set(event.intent, [event.line]);
        if (lines && lines.length > HISTORY_LINES) lines.shift();
        break;
      }
      case "history_folded":
        history.get(event.intent)?.splice(0, Math.max(0, event.count));
        break;
      case "began":
        pending.set(event.call.key, event.call);
        break;
      case "ended":
        pending.delete(event.key);
        break;
      case "decided":
        decided.set(event.key, [...(decided.get(event.key) ?? []), event.call].slice(-CALLS_A_KEY));
        if (decided.size > KEYS) decided.delete(decided.keys().next().value ?? "");
        break;
      case "answered": {
        const calls = decided.get(event.key) ?? [];
        decided.set(
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
      standing: new Map(standing),
      approvedCommands: new Map(approvedCommands),
      history: new Map([...history].map(([intent, lines]) => [intent, [...lines]])),
      pending: new Map(pending),
      decided: new Map(decided),
    }),
  };
}
