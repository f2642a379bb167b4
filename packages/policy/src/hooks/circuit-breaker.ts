/**
 * A session to which the same change was refused many times stops changing things until a person looks at it. Trying
 * something else is how a refusal is meant to be answered, so variety is let through for longer, yet not for ever.
 */
import { type Deny, deny } from "@intentgate/engine";
import { type GovernedPreHook, readable, type SessionView } from "./governed.ts";

/** So many times the limit, refusals of any kind stop a session too. */
const OF_ANY_KIND = 5;

export function circuitBreaker(): GovernedPreHook {
  return async (context, call) => {
    if (!context.isMutatingTool) return;
    for (const { session, policy } of readable(call)) {
      const limit = policy.limits.denials_in_a_row;
      if (isCircuitOpen(session, limit)) return circuitOpen(session, limit, context.session.id);
    }
  };
}

/** Neither count is of refusals before the last change that was allowed. */
export function isCircuitOpen(
  { sameDenials, denialsInARow }: Pick<SessionView, "sameDenials" | "denialsInARow">,
  limit: number,
): boolean {
  return sameDenials >= limit || denialsInARow >= limit * OF_ANY_KIND;
}

function circuitOpen({ denialsInARow, sameDenials }: SessionView, limit: number, session: string): Deny {
  const isSame = sameDenials >= limit;
  const count = isSame ? sameDenials : denialsInARow;
  const what = isSame ? `The same change was refused ${times(count)}` : `${count} changes in a row were refused`;
  return deny(
    "CIRCUIT_OPEN",
    `${what} in this session; changes are stopped until a person looks at it.`,
    `Stop and tell the person what you tried. They can run \`intentgate session reset ${session}\`.`,
    { count },
  );
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
