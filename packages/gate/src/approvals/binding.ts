/** What a yes is bound to: this call, these bytes, this session and intent. Anything else needs a new yes. */
import { createHash } from "node:crypto";
import { canonicalJson } from "@intentgate/documents";
import { type ApprovalRequest, changedPaths, type HookContext } from "@intentgate/engine";
import { mentionedBytes } from "@intentgate/policy";

export function bindingOf(
  context: HookContext,
  requests: readonly ApprovalRequest[],
  hashNow: (absolute: string) => string | null,
): string {
  const bases = changedPaths(context.effects).map(({ absolute }) => [absolute, hashNow(absolute)]);
  const bound = {
    tool: context.normalizedToolName,
    input: context.payload,
    cwd: context.cwd,
    session: context.session.id,
    intent: context.intentId,
    bases: bases.sort((a, b) => String(a[0]).localeCompare(String(b[0]))),
    mentioned: mentionedBytes(context.effects, hashNow),
    asked: requests.map((request) => [request.topic, request.question]),
  };
  return createHash("sha256").update(canonicalJson(bound)).digest("hex");
}
