/** What a tool throws becomes an answer that says what to do. */
import { ProblemError } from "@intentgate/documents";
import { messageOf } from "@intentgate/engine";
import { failed, failedBy, type Told } from "./tool-outcome.ts";

export async function guarded(work: () => Promise<Told>): Promise<Told> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError) return failedBy(error.problems);
    return failed(messageOf(error), "Ask the person to run `intentgate doctor`.");
  }
}
