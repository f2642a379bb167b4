/** The routing of each root, put together when it is first asked for. */
import type { GovernedRoot } from "@intentgate/sidecar";
import type { CallAbility } from "./ability-calls.ts";
import { createRouting, type RoutingParts } from "./create-routing.ts";
import type { RootRouting, Routing } from "./routing.ts";

export function openRoutings(parts: Omit<RoutingParts, "environment">): (root: GovernedRoot) => RootRouting {
  const known = new Map<GovernedRoot, RootRouting>();
  return (root) => {
    const environment = () => {
      const rules = root.rules();
      return rules.ok ? rules.value.policy.environment : null;
    };
    const routing = known.get(root) ?? createRouting(root.root, { ...parts, environment });
    known.set(root, routing);
    return routing;
  };
}

/** With tasks that run through this gate. */
export function routingThrough(call: CallAbility, routing: RootRouting): Routing {
  const { tasks } = routing;
  return {
    ...routing,
    tasks: {
      ...tasks,
      run: (key, session, signal) =>
        tasks.runThrough(call, key, typeof session === "string" ? { id: session } : session, signal),
    },
  };
}
