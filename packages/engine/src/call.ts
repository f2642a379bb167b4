/** One tool call as hooks see it. */
import type { ApprovalAnswer, ApprovalRequest, HookDecision, LooseDeny, Refusal } from "./decision.ts";
import type { Effects, TouchedPath } from "./effects.ts";

/** Who calls. `id` is the host's session; a subagent names its parent. */
export interface Session {
  id: string;
  host?: string;
  model?: string;
  parent?: string;
}

/** Seed 002's shape: a kind of question and a JSON text; a plain yes or no comes back. */
export type AskApproval = (kind: string, message: string) => Promise<boolean>;

/** One request of the model to run one tool with one input, before anything is known about it. */
export interface ToolCall {
  toolName: string;
  payload: unknown;
  session: Session;
  cwd: string | null;
  /** The host's own id of the call, where it has one. */
  callId: string | null;
}

/** What is known about a call before the hooks look at it; computed, never guessed. */
export interface CallFacts {
  /** One name per tool whatever the host calls it. */
  normalizedToolName: string;
  effects: Effects;
  details: CallDetails;
  intentId: string | null;
  hadToolFailureBefore: boolean;
}

/** Details do not cross from before to after, and not everybody who describes calls knows any. */
export type ToldFacts = Omit<CallFacts, "details"> & Partial<Pick<CallFacts, "details">>;

/** What the name and the input of a call tell besides its effects. */
export interface CallDetails {
  /** One of the gate's own tools: it changes nothing by itself and has checks of its own. */
  gateTool: boolean;
  /** The command line, where the call runs one. */
  command: string | null;
  /** The words of every program that this command line may run. */
  ran: string[];
  /** Who does the work: tools that are known from inside, programs that have no way to write, or programs of any kind. */
  runs: "nothing" | "readers" | "programs";
  /** True for a shell command that would steer the gate itself; refused outright. */
  gateCommand: boolean;
  /** Path as spelled → the hash that the caller says it saw there. */
  observed: Record<string, string>;
  /** Paths that the input names although nothing says what becomes of them; control files among them are refused. */
  named: TouchedPath[];
  expansion: ExpansionRequest | { problem: string } | null;
}

export interface ExpansionRequest {
  additional_globs: string[];
  reason: string;
}

export interface HookContext extends ToolCall, CallFacts {
  invocationId: string;
  isMutatingTool: boolean;
  touchedPaths: string[];
  askApproval: AskApproval | undefined;
  /** Only asked about, never to be run: a hook must start nothing then. */
  isDryRun: boolean;
  /** What a person already said yes to in this very call; empty on the first pass. */
  approved: readonly ApprovalRequest[];
}

export type Outcome =
  | { kind: "succeeded"; result: unknown }
  | { kind: "failed"; error: string; result: unknown }
  | { kind: "denied"; code: string; reason: string }
  /** The host never told us how the call ended. */
  | { kind: "unknown" };

/** What one file was and is; `unknown` bytes stay unknown, they are never guessed. */
export interface FileChange {
  /** Relative to the root, with forward slashes. */
  relativePath: string;
  absolute: string;
  root: string;
  movedFrom: string | null;
  before: FileBytes;
  after: FileBytes;
  modeChanged: boolean;
  /** False: the call did not announce this write. */
  predicted: boolean;
}

export type FileBytes = { state: "absent" } | { state: "unknown" } | { state: "present"; bytes: Uint8Array };

export interface PostHookContext extends HookContext {
  outcome: Outcome;
  approval: ApprovalAnswer | null;
  contextPatch: Record<string, unknown>;
  changes: readonly FileChange[];
}

/** Nothing returned means: no objection. No hook can grant what another denies. */
// biome-ignore lint/suspicious/noConfusingVoidType: async functions without a return are welcome here
export type PreHookFn = (context: HookContext) => Promise<HookDecision | LooseDeny | void>;
/** Always run: after success, failure and refusal alike. */
export type PostHookFn = (context: PostHookContext) => Promise<void>;

/**
 * Hooks of whoever put the engine together. `home` is what it keeps of this one call, from its first moment to its
 * last; hooks that are registered once the engine is sealed do not get it.
 */
export type OwnPreHookFn<Home> = (context: HookContext, home: Home) => ReturnType<PreHookFn>;
export type OwnPostHookFn<Home> = (context: PostHookContext, home: Home) => Promise<void>;

/**
 * The part of a call's state that crosses from before to after: seed 000's fields, and what the after-phase needs.
 * Plain data, so that a host with two processes can keep it between them.
 */
export interface PreToolUseContext {
  toolName: string;
  isMutatingTool: boolean;
  intentId: string | null;
  touchedPaths: string[];
  hadToolFailureBefore: boolean;
  invocationId: string;
  normalizedToolName: string;
  effects: Effects;
  approval: ApprovalAnswer | null;
  contextPatch: Record<string, unknown>;
}

export interface PreToolUseResult {
  allowExecution: boolean;
  /** The refusal as JSON text, where the call was refused. */
  errorMessage?: string;
  refusal?: Refusal;
  context: PreToolUseContext;
}
