/**
 * Commands by which a person's program sees what a host makes of a line. They are known by their exact text, which it makes
 * up anew each time; they change nothing that stays, whoever runs them.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { jsonFields } from "@intentgate/documents";
import type { GovernedRoot } from "@intentgate/sidecar";
import { makeFolder, readText, replaceFile } from "@intentgate/world";

const FILE = "live-trial.json";

export interface LiveTrial {
  host: string;
  /** Handed over although the host is in doubt. */
  given: readonly string[];
  /** The same, and the host is not told of the line: so it runs the command itself, which must be seen. */
  withheld: string;
  /** In milliseconds; a program that was killed ends nothing. */
  until: number;
}

export function beginTrial({ state }: GovernedRoot, trial: LiveTrial): void {
  makeFolder(state);
  replaceFile(join(state, FILE), JSON.stringify(trial), {});
}

export function endTrial({ state }: GovernedRoot): void {
  rmSync(join(state, FILE), { force: true });
}

/** Null for every other command. */
export function trialOf(root: GovernedRoot, host: string, command: string, now: Date): "given" | "withheld" | null {
  const trial = jsonFields(readText(join(root.state, FILE)) ?? "{}");
  if (trial.host !== host || typeof trial.until !== "number" || now.getTime() > trial.until) return null;
  if (trial.withheld === command) return "withheld";
  return Array.isArray(trial.given) && trial.given.includes(command) ? "given" : null;
}
