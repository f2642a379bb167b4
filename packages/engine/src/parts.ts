/** What the engine needs from outside: time, ids, a log, the facts of a call, and a way to ask a person. */
import type { AskApproval, FileChange, HookContext, Outcome, PreToolUseContext, ToldFacts, ToolCall } from "./call.ts";
import type { ApprovalAnswer, ApprovalRequest, Deny } from "./decision.ts";

export interface Clock {
  now(): number;
  /** Calls back once after `ms`; returns the way to call it off. */
  after(ms: number, run: () => void): () => void;
}

export type Phase = "received" | "pre" | "ask" | "execute" | "post" | "done";

export interface PhaseEntry {
  invocationId: string;
  phase: Phase;
  session: string;
  tool: string;
  intentId: string | null;
  ms: number;
  hook?: string;
  decision?: string;
  code?: string;
  /** Anything else worth keeping for this phase. */
  detail?: Record<string, unknown>;
}

export type Approver<Home = unknown> = (
  context: HookContext,
  requests: readonly ApprovalRequest[],
  askApproval: AskApproval | undefined,
  home: Home,
) => Promise<ApprovalAnswer>;

/** `Home`: what whoever puts the engine together keeps of one call. The engine carries it along and looks at nothing in it. */
export interface EngineParts<Home = unknown> {
  newId(): string;
  clock: Clock;
  /** For a call that nobody made a home for. */
  openHome?(): Home;
  log(entry: PhaseEntry, home: Home): void;
  describe(call: ToolCall, home: Home): Promise<ToldFacts>;
  approve: Approver<Home>;
  /** Observe mode and pauses: true lets the refusal pass, recorded as `would_deny`. */
  letsPass(context: HookContext, refusal: Deny, hookName: string, home: Home): boolean;
  /**
   * Runs after the decision to allow and before the tool: keeps what must be kept from before the change and of the
   * decision, and may see at the last moment that the decision no longer fits.
   */
  begin(context: HookContext, decided: PreToolUseContext, home: Home): Promise<Deny | undefined>;
  /** Runs after the tool: what really changed. */
  observe(context: HookContext, outcome: Outcome, home: Home): Promise<FileChange[]>;
}
