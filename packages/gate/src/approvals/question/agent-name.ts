/** What people call the agent that makes a call. */
import type { Session } from "@intentgate/engine";
import { hostNamed } from "@intentgate/hosts";

/** A script of one's own, and whatever else calls, is "The agent". */
export function agentName({ host, parent }: Session): string {
  const found = host === undefined ? undefined : hostNamed(host);
  const known = found === undefined || found.install.programs.length === 0 ? undefined : found.title;
  if (parent === undefined) return known ?? "The agent";
  return `A subagent of ${known ?? "the agent"}`;
}
