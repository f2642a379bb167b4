/** The one JSON shape a model gets when its call was refused. */
import type { HookContext } from "./call.ts";
import type { Deny, HookWarning, Refusal } from "./decision.ts";
import { messageOf } from "./error-message.ts";

export function refusal(context: HookContext, no: Deny): Refusal {
  return {
    type: "tool_error",
    code: no.code,
    message: visible(no.reason),
    meta: {
      invocation_id: context.invocationId,
      intent_id: visible(context.intentId),
      tool_name: visible(context.toolName),
      ...asData(no.meta),
      remedy: visible(no.remedy),
    },
  };
}

/**
 * What cannot be seen could make a message look like another one: it is spelled out, as `visibleLines` of the documents
 * does it. This package depends on no other, so the set stands here once more; a test holds the two against each other.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800](?<!\p{Extended_Pictographic}[\ufe0e\ufe0f]|[0-9#*]\ufe0f(?=\u20e3)|[\t\n])/gu;

function visible<T>(value: T): T {
  if (typeof value === "string") return value.replace(INVISIBLE, spelledOut) as T;
  if (Array.isArray(value)) return value.map(visible) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [visible(key), visible(one)])) as T;
}

function spelledOut(found: string): string {
  return found.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A refusal must always reach the model as JSON, whatever a hook put into it. */
function asData(meta: unknown): Record<string, unknown> {
  if (typeof meta !== "object" || meta === null || Array.isArray(meta)) return {};
  try {
    return visible(JSON.parse(JSON.stringify({ ...meta, invocation_id: undefined, tool_name: undefined })));
  } catch (error) {
    return { left_out: messageOf(error) };
  }
}

export function warning(
  context: Pick<HookContext, "invocationId" | "toolName">,
  hookName: string,
  error: unknown,
): HookWarning {
  return {
    type: "hook_warning",
    message: visible(messageOf(error)),
    meta: { invocation_id: context.invocationId, tool_name: visible(context.toolName), hook_name: visible(hookName) },
  };
}
