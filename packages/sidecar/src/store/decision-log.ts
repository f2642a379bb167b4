/** Gathers a call's phases and writes them in one go: before the tool runs, and when the call is done. */
import type { PhaseEntry } from "@intentgate/engine";
import type { DecisionsStore } from "./store.ts";

/** Where the phases of one call wait until they are written. */
export interface LoggedCall {
  phases: PhaseEntry[];
}

export interface DecisionLog {
  log(entry: PhaseEntry, call: LoggedCall): void;
  /** Throws when the entries cannot be written: then the call must not run. */
  flush(call: LoggedCall): void;
  /** Writes them where nothing depends on it: what goes wrong is told. */
  keep(call: LoggedCall): void;
  onEntry(listen: (entry: PhaseEntry) => void): () => void;
}

export function createDecisionLog(decisions: DecisionsStore, warn: (message: string) => void): DecisionLog {
  const listeners = new Set<(entry: PhaseEntry) => void>();

  function flush(call: LoggedCall): void {
    const entries = call.phases;
    if (entries.length === 0) return;
    call.phases = [];
    decisions.append(entries);
  }

  function keep(call: LoggedCall): void {
    try {
      flush(call);
    } catch (error) {
      warn(`decisions could not be written: ${error instanceof Error ? error.message : error}`);
    }
  }

  return {
    flush,
    keep,
    onEntry(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
    log(entry, call) {
      for (const listen of listeners) listen(entry);
      call.phases.push(entry);
      // The call is over; what it did stands in the ledger. The next change will be refused for the same reason.
      if (entry.phase === "done") keep(call);
    },
  };
}
