/**
 * From the bytes that a host wrote to the reply it understands: the one way for a process started for an event and for
 * a gate that stays. Never throws: every doubt is a no.
 */
import { formatProblem, ProblemError } from "@intentgate/documents";
import type { Host, Reply } from "@intentgate/hosts";
import type { Asked, Opened } from "./answer-here.ts";

/** `opened`: where the workspace comes from and who asks; without it, both are found from this process. */
export async function answerBytes(
  host: Host,
  event: string | null,
  bytes: Buffer,
  asked: Asked,
  opened?: Opened,
): Promise<Reply> {
  try {
    const decoded = host.decode(bytes, event);
    if (!decoded.ok) return refusal(host, event, decoded.problems.map(formatProblem).join("\n"));
    const { value } = decoded;
    if (value.kind === "ignored") return host.tell({ model: null, person: null }, value);
    const { answerHere, openHere } = await import("./answer-here.ts");
    return await answerHere(host, value, asked, opened ?? openHere());
  } catch (error) {
    return refusal(host, event, reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problems.map(formatProblem).join("\n");
  return error instanceof Error ? error.message : String(error);
}

/** The no of a gate that could not decide. A host that is not known has no words of its own; exit code 2 is a no to most. */
export function refusal(host: Host | undefined, event: string | null, reason: string): Reply {
  const text = `the gate could not decide, so the answer is no: ${reason}`;
  return host === undefined ? { stdout: "", stderr: `Intentgate: ${text}\n`, exitCode: 2 } : host.refuse(text, event);
}
