/** Everything that steers the gate, a host, git or a shell: the list of the policy together with those of all hosts. */
import { hosts } from "@intentgate/hosts";
import { createControlRules, isControlName as isNamed } from "@intentgate/policy";

export const hostControls = hosts.map(({ control }) => control);
export const controlRules = createControlRules(hostControls);

/** True for a name that would be a control file wherever it stood. */
export function isControlName(name: string): boolean {
  return isNamed(name, controlRules);
}
