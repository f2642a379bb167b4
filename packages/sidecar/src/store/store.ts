/** Where the gate keeps what must outlive a process. Files are one backend; nothing outside workspace/ knows which. */

import type { Checked } from "@intentgate/documents";
import type { ApprovalRequest, PhaseEntry, PreToolUseContext } from "@intentgate/engine";
import type { Intent, Question } from "@intentgate/policy";
import type { ListedEnds, PlacedLine, TraceDraft, TraceRecord } from "@intentgate/trace";

export interface Store {
  intents: IntentsStore;
  ledger: LedgerStore;
  decisions: DecisionsStore;
  sessions: SessionsStore;
  approvals: ApprovalsStore;
}

export interface IntentsStore {
  /** Cheap when nothing changed since the last call. `digest` names the text that was read. */
  read(): Checked<{ intents: ReadonlyMap<string, Intent>; digest: string }>;
  /** Runs `edit` on the current text under a lock and replaces it atomically. */
  edit(edit: (text: string) => Checked<string>): Promise<Checked<string>>;
}

export interface LedgerStore {
  /** Adds the chain's fields and appends one line; returns what was written. */
  append(session: string, draft: TraceDraft): Promise<TraceRecord>;
  /** Throws where no record of this session could be appended now; asked before a change that must be recorded. */
  ready(session: string): void;
  /** Every line of this machine in the order it was written, with its place; torn and foreign ones included as text. */
  placedLines(): AsyncIterable<PlacedLine>;
  /** Begins a new file; chains, heads and readers go on across the border. Null where there is nothing to put away. */
  rotate(): Promise<RotatedLedger | null>;
  /** The newest records, oldest first, read from the end: never the whole ledger. */
  newest(count: number): TraceRecord[];
  /** The newest `count` records of an intent as `{ path, description }`, oldest first; independent of the ledger's size. */
  recentChanges(intentId: string, count: number): { path: string; description: string }[];
  /**
   * The content hash of a path as the newest record that names it left it; null where it was deleted, undefined where
   * no record is remembered.
   */
  lastKnown(path: string): string | null | undefined;
  heads(): LedgerHead[];
  /** The ends of chains that are known outside the workspace, as far as they were told there. */
  listedEnds(): ListedEnds;
}

export interface RotatedLedger {
  /** What was put away, as a person would name it. */
  file: string;
  bytes: number;
}

export interface LedgerHead {
  session: string;
  seq: number;
  hash: string;
}

export interface DecisionsStore {
  /** One write for all entries given. */
  append(entries: readonly PhaseEntry[]): void;
  /** All phases of one invocation, in order. */
  of(invocationId: string): DecisionRow[];
  newest(count: number): DecisionRow[];
  /** All that is kept, newest first, read only as far as it is taken. */
  rows(): Iterable<DecisionRow>;
}

export interface DecisionRow {
  timestamp: string;
  invocation_id: string;
  phase: string;
  session: string;
  tool: string;
  intent_id: string | null;
  ms: number;
  hook?: string;
  decision?: string;
  code?: string;
  [detail: string]: unknown;
}

export interface SessionsStore {
  /** The session as all its events leave it; a fresh one where none was written. */
  read(id: string): SessionState;
  append(id: string, events: readonly SessionEvent[]): void;
  list(): SessionState[];
}

/** A session is the fold of its events: many processes may append, none rewrites. */
export type SessionEvent =
  | { kind: "seen"; at: string; host?: string; model?: string; parent?: string }
  /** `digest` is of what the model was told; a change of it asks for a new handshake. */
  | { kind: "took"; at: string; intent: string; digest: string; by: "agent" | "person" }
  | { kind: "released"; at: string }
  /** The bytes of a file the session has read or written; null = it saw that the file is absent. */
  | { kind: "saw"; path: string; hash: string | null }
  /** `call`: a hash of what was refused; an earlier version wrote none. */
  | { kind: "denied"; at: string; code: string; tool: string; call?: string }
  | { kind: "allowed"; at: string }
  | { kind: "reset"; at: string; by: string }
  | { kind: "tool_failed"; at: string; tool: string }
  | { kind: "standing"; at: string; intent: string; approval: string }
  | { kind: "standing_revoked"; at: string }
  | { kind: "command_approved"; at: string; intent: string; command: string; approval: string }
  | { kind: "history"; intent: string; line: string }
  | { kind: "history_folded"; intent: string; count: number }
  /** Written before the decision leaves the gate. */
  | { kind: "opened"; at: string; call: OpenCall }
  /** What the call changed is recorded; nothing is left to settle. Said again: nobody will ask about it any more. */
  | { kind: "closed"; invocationId: string }
  /** One level of a host's settings told of something that has no name of its own. */
  | { kind: "heard"; at: string; name: string; key: string; moment: string | null; level: string; phase: HeardPhase }
  | { kind: "ended_session"; at: string }
  /** A person's word: nothing further of this session and its subagents passes until they take it back. */
  | { kind: "stopped"; at: string; by: string }
  | { kind: "resumed"; at: string; by: string }
  /** Files were changed under the intent that was taken. */
  | { kind: "changed"; at: string }
  /** A blocking event hook kept the session from stopping. */
  | { kind: "stop_held"; at: string; hook: string }
  /** What a person asked for, in one line without secrets; empty where it says nothing. */
  | { kind: "prompted"; at: string; line: string }
  /** A new intent was put to a person who did not want it, or did not answer. */
  | { kind: "not_started"; at: string; answer: "rejected" | "silence"; reason: string };

/** Who stopped a session, and when. */
export interface Stop {
  at: string;
  by: string;
}

export type HeardPhase = "before" | "after";

/** Something that a host told of without a name: a call without an id, a prompt. Each level tells of it once. */
export interface Heard {
  name: string;
  /** What all that is equal to it has in common. */
  key: string;
  /** When it happened, as the host says it. */
  moment: string | null;
  /** RFC 3339: when it was first heard of. */
  at: string;
  before: readonly string[];
  after: readonly string[];
}

/** A call between its before and its after: what the after needs, and what settling needs where it never comes. */
export interface OpenCall {
  invocationId: string;
  /** RFC 3339. */
  at: string;
  /** One name per tool whatever the host calls it. */
  tool: string;
  intentId: string | null;
  /** The process that the call dies with. */
  pid: number;
  pidStartedAt: string;
  /** Canonical path → hash of the bytes before, null for absent, "unknown" where it was not read. */
  before: Record<string, string | null>;
  /** The permissions of those that were there and are not 644; missing where an earlier version opened the call. */
  modes?: Record<string, number>;
  /** For the other process, where a host calls us in two; null where one does both. */
  decided: DecidedCall | null;
  /** Root → a name for how its control files stood; absent where the call can not reach them, or more is known of it. */
  control?: Record<string, string>;
  /**
   * What the host was given to run in the place of its command, and under which id; absent where it runs its own. Its
   * call may be over before it is: then it goes on.
   */
  ticket?: { id: string; line: string; goesOn?: true };
  /** Absent where it wrote nothing into git's folder, or not out of a box. */
  git?: GitAround;
}

/** Of git, where a contained call is about to bring something into its folder. */
export interface GitAround {
  /** Right before: the commit, and by path what its index had. */
  head: string;
  index: Record<string, string>;
  /** What the call brings: contents that git did not hold before, and what each was made from. Oldest first. */
  brings: { path: string; blob: string; from: string[] }[];
}

export interface DecidedCall {
  /** Names the call in both processes. */
  key: string;
  /** The refusal as JSON text; null where the call was allowed. A refused call is closed as soon as it is opened. */
  errorMessage: string | null;
  context: PreToolUseContext;
  /** Set for the tools of our own MCP server, which must find the call again without being told whose it is. */
  own: OwnCall | null;
}

export interface OwnCall {
  at: string;
  callId: string | null;
  cwd: string | null;
  /** Hash of the whole input. */
  input: string;
}

export interface SessionState {
  id: string;
  host: string | null;
  model: string | null;
  parent: string | null;
  startedAt: string | null;
  lastAt: string | null;
  ended: boolean;
  /** A person stopped it; null once they let it go on. */
  stop: Stop | null;
  intent: { id: string; digest: string; by: "agent" | "person"; at: string } | null;
  /** Canonical path → hash of what the session last saw there. Follows later events: copying it would grow with the session. */
  seen: ReadonlyMap<string, string | null>;
  denialsInARow: number;
  /** How often the most refused call is among them. Those of which no hash was kept count as one call. */
  sameDenials: number;
  hadToolFailure: boolean;
  /** Whether anything was changed since the intent was taken. */
  hasChanged: boolean;
  stopsHeld: number;
  /** The first line of what a person asked for last; null where no host told it. */
  prompt: string | null;
  /** A person's no to a new intent, with their reason; null where nobody said no. */
  declined: string | null;
  /** How often nobody answered about one since a person was last heard of. */
  silences: number;
  /** Intents whose in-scope writes a person approved for the rest of the session, with the approval's id. */
  standing: ReadonlyMap<string, string>;
  /** `intent\0command` → approval id. */
  approvedCommands: ReadonlyMap<string, string>;
  /** Lines not yet folded into the intents file, per intent. */
  history: ReadonlyMap<string, readonly string[]>;
  /** By invocation, oldest first. */
  open: ReadonlyMap<string, OpenCall>;
  /** By key: refusals, so that a call that is told twice is answered twice alike. */
  refused: ReadonlyMap<string, DecidedCall>;
  /** By invocation: calls of our own tools that have run and whose after has not come. */
  ran: ReadonlyMap<string, DecidedCall>;
  /** By name, oldest first. */
  heard: ReadonlyMap<string, Heard>;
  /** Complete lines of the journal that are no events: something else than the gate wrote there, or the disk lied. */
  damaged: number;
}

export interface ApprovalsStore {
  open(entry: OpenApproval): void;
  /** First answer wins; false when it was answered or had expired already. */
  answer(id: string, answer: PersonsAnswer): boolean;
  /** The answer, if one was given. */
  answered(id: string): PersonsAnswer | null;
  /** True exactly once per request, whoever asks first. */
  use(id: string): boolean;
  /** What waits for an answer. */
  list(): OpenApproval[];
  /** Every request that is still kept, answered and expired ones too: for a person who asks what became of one. */
  known(): OpenApproval[];
  /** Open requests of the same binding, newest first: a call that is repeated after a later yes. */
  byBinding(binding: string): OpenApproval[];
  /** Somebody sits in front of the inbox and will answer. */
  watch(): { stop(): void };
  isWatched(): boolean;
}

export interface OpenApproval {
  id: string;
  binding: string;
  session: string;
  intent: string | null;
  tool: string;
  invocationId: string;
  openedAt: string;
  expiresAt: string;
  requests: ApprovalRequest[];
  /** Computed by us: what the person is shown. */
  shown: ShownCall;
  /** Missing where an earlier version asked. */
  question?: Question;
}

export interface ShownCall {
  intent: { id: string; name: string } | null;
  tool: string;
  risk: string;
  mutationClass: string;
  effects: string[];
  files: string[];
  /** `proposed`: the whole text after the call; null for secret files, bytes that are no text, and what is too long. */
  diff: { path: string; lines: string[]; moreLines: number; proposed: string | null }[];
  moreFiles: number;
  command: string | null;
}

export type PersonsAnswer =
  | { answer: "once" | "standing" | "command" | "declare" | "scope"; by: string; at: string }
  | { answer: "reject"; by: string; at: string; reason: string };
