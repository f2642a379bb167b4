/** Runs the tool once, gives the host exactly one result, and tells whether it worked. */
import type { AskApproval, Outcome, PreToolUseContext } from "./call.ts";
import { messageOf } from "./error-message.ts";

export interface ToolCallbacks {
  pushToolResult(result: unknown): void | Promise<void>;
  handleError(error: unknown): void | Promise<void>;
  askApproval: AskApproval | undefined;
}

/** `context` tells what was decided on, so that a tool can keep to exactly that. */
export type Execute = (callbacks: ToolCallbacks, context: PreToolUseContext) => unknown | Promise<unknown>;

export async function attempt(execute: Execute, host: ToolCallbacks, context: PreToolUseContext): Promise<Outcome> {
  let pushed: { result: unknown } | undefined;
  let failure: string | undefined;
  const callbacks: ToolCallbacks = {
    askApproval: host.askApproval,
    async pushToolResult(result) {
      if (pushed) return;
      pushed = { result };
      await host.pushToolResult(result);
    },
    async handleError(error) {
      if (failure !== undefined) return;
      failure = messageOf(error);
      await host.handleError(error);
    },
  };
  let returned: unknown;
  try {
    returned = await execute(callbacks, context);
  } catch (error) {
    await callbacks.handleError(error);
  }
  if (failure !== undefined) {
    if (!pushed) await callbacks.pushToolResult({ error: failure });
    return { kind: "failed", error: failure, result: pushed?.result };
  }
  if (!pushed) await callbacks.pushToolResult(returned);
  const result = pushed?.result ?? returned;
  const said = saysItFailed(result) ?? saysItFailed(returned);
  return said === undefined ? { kind: "succeeded", result } : { kind: "failed", error: said, result };
}

/**
 * A tool that fails without throwing says so in its result: `error`, `isError: true` or `success: false`.
 * A result that cannot even be looked at is no success.
 */
function saysItFailed(result: unknown): string | undefined {
  if (typeof result !== "object" || result === null) return undefined;
  try {
    const { error, isError, success } = result as Record<string, unknown>;
    if (typeof error === "string" && error !== "") return error;
    if (error && typeof error === "object")
      return messageOf((error as { message?: unknown }).message ?? "the tool reported an error");
    return isError === true || success === false ? "the tool reported a failure" : undefined;
  } catch (error) {
    return messageOf(error);
  }
}
