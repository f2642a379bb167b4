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
  /** A person declared this very command as one that is not contained. */
  isExempt: boolean;
  kindOfRun: KindOfRun;
}

/** How a command is held while it runs. */
export type KindOfRun =
  /** Not at all: it runs nothing, or nothing but programs that have no way to write. */
  | { kind: "plain" }
  /** Contained, and nothing can be written but scratch. */
  | { kind: "read-only" }
  /** Contained, on layers: what it changed is judged path by path afterwards, or thrown away. */
  | { kind: "rehearsed"; keeps: "scope" | "nothing"; reach: Reach | null }
  /** Contained, and it goes on when the call is over: it writes to folders of the scope for real. */
  | { kind: "held" }
  /** As whoever started the gate: what it may do is decided from its words alone. */
  | { kind: "uncontained"; why: string }
  /** It cannot be contained, and the policy wants nothing else; or there is a way that can be. */
  | { kind: "refused"; why: string; instead: string | null };

/** The hosts that a contained command gets to, by the proxy alone. */
export interface Reach {
  /** As the policy spells them. */
  hosts: readonly string[];
  /** Those of them that a person is asked about before it runs. */
  unanswered: readonly string[];
  /** It brings the code of others here; null for any other command. */
  install: InstallRun | null;
}

export interface InstallRun {
  tool: string;
  /** Folders below the home folder that it fills once for all projects. */
  caches: readonly string[];
  /** What its settings say that it cannot read in its box. */
  variables: Readonly<Record<string, string>>;
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
  /** Kind and permissions, as the file system has them; null where nothing stood there, missing where nobody looked. */
  modes?: { before: number | null; after: number | null };
  /** What a move put its file over. */
  displaced?: { bytes: FileBytes; mode: number | null };
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
