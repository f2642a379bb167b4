/** What is known about a call from its name and its payload alone. */
import type { Effects, TouchedPath } from "@intentgate/engine";

export interface DescribedCall {
  /** One name per tool whatever the host calls it; `mcp.<server>.<tool>` for MCP. */
  normalizedToolName: string;
  effects: Effects;
  /** One of the gate's own tools: it changes nothing by itself and has checks of its own. */
  gateTool: boolean;
  /** The command line, where the call runs one. */
  command: string | null;
  /** The words of every program that this command line may run. */
  ran: string[];
  /** True for a shell command that would steer the gate itself; refused outright. */
  gateCommand: boolean;
  /** Path as spelled → `sha256:<hex>`, or `invalidHash` where what was given is no hash or fits no file of the call. */
  observed: Record<string, string>;
  /** Paths that the input names although nothing says what becomes of them; control files among them are refused. */
  named: TouchedPath[];
  expansion: ExpansionRequest | { problem: string } | null;
}

export interface ExpansionRequest {
  additional_globs: string[];
  reason: string;
}

export type EffectsOf = (tool: string, payload: unknown, cwd: string | null) => DescribedCall;
