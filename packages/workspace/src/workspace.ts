/** What an opened workspace offers to apps. */
import type {
  AskApproval,
  DryDecision,
  HookEngine,
  HookWarning,
  PhaseEntry,
  Refusal,
  Session,
} from "@intentgate/engine";
import type { ApprovalMode, Governed } from "@intentgate/policy";
import type { NativeTools } from "@intentgate/tools";
import type { AskInTerminal } from "./approvals/approver.ts";
import type { Blame } from "./blame/blame.ts";
import type { LessonsFile } from "./lessons-file.ts";
import type { GovernedRoot } from "./roots/governed-root.ts";
import type { RootRegistry } from "./roots/registry.ts";
import type { RecordedHosts } from "./trust/recorded-hosts.ts";
import type { TwoPhase } from "./two-phase.ts";

export interface WorkspaceOptions {
  /** The user's state folder; by default where the platform keeps such things. */
  stateDir?: string;
  /** The user's home folder, where hosts and shells keep control files. */
  userHome?: string;
  now?: () => Date;
  newId?: () => string;
  /** What holds where the policy names no approval mode. */
  defaultMode?: ApprovalMode;
  /** The process that owns calls in flight: this one, or the host that starts us once per phase. */
  ownerPid?: number;
  terminal?: AskInTerminal | null;
  wait?: (ms: number) => Promise<void>;
  /** Told at once: violations, files put back, files held. */
  onNotice?: (notice: Notice) => void;
}

export interface Notice {
  kind: "violation" | "put_back" | "held" | "observed" | "warning";
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

export type DryAnswer = DryDecision;

export interface Workspace {
  roots: readonly GovernedRoot[];
  /** The root a call without paths belongs to. */
  home: GovernedRoot;
  engine: HookEngine;
  governed: Governed;
  tools: NativeTools;
  lessons: LessonsFile;
  registry: RootRegistry;
  hosts: RecordedHosts;
  stateDir: string;
  now(): Date;
  newId(): string;
  /** One tool call through the gate, run by the native tools. */
  callTool(request: CallRequest): Promise<CallAnswer>;
  /** The same gate for hosts that run the tool themselves and call us before and after it. */
  twoPhase: TwoPhase;
  /** Decides only; nobody is asked and nothing runs. */
  decide(request: CallRequest): Promise<DryAnswer>;
  /** Records what calls of dead processes changed; returns how many there were. */
  settle(): Promise<number>;
  /** Who wrote what stands in this root now. */
  blame(root?: GovernedRoot): Blame;
  onPhase(listen: (entry: PhaseEntry) => void): () => void;
}
