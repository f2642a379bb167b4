/** What people call the agent that makes a call. */
import { hostNamed } from "./hosts.ts";

interface Caller {
  host?: string | undefined;
  parent?: string | undefined;
}

/** A script of one's own, and whatever else calls, is "The agent". */
export function agentName({ host, parent }: Caller): string {
  const found = host === undefined ? undefined : hostNamed(host);
  const known = found === undefined || found.install.programs.length === 0 ? undefined : found.title;
  if (parent === undefined) return known ?? "The agent";
  return `A subagent of ${known ?? "the agent"}`;
}
