/** Reads `policy.yaml`; what it leaves out takes the default, what it says wrongly is a problem with its place. */

import { type Checked, checkShape, type ReadYaml, readYaml, versionProblem } from "@intentgate/documents";
import type { Policy } from "./policy.ts";
import { policyOf, policySchema } from "./policy-schema.ts";

export function readPolicy(text: string, file: string): Checked<Policy> {
  const read = readYaml(text, file, "BAD_POLICY");
  return read.ok ? decodePolicy(read.value) : read;
}

export function decodePolicy(doc: ReadYaml): Checked<Policy> {
  const version = versionProblem(doc);
  // Nothing else can be judged in a version that is not ours.
  if (version) return { ok: false, problems: [version] };
  const checked = checkShape(doc, policySchema);
  if (!checked.ok) return checked;
  // Cloned, so that nobody can change the defaults through what was read.
  return { ok: true, value: revivedPolicy(structuredClone(policyOf(checked.value))) };
}

/** Of a policy that went through JSON. */
export function revivedPolicy(policy: Policy): Policy {
  return { ...policy, tools: withoutPrototype(policy.tools) };
}

/** A tool may be called `constructor`: names must not find members of Object. */
function withoutPrototype<T>(map: Record<string, T>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, map);
}
