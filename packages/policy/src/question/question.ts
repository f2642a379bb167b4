/** A question to a person, as data: made once by the gate, shown by every face, reworded by none. */

/** The worst that a yes would let happen: 1 it stays inside the scope, up to 4 it leaves the repository or the machine. */
export type Severity = 1 | 2 | 3 | 4;

export interface Question {
  /** Finished: a face adds nothing to it. */
  sentence: string;
  severity: Severity;
  facts: Fact[];
  /** What follows from either answer. */
  yes: string;
  no: string;
  /** The end of a sentence that begins with "Asked because". */
  why: string;
  waiting: Waiting;
  /** What a command did that ran already and is kept back; null where nothing has run yet. */
  did: Did | null;
}

export interface Fact {
  kind: "ok" | "warning";
  text: string;
}

/** Of the agent's call. `until`: RFC 3339; null where it waits as long as the question stands. */
export type Waiting = { state: "waits"; until: string | null } | { state: "went_on" };

export interface Did {
  paths: { path: string; does: string }[];
  /** How many further ones there are. */
  more: number;
}

export const severityWords: Readonly<Record<Severity, string>> = {
  1: "Stays inside the scope",
  2: "Needs more than the scope allows",
  3: "Destroys what cannot be restored",
  4: "Leaves the repository or this machine",
};

export const LONGEST_TEXT = 600;

export const ok = (text: string): Fact => ({ kind: "ok", text });
export const warning = (text: string): Fact => ({ kind: "warning", text });
