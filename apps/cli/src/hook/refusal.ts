/** The no of a gate that could not come to a decision. */
import type { Host, Reply } from "@intentgate/hosts";

/** A host that is not known has no words of its own; exit code 2 is a no to most. */
export function refusal(host: Host | undefined, event: string | null, reason: string): Reply {
  const text = `the gate could not decide, so the answer is no: ${reason}`;
  return host === undefined ? { stdout: "", stderr: `Intentgate: ${text}\n`, exitCode: 2 } : host.refuse(text, event);
}
