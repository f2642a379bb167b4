/** Who may have made a change that nobody saw being made. */

import type { RunningCall } from "@intentgate/sidecar";
import type { Candidate } from "@intentgate/trace";

type CallOfCandidate = Pick<RunningCall, "invocationId" | "session" | "model">;

/** A person is always among them: people work while programs run. */
export function candidatesAmong(calls: readonly CallOfCandidate[]): Candidate[] {
  const ofCalls = calls.map(
    ({ invocationId, session, model }): Candidate => ({
      entity_type: "AI",
      session,
      invocation_id: invocationId,
      model_identifier: model,
    }),
  );
  return [...ofCalls, { entity_type: "HUMAN" }];
}
