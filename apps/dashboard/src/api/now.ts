/** *Now*: what runs, what was decided, and what waits for a person. */
import type { ApiProblem, Time } from "./shared.ts";

/** GET /api/now */
export interface NowView {
  root: string;
  mode: "enforce" | "observe" | null;
  /** A person let everything pass until then. */
  paused_until: Time | null;
  /** At work: not ended, and heard of within a day. Newest first, at most 100. */
  sessions: SessionCard[];
  /** How many of them there are. */
  sessions_total: number;
  /** Oldest first. */
  approvals: WaitingApproval[];
  /** Authored files with changes that wait for `intentgate trust`. */
  held: string[];
  /** Files that cannot be read, and why; while there are any, changes are refused. */
  problems: ApiProblem[];
}

export interface SessionCard {
  id: string;
  host: string | null;
  parent: string | null;
  intent: { id: string; name: string | null } | null;
  last_at: Time | null;
  denials_in_a_row: number;
  /** So many refusals in a row that its changes are refused until a person resets it. */
  stopped: boolean;
  /** A person stopped it: every call is refused until they let it go on. */
  stop: SessionStop | null;
  /** Intents whose in-scope writes pass without a question. */
  standing: string[];
  approved_commands: number;
  /** Calls between their before and their after. */
  running_calls: number;
  /** Started with `intentgate start`: nothing that it runs can change what steers the gate. */
  floor: boolean;
}

export interface SessionStop {
  at: Time;
  by: string;
  /** Whoever looks at the page. */
  by_you: boolean;
  /** The session above that was stopped, where it was not this one. */
  with_parent: string | null;
}

/** GET /api/calls?outcome= → Window<CallRow>, newest first. */
export interface CallRow {
  invocation_id: string;
  at: Time;
  session: string;
  tool: string;
  /** What it was about, as far as the log keeps it: a path, a command, an intent's id. */
  about: string | null;
  intent_id: string | null;
  outcome: CallOutcome;
  code: string | null;
  reason: string | null;
  /** Hooks that would have stopped it, had the gate enforced. */
  would_deny: string[];
  ms: number;
}

/** `open`: it has not ended. Other words are what a person did, such as `paused`. */
export type CallOutcome = "allowed" | "denied" | "failed" | "unknown" | "open" | (string & {});

/** GET /api/calls/:invocation_id */
export interface CallDetail extends CallRow {
  phases: { phase: string; hook: string | null; decision: string | null; ms: number; reason: string | null }[];
  /** What was asked for, long texts replaced by their length and hash, secrets removed; JSON, for showing as text. */
  payload: unknown;
}

/** A question as the gate made it; the page adds no words. */
export interface AskedQuestion {
  sentence: string;
  /** 1 to 4: the worst that a yes would let happen. */
  severity: number;
  severity_words: string;
  facts: { kind: "ok" | "warning"; text: string }[];
  /** The end of "Asked because". */
  why: string;
  yes: string;
  no: string;
  /** Whether the agent still waits, or went on. */
  waits: boolean;
  waiting_words: string;
  /** What a command did that is kept back; empty where nothing has run yet. */
  did: { path: string; does: string }[];
  more_did: number;
}

export interface WaitingApproval {
  id: string;
  /** Null where an earlier version asked. */
  question: AskedQuestion | null;
  expires_at: Time;
  session: string;
  intent: { id: string; name: string } | null;
  tool: string;
  risk: string;
  mutation_class: string;
  command: string | null;
  /** Computed, one line each. */
  effects: string[];
  files: string[];
  /** The first lines of what would change; `lines` as in a unified diff. */
  diff: { path: string; lines: string[]; more_lines: number }[];
  more_files: number;
  questions: { topic: string; question: string; details: { label: string; value: string }[]; more_details: number }[];
  /** The answers that fit, in the order to offer them; `reject` is the last. */
  answers: { answer: ApprovalAnswer; label: string; key: string }[];
}

export type ApprovalAnswer = "once" | "standing" | "command" | "declare" | "scope" | "reject";

/** POST /api/approvals/:id/answer → Answered; 409 where it was answered or ran out meanwhile. */
export type AnswerBody = { answer: Exclude<ApprovalAnswer, "reject"> } | { answer: "reject"; reason: string };
export interface Answered {
  id: string;
  answer: ApprovalAnswer;
}

/**
 * POST /api/sessions/:id/ACT → SessionCard; the body is `{}`. `revoke`: standing approvals end. `stop`: every further
 * call is refused, and what runs of it is ended, until `resume`.
 */
export type SessionAct = "reset" | "revoke" | "stop" | "resume";

/** POST /api/sessions/stop, of all that are at work, and /api/sessions/resume, of all that are stopped; the body is `{}`. */
export interface ActedOn {
  sessions: number;
}
