/** The routing of each root, put together when it is first asked for. */
import type { GovernedRoot } from "@intentgate/sidecar";
import { createRouting, type RoutingParts } from "./create-routing.ts";
import type { Routing } from "./routing.ts";

export function openRoutings(parts: Omit<RoutingParts, "environment">): (root: GovernedRoot) => Routing {
  const known = new Map<GovernedRoot, Routing>();
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
