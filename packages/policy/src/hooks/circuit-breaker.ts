/** A session that was refused many times in a row stops changing things until a person looks at it. */
import { deny } from "@intentgate/engine";
import { type GovernedPreHook, readable } from "./governed.ts";

export function circuitBreaker(): GovernedPreHook {
  return async (context, call) => {
    if (!context.isMutatingTool) return;
    for (const view of readable(call)) {
      const count = view.session.denialsInARow;
      if (count < view.policy.limits.denials_in_a_row) continue;
      return deny(
        "CIRCUIT_OPEN",
        `${count} changes in a row were refused in this session; changes are stopped until a person looks at it.`,
        `Stop and tell the person what you tried. They can run \`intentgate session reset ${context.session.id}\`.`,
        { count },
      );
    }
  };
}
