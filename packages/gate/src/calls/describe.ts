/** What is known about a call before the hooks look at it. Looks, and changes nothing. */

import { homedir } from "node:os";
import { shellLine } from "@intentgate/documents";
import type { CallFacts, Session, ToolCall } from "@intentgate/engine";
import {
  createEffectsOf,
  type DeclaredCommand,
  type DescribedCall,
  type FileFacts,
  type Policy,
  parsePatch,
} from "@intentgate/policy";
import { type GovernedRoot, lineageOf } from "@intentgate/sidecar";
import { stagedPaths } from "@intentgate/world";
import { isControlName } from "../trust/control-rules.ts";
import type { Call } from "./call.ts";
import type { GovernedRoots } from "./governed.ts";
import { lazily } from "./lazily.ts";

export interface DescribeParts {
  facts: FileFacts;
  governed: Pick<GovernedRoots, "concerned">;
  rootAt(call: Pick<ToolCall, "cwd">): GovernedRoot;
  policyOf(root: GovernedRoot): Policy;
}

/** The roots that it concerns go into the call. */
export function createDescribe(parts: DescribeParts) {
  return (made: ToolCall, call: Call): CallFacts => {
    const root = parts.rootAt(made);
    const { normalizedToolName, effects, ...details } = describedCall(root, made, call);
    const { own, intent } = lineageOf(root, made.session);
    call.concerned = parts.governed.concerned({ ...made, normalizedToolName, effects });
    const known = { intentId: intent?.id ?? null, hadToolFailureBefore: own.hadToolFailure };
    return { normalizedToolName, effects, details, ...known };
  };

  /** The checks of the taken intent count as declared commands: a person wrote them. */
  function describedCall(root: GovernedRoot, made: ToolCall, call: Call): DescribedCall {
    const policy = parts.policyOf(root);
    const effective: Policy = { ...policy, commands: [...policy.commands, ...checksOf(root, made.session)] };
    const around = {
      facts: parts.facts,
      policy: () => effective,
      parsePatch: lazily(() => parsePatch),
      isControlName,
      home: homedir(),
      root: root.root,
      staged: (folder: string) => stagedPaths(folder),
    };
    const byName = () => createEffectsOf(around)(made.toolName, made.payload, made.cwd ?? root.root);
    return call.describe?.(around) ?? byName();
  }
}

/** The taken intent's checks as declared commands; what they write must lie in its scope. */
function checksOf(root: GovernedRoot, session: Session): DeclaredCommand[] {
  const rules = root.lastRules();
  const id = lineageOf(root, session).intent?.id;
  const intent = rules.ok && id !== undefined ? rules.value.intents.get(id) : undefined;
  return (intent?.checks ?? []).map(({ run }) => ({
    run: shellLine(run),
    args: "none",
    writes: intent?.owned_scope ?? [],
  }));
}
