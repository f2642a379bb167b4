/** What is known about a call from its name and its payload alone. */
import type { CallDetails, Effects } from "@intentgate/engine";

/** `observed` holds `sha256:<hex>`, or `invalidHash` where what was given is no hash or fits no file of the call. */
export interface DescribedCall extends CallDetails {
  /** One name per tool whatever the host calls it; `mcp.<server>.<tool>` for MCP. */
  normalizedToolName: string;
  effects: Effects;
}

export type EffectsOf = (tool: string, payload: unknown, cwd: string | null) => DescribedCall;
