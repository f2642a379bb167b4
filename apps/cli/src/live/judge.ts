/** What a canary's run has shown, and what it has not. */
import type { BoxProof } from "./box-trial.ts";

export interface Facts {
  /** The file came to be. */
  wasWritten: boolean;
  /** What the gate decided about the call; null where no hook asked it. */
  decision: { invocation: string; session: string; code: string | null; isDenied: boolean } | null;
  /** The model was asked with the tool among its tools, so it asked for the call. */
  wasRequested: boolean;
  /** The refusal came back to the model. */
  modelReadWhy: boolean;
  isLate: boolean;
  /** The last words of the program. */
  output: string;
}

export type Denied = {
  kind: "denied";
  invocation: string;
  session: string;
  code: string | null;
  modelReadWhy: boolean;
};

/** `box`: of its commands, once the call was denied. */
export type Verdict = (Denied & { box: BoxProof }) | Ran | Unproved;

export type Ran =
  /** `decided`: the code of the gate's no, which the host did not heed; null where no hook ran. */
  { kind: "ran"; decided: string | null };

export type Unproved =
  /** The model asked for it, no hook ran, and the host did not make the call for a reason of its own. */
  { kind: "unproved"; why: string } | { kind: "untried"; why: string };

export function judge({
  wasWritten,
  decision,
  wasRequested,
  modelReadWhy,
  isLate,
  output,
}: Facts): Denied | Ran | Unproved {
  const isDenied = decision?.isDenied ?? false;
  if (wasWritten) return { kind: "ran", decided: isDenied ? (decision?.code ?? "refused") : null };
  if (decision && isDenied)
    return {
      kind: "denied",
      invocation: decision.invocation,
      session: decision.session,
      code: decision.code,
      modelReadWhy,
    };
  if (decision) return { kind: "unproved", why: "the gate let the call pass, and the host did not make it" };
  if (wasRequested) {
    const end = isLate ? "it did not end in time" : "the host did not make the call";
    return { kind: "unproved", why: `no hook asked the gate, and ${end}` };
  }
  const reason = isLate ? "it did not ask the model in time" : "it ended before it asked the model";
  return { kind: "untried", why: output === "" ? reason : `${reason}: ${output}` };
}
