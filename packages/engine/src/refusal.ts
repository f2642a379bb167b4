/** The one JSON shape a model gets when its call was refused. */
import type { HookContext } from "./call.ts";
import type { Deny, HookWarning, Refusal } from "./decision.ts";
import { messageOf } from "./error-message.ts";

export function refusal(context: HookContext, no: Deny): Refusal {
  return {
    type: "tool_error",
    code: no.code,
    message: spelledOut(no.reason),
    meta: {
      invocation_id: context.invocationId,
      intent_id: context.intentId,
      tool_name: context.toolName,
      ...asData(no.meta),
      remedy: no.remedy,
    },
  };
}

/** Control and direction characters could make a message look like another one; they are spelled out. */
function spelledOut(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A refusal must always reach the model as JSON, whatever a hook put into it. */
function asData(meta: unknown): Record<string, unknown> {
  if (typeof meta !== "object" || meta === null || Array.isArray(meta)) return {};
  try {
    return JSON.parse(JSON.stringify({ ...meta, invocation_id: undefined, tool_name: undefined }));
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
    message: messageOf(error),
    meta: { invocation_id: context.invocationId, tool_name: context.toolName, hook_name: hookName },
  };
}
