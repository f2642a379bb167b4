/** A call as an app asks for it, and the answer the app gets. */
import type { AskApproval, PreToolUseContext, Session } from "./call.ts";
import type { HookWarning, Refusal } from "./decision.ts";

declare global {
  /** Every host has one; the engine, which knows no host, asks only this of it. */
  interface AbortSignal {
    readonly aborted: boolean;
  }
}

/** `message`: what the handler of an event hook has to say to the person. */
export interface Notice {
  kind: "violation" | "put_back" | "held" | "contained" | "observed" | "warning" | "message";
  message: string;
  paths: string[];
}

export interface CallRequest {
  tool: string;
  input: unknown;
  session: Session;
  cwd?: string | null;
  callId?: string | null;
  askApproval?: AskApproval;
  signal?: AbortSignal;
}

export interface CallAnswer {
  invocationId: string;
  decision: "allow" | "deny";
  failed: boolean;
  result?: unknown;
  refusal?: Refusal;
  error?: { message: string };
  contextPatch: Record<string, unknown>;
  warnings: HookWarning[];
  notices: Notice[];
}

/** Whatever runs a call that every check has let pass. */
export type RunCall = (context: PreToolUseContext) => Promise<unknown>;
