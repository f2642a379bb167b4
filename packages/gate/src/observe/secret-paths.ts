/** Which files are secret, as the policy of their root has it. */
import { createScope, type Policy, type Scope } from "@intentgate/policy";
import type { GovernedRoot } from "@intentgate/sidecar";

export type IsSecret = (root: string, relative: string) => boolean;

/** What belongs to no opened root is secret: nobody can say that it is not. */
export function createSecretPaths(roots: readonly GovernedRoot[], policyOf: (root: GovernedRoot) => Policy): IsSecret {
  const known = new Map<GovernedRoot, { policy: Policy; scope: Scope }>();
  return (root, relative) => {
    const owner = roots.find((one) => one.root === root);
    if (owner === undefined) return true;
    const policy = policyOf(owner);
    const last = known.get(owner);
    const scope = last?.policy === policy ? last.scope : createScope(policy.secret_paths, { ignoreCase: true });
    known.set(owner, { policy, scope });
    return scope.covers(relative);
  };
}
