/** Steps that only a person may take need a terminal, and a process that no agent started. */
import { type Problem, problem } from "@intentgate/documents";
import type { RecordedHosts } from "@intentgate/sidecar";

export interface Standing {
  hasTerminal: boolean;
  pid: number;
  hosts: RecordedHosts;
}

/** Null when a person may well be sitting there; a hurdle, not a wall. */
export function whyNotAPerson(what: string, standing: Standing): Problem | null {
  const host = standing.hosts.above(standing.pid);
  if (host !== null) {
    return problem(
      "NOT_ALLOWED",
      `\`intentgate ${what}\` was started by an agent (process ${host} runs tools for one)`,
      "Run it yourself, in a terminal of your own.",
    );
  }
  if (!standing.hasTerminal) {
    return problem(
      "NOT_ALLOWED",
      `\`intentgate ${what}\` needs a terminal`,
      "Run it yourself, in a terminal of your own.",
    );
  }
  return null;
}
