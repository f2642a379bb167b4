/** What an opened workspace offers to apps. */

import type { Blame } from "@intentgate/blame";
import type { CallAnswer, CallRequest, DryDecision, HookEngine, Notice, PhaseEntry } from "@intentgate/engine";
import type { Emitted, EventHooks, HostEvent } from "@intentgate/event-hooks";
import type { ApprovalMode, Governed } from "@intentgate/policy";
import type { Routing } from "@intentgate/routing";
import type { GovernedRoot, LessonsFile, RecordedHosts, RootRegistry } from "@intentgate/sidecar";
import type { NativeTools } from "@intentgate/tools";
import type { Syntax } from "@intentgate/trace";
import type { AskInTerminal } from "../approvals/approver.ts";
import type { OwnCalls } from "../calls/own-calls.ts";
import type { DescribeCall, ThroughRequest } from "../calls/through-calls.ts";
import type { TwoPhase } from "../calls/two-phase.ts";
import type { UnaskedCalls } from "../calls/unasked-calls.ts";

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
  /** The process that asks right now, and with it what it started: by default this one. */
  asking?: () => number;
  terminal?: AskInTerminal | null;
  /** The longest time that a person is waited for, whatever the policy says: a host waits no longer for its hook. */
  longestApprovalMs?: number;
  wait?: (ms: number) => Promise<void>;
  /** Told at once: violations, files put back, files held. */
  onNotice?: (notice: Notice) => void;
  /** An environment besides the policy's; by default what INTENTGATE_ENV says. It can only add hooks. */
  environment?: string | null;
  /** The environment of whoever asks, for handlers and abilities; by default that of this process. */
  env?: NodeJS.ProcessEnv;
  /** Shared by workspaces of one process: grammars take time to load, and memory. */
  syntax?: Syntax;
  /** The program that handlers start when they need the gate again: they find it as INTENTGATE_BIN. */
  program?: string;
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
  /** The same gate around a call that another program runs for the caller. */
  callThrough(request: ThroughRequest): Promise<CallAnswer>;
  /** For callers who know more of a call than its name says: asked about by the very object of the payload. */
  describeAs(payload: object, describe: DescribeCall): void;
  /** The same gate for hosts that run the tool themselves and call us before and after it. */
  twoPhase: TwoPhase;
  /** For hosts that tell of calls which they run without asking. */
  unasked: UnaskedCalls;
  /** For our own MCP server beside such a host: runs what the hook let pass, for the session that it was said to. */
  ownCalls: OwnCalls;
  /** Decides only; nobody is asked and nothing runs. */
  decide(request: CallRequest): Promise<DryAnswer>;
  /** Records what calls of dead processes changed; returns how many there were. */
  settle(): Promise<number>;
  /** Who wrote what stands in this root now. */
  blame(root?: GovernedRoot): Blame;
  /**
   * Tells the event hooks what a person or a host did. The workspace adds what it knows: the stage, the files that the
   * session changed, its last command. Tool calls need no telling: they are events by themselves.
   * A `refusal` of SessionStop asks to hold the stop; it comes at most twice a session.
   */
  emit(event: HostEvent): Promise<Emitted>;
  /** The hooks declared in a root: what they are, whether they are trusted, why one does not run. */
  eventHooks(root?: GovernedRoot): EventHooks;
  /** The abilities and documents of a root. */
  routing(root?: GovernedRoot): Routing;
  onPhase(listen: (entry: PhaseEntry) => void): () => void;
  /** For processes that open many: holds nothing of the system any more. */
  close(): void;
}
