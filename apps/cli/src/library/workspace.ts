/** What an opened workspace offers to programs. Smaller than what our own apps use, so that it can stay as it is. */
import type {
  AskApproval,
  CallAnswer,
  CallRequest,
  DryDecision,
  HookEngine,
  HookWarning,
  Notice,
  Outcome,
  PhaseEntry,
  PreToolUseContext,
  PreToolUseResult,
  Session,
  ToolCall,
} from "@intentgate/engine";
import type { DeclaredTool } from "@intentgate/policy";
import type { ToolDefinition } from "@intentgate/tools";
import type { AskPerson } from "./ask-person.ts";

export interface WorkspaceOptions {
  /** The user's state folder, which knows the registered roots; by default where the platform keeps such things. */
  stateDir?: string;
  /** What holds where the policy names no approval mode; by default `balanced`. */
  defaultMode?: "strict" | "balanced" | "auto";
  /** Asks a person. Not called below an agent: what an agent starts does not speak for a person. */
  askPerson?: AskPerson;
  /** Told at once: violations, files put back, files held. */
  onNotice?: (notice: Notice) => void;
}

export interface DecideRequest extends CallRequest {
  /** What the tool does, where neither the gate knows its name nor the policy declares it. */
  declared?: DeclaredTool;
}

export interface ThroughRequest extends DecideRequest {
  input: object;
  /** Run once, and only where every check has passed. */
  execute(context: PreToolUseContext): Promise<unknown>;
}

export interface BeforeAndAfter {
  /** Delivered twice, it answers the same twice: nobody is asked again and nothing is counted again. */
  before(call: ToolCall, askApproval?: AskApproval): Promise<PreToolUseResult>;
  /** Null where no decision is known for this call, or it was answered already. */
  after(call: ToolCall, outcome: boolean | Outcome): Promise<HookWarning[] | null>;
}

export interface Workspace {
  /** The folders under this gate; a call without paths belongs to the first. */
  roots: readonly string[];
  /** With the built-in hooks in it; hooks of your own come after them. */
  engine: HookEngine;
  /** What `callTool` can run, for whoever shows tools to a model. */
  tools: readonly ToolDefinition[];
  /** One tool call through the gate, run by the native tools. */
  callTool(request: CallRequest): Promise<CallAnswer>;
  /** One tool call through the gate, run by a tool of yours. */
  callThrough(request: ThroughRequest): Promise<CallAnswer>;
  /** Decides only; nobody is asked and nothing runs. */
  decide(request: DecideRequest): Promise<DryDecision>;
  /** For programs that run the tool elsewhere and call the gate before and after it, perhaps in two processes. */
  beforeAndAfter: BeforeAndAfter;
  /** For the system prompt: the intent that the session works under, or the ones that it may take. */
  intentContext(session: Session): string;
  /** Hears every phase of every call. Returns the way to stop hearing. */
  onPhase(listen: (entry: PhaseEntry) => void): () => void;
  /** Holds nothing of the system any more. */
  close(): void;
}
