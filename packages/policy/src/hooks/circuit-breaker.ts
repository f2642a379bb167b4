/** A session that was refused many times in a row stops changing things until a person looks at it. */
import { type Deny, deny } from "@intentgate/engine";
import { type GovernedPreHook, readable } from "./governed.ts";

export function circuitBreaker(): GovernedPreHook {
  return async (context, call) => {
    if (!context.isMutatingTool) return;
    for (const { session, policy } of readable(call)) {
      const count = session.denialsInARow;
      if (count >= policy.limits.denials_in_a_row) return circuitOpen(count, context.session.id);
    }
  };
}

function circuitOpen(count: number, session: string): Deny {
  return deny(
    "CIRCUIT_OPEN",
    `${count} changes in a row were refused in this session; changes are stopped until a person looks at it.`,
    `Stop and tell the person what you tried. They can run \`intentgate session reset ${session}\`.`,
    { count },
  );
}
