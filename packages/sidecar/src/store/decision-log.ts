/** Gathers a call's phases and writes them in one go: before the tool runs, and when the call is done. */
import type { PhaseEntry } from "@intentgate/engine";
import type { DecisionsStore } from "./store.ts";

export interface DecisionLog {
  log(entry: PhaseEntry): void;
  /** Throws when the entries cannot be written: then the call must not run. */
  flush(invocationId: string): void;
  /** The same where nothing depends on it: what goes wrong is told. */
  keep(invocationId: string): void;
  forget(invocationId: string): void;
  onEntry(listen: (entry: PhaseEntry) => void): () => void;
}

export function createDecisionLog(decisions: DecisionsStore, warn: (message: string) => void): DecisionLog {
  const waiting = new Map<string, PhaseEntry[]>();
  const listeners = new Set<(entry: PhaseEntry) => void>();

  function flush(invocationId: string): void {
    const entries = waiting.get(invocationId);
    if (!entries) return;
    waiting.delete(invocationId);
    decisions.append(entries);
  }

  function keep(invocationId: string): void {
    try {
      flush(invocationId);
    } catch (error) {
      warn(`decisions could not be written: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    flush,
    keep,
    forget: (invocationId) => void waiting.delete(invocationId),
    onEntry(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    log(entry) {
      for (const listen of listeners) listen(entry);
      const entries = waiting.get(entry.invocationId);
      if (entries) entries.push(entry);
      else waiting.set(entry.invocationId, [entry]);
      // The call is over; what it did stands in the ledger. The next change will be refused for the same reason.
      if (entry.phase === "done") keep(entry.invocationId);
    },
  };
}
