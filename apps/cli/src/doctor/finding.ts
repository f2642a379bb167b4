/** What a check finds, and what a check is. */
import type { Workspace } from "@intentgate/gate";
import type { GovernedRoot } from "@intentgate/sidecar";

export type Finding =
  | { state: "ok"; message: string }
  /** To be known: neither well nor wrong. */
  | { state: "note"; message: string }
  | { state: "warning" | "problem"; message: string; remedy: string };

export interface Machine {
  env: NodeJS.ProcessEnv;
  stateDir: string;
  /** The folder where the person stands. */
  here: string;
}

export interface Patient extends Machine {
  workspace: Workspace;
  root: GovernedRoot;
  /** Look at all of the ledger, not only at its newest part. */
  full: boolean;
  /** Mend what can be mended without a decision of a person. */
  fix: boolean;
  now: Date;
}

export interface Check<On> {
  name: string;
  look(on: On): Finding[] | Promise<Finding[]>;
}

export function ok(message: string): Finding {
  return { state: "ok", message };
}

export function note(message: string): Finding {
  return { state: "note", message };
}

export function warning(message: string, remedy: string): Finding {
  return { state: "warning", message, remedy };
}

export function bad(message: string, remedy: string): Finding {
  return { state: "problem", message, remedy };
}
