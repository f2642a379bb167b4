/**
 * Calls that a program of ours hands on to another one. Who hands on knows more of the call than its name says; it is
 * asked by the very object of the payload, so that no name and no input can pass one thing off as another.
 */
import type { CallRequest, PreToolUseContext, ToolCall } from "@intentgate/engine";
import type { createEffectsOf, DescribedCall } from "@intentgate/policy";

/** Null leaves it to the name of the tool. */
export type DescribeCall = (parts: Parameters<typeof createEffectsOf>[0]) => DescribedCall | null;

export interface ThroughRequest extends CallRequest {
  input: object;
  describe: DescribeCall;
  execute(context: PreToolUseContext): Promise<unknown>;
}

export function createThroughCalls() {
  const known = new WeakMap<object, DescribeCall>();
  return {
    keep: (payload: object, describe: DescribeCall) => void known.set(payload, describe),
    describe({ payload }: Pick<ToolCall, "payload">, parts: Parameters<DescribeCall>[0]): DescribedCall | null {
      const describe = typeof payload === "object" && payload !== null ? known.get(payload) : undefined;
      return describe ? describe(parts) : null;
    },
  };
}
