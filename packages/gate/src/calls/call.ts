/** One call, from its first moment to its last: whatever the gate finds out about it lies here, and ends with it. */
import type { FileChange, KindOfRun, PhaseEntry } from "@intentgate/engine";
import type { RanHook } from "@intentgate/event-hooks";
import type {
  createEffectsOf,
  DescribedCall,
  GovernedCall,
  NamedCommand,
  RootReading,
  Standing,
} from "@intentgate/policy";
import type { GitAround, GovernedRoot, OpenCall, RootLook, RunningCall } from "@intentgate/sidecar";
import type { Candidate } from "@intentgate/trace";
import type { Rewriting } from "../contained/tickets.ts";
import type { BeforeCall } from "../observe/observed.ts";

/** For whoever knows more of a call than its name says. Null leaves it to the name of the tool. */
export type DescribeCall = (parts: Parameters<typeof createEffectsOf>[0]) => DescribedCall | null;

export interface Call extends GovernedCall {
  readonly describe: DescribeCall | null;
  /** The name that both processes of a host know it by; null where one process does both. */
  readonly key: string | null;
  /** This program starts the command itself, so that it can contain it. */
  readonly runsHere: boolean;
  /** The host runs the command and takes another line for it, so that it can be contained all the same; null: it does not. */
  readonly rewriting: Rewriting | null;
  /** The page of the ability's task that the call belongs to. */
  readonly toolCallPath: string | null;
  /** Of the pass that is under way. */
  concerned: readonly RootReading[];
  standing: Standing;
  /** Not written down yet. */
  phases: PhaseEntry[];
  /** By root: what event hooks said before a person was asked. */
  firstAnswers: Map<GovernedRoot, FirstAnswer>;
  /** When its tool began, on the monotonic clock; null where another process let it begin. */
  startedMs: number | null;
  /**
   * `unboxed`: the host was given another line and ran the command itself. `not redeemed`: it failed, and nobody came with
   * its ticket; `not known`: nor does anybody say that it ran.
   */
  ran: "as it was" | "contained" | "unboxed" | "not redeemed" | "not known";
  /** What its journal knows of it; null while it is not open. */
  opened: OpenCall | null;
  stood: Stood | null;
  kindOfRun: KindOfRun;
  /** It runs under a ticket, and its end is told to another process. */
  readonly isRecordedElsewhere: boolean;
  /** What its command line is, and what it may run. */
  named: NamedCommand;
  /** What a contained command changed, as it was applied; null where nothing but a look can tell. */
  exact: readonly FileChange[] | null;
  /** How git stood before what a contained command brings it; null where that is nothing. */
  git: GitAround | null;
  /** When the gate let it begin. */
  beganAt: string | null;
  /** Where it only reads: root → a name for how control files stood. */
  control: Record<string, string>;
  /** `begun`: looking at what it did has begun, and has not come to its end. */
  look: "not yet" | "begun" | "done";
  /** Who may have made what it did not announce. */
  candidates: readonly Candidate[];
  /** Programs that go on although it is over: kept as soon as what it did is recorded. */
  leaves: LeftRun[];
  /** All that it changed is in the ledger. */
  isRecorded: boolean;
  /** By path: the definitions that it changed. */
  symbols: Map<string, readonly string[]>;
}

export interface FirstAnswer {
  event: string;
  ran: ReadonlyMap<string, RanHook>;
}

/** What stood there before the call. */
export interface Stood {
  /** When the gate decided. */
  decided: BeforeCall["files"];
  /** When the tool started, and what it left; null where it was not the only one at work. */
  before: BeforeCall;
  after: BeforeCall["files"] | null;
  /** Only around calls that run programs: nothing else can reach authored and control files. */
  runs: Map<GovernedRoot, RunningCall>;
}

export interface LeftRun {
  root: GovernedRoot;
  call: RunningCall;
  look: RootLook;
}

type Known = Pick<Call, "describe" | "key" | "runsHere" | "rewriting" | "toolCallPath">;

export function openCall(known: Partial<Known> = {}): Call {
  return {
    describe: known.describe ?? null,
    key: known.key ?? null,
    runsHere: known.runsHere ?? false,
    rewriting: known.rewriting ?? null,
    toolCallPath: known.toolCallPath ?? null,
    concerned: [],
    standing: "no floor",
    phases: [],
    firstAnswers: new Map(),
    startedMs: null,
    ran: "as it was",
    opened: null,
    stood: null,
    kindOfRun: { kind: "plain" },
    named: { command: null, ran: [] },
    isRecordedElsewhere: false,
    exact: null,
    git: null,
    beganAt: null,
    control: {},
    look: "not yet",
    candidates: [{ entity_type: "HUMAN" }], // people work while programs run
    leaves: [],
    isRecorded: false,
    symbols: new Map(),
  };
}
