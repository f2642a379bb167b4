/**
 * From the bytes that a host wrote to the reply it understands: the one way for a process started for an event and for
 * a gate that stays. Never throws: every doubt is a no.
 */
import { formatProblem, ProblemError } from "@intentgate/documents";
import type { Host, Reply } from "@intentgate/hosts";
import type { Asked, Opened } from "./answer-here.ts";
import { refusal } from "./refusal.ts";

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
