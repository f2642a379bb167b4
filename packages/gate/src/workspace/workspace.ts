/** What an opened workspace offers to apps. */

import type { Blame } from "@intentgate/blame";
import type { ProbeAnswer, Resolve } from "@intentgate/box";
import type { CallAnswer, DryDecision, HookEngine, Notice, PhaseEntry, Session } from "@intentgate/engine";
import type { Emitted, EventHooks, HostEvent } from "@intentgate/event-hooks";
import type { ApprovalMode, Governed } from "@intentgate/policy";
import type { Routing } from "@intentgate/routing";
import type { GovernedRoot, LessonsFile, RecordedHosts, RootRegistry } from "@intentgate/sidecar";
import type { NativeTools } from "@intentgate/tools";
import type { Syntax } from "@intentgate/trace";
import type { AskInTerminal } from "../approvals/approver.ts";
import type { BeforeAndAfter } from "../calls/before-and-after.ts";
import type { Call } from "../calls/call.ts";
import type { Telling } from "../calls/levels.ts";
import type { WatchCall } from "../calls/watched-calls.ts";
import type { DryRequest, RunRequest, WaysIn } from "../calls/ways-in.ts";
import type { Tickets } from "../contained/tickets.ts";
import type { AnsweredKept } from "../kept-back/kept-back.ts";
import type { Undo } from "../undo/create-undo.ts";
import type { Supposed } from "./supposed-sessions.ts";

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
  /** The process that what a session holds ends with: by default the owner. Null: none is known, and it is stopped by its id. */
  sessionHost?: number | null;
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
  /** Whether commands can be contained here; by default it is tried out, once a boot. */
  machine?: () => Promise<ProbeAnswer>;
  /** How the names of hosts are looked up that contained commands reach; by default as this machine does it. */
  resolveHost?: Resolve;
  /** Whoever runs calls that the gate does not run itself stands on a floor. */
  isOnFloor?: boolean;
  /** The program that handlers start when they need the gate again: they find it as INTENTGATE_BIN. */
  program?: string;
  /** It only looks, and calls of these sessions are only decided: what would be written down is refused. */
  supposed?: Supposed;
}

export interface Workspace {
  roots: readonly GovernedRoot[];
  /** The root a call without paths belongs to. */
  home: GovernedRoot;
  /** For hooks of one's own. Calls come in by the ways below, never past them. */
  engine: HookEngine<Call>;
  governed: Governed;
  tools: NativeTools;
  lessons: LessonsFile;
  registry: RootRegistry;
  hosts: RecordedHosts;
  stateDir: string;
  now(): Date;
  newId(): string;
  /** Whether commands can be contained here. */
  machine(): Promise<ProbeAnswer>;
  /** Commands that a host runs under a ticket. */
  tickets: Pick<Tickets<Call>, "ended" | "redeem" | "payloadFor" | "stateOf">;
  /** One tool call through the gate: run here, by the native tools or by what the request brings along. */
  run(request: RunRequest): Promise<CallAnswer>;
  /** The same gate for hosts that run the tool themselves: they call us before and after it, each time perhaps in a new process. */
  before: BeforeAndAfter["before"];
  after: BeforeAndAfter["after"];
  /** The second half of a `before`: runs here what the hook let pass, for the session that it was said to. */
  afterRunning: WaysIn["afterRunning"];
  /** For hosts that tell of calls which they run without asking. */
  watch: WatchCall;
  /** Decides only; nobody is asked and nothing runs. */
  decide(request: DryRequest): Promise<DryDecision>;
  judge: WaysIn["judge"];
  /** A host's turn is over: what it let pass and said no more of is recorded. */
  settleOpen: BeforeAndAfter["settleOpen"];
  /** Whether no other level of the host's settings told of this event; `what` is all that is known of it. */
  isNews(session: Session, what: unknown, telling: Telling): Promise<boolean>;
  /** Does what people answered about changes that were kept back; says what became of each. */
  settleKept(): Promise<AnsweredKept[]>;
  /** Records what calls of dead processes changed; returns how many there were. */
  settle(): Promise<number>;
  /** Takes back what calls changed in the home root, for a person. */
  undo(): Undo;
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
}
