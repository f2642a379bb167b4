/** What a host tells of, what we answer, and what the hook command then prints. */

/** A host by the name that settings and command lines give it. */
export type HostName = string;

interface Origin {
  /** Who calls, which may be another host than the one whose settings named us: see `door`. */
  host: HostName;
  /** Through whose settings it came: another level of the same event. */
  door: HostName;
  /** The event as the host names it. */
  event: string;
  session: HostSession;
  cwd: string | null;
  model: string | null;
  /** When it happened, where the host says so: the same to all that it tells of it. */
  moment: string | null;
  /** The mode of the session in the host's own words, where its payload tells it. */
  mode: string | null;
  /** The host's own dialog is shown in this session, as far as its payload tells. */
  asks: boolean;
  /** Where the host writes down what holds for this turn, such as its sandbox; null: it does not say. */
  turn: HostTurn | null;
}

export interface HostTurn {
  /** The file of the session. */
  transcript: string;
  id: string;
}

/** A subagent has an id of its own and names its parent. */
export interface HostSession {
  id: string;
  parent: string | null;
}

export type HostEvent = Ignored | HeardEvent;

/** Known, and nothing to do about it: an event that says nothing to us, or a call without any effect. */
export interface Ignored {
  kind: "ignored";
  host: HostName;
  door: HostName;
  event: string;
}

export type HeardEvent = Origin &
  /**
   * `input`: of the call, as the host worded it. `pinned`: what must stand in it for the call to do what was judged;
   * given back with a yes.
   */
  (
    | { kind: "before_tool"; call: HostCall; input: unknown; pinned: Record<string, unknown> | null }
    | { kind: "after_tool"; call: HostCall; outcome: HostOutcome }
    /**
     * It is about to ask its person about a call; `why`: what the words are that it has beside the call; `isPinned`: what
     * must stand in it for the call to do what is judged stands there.
     */
    | { kind: "permission"; call: HostCall; why: "a reason" | "more" | null; isPinned: boolean }
    | { kind: "prompt"; prompt: string }
    | { kind: "session_start"; source: string | null }
    | { kind: "session_end"; reason: string | null }
    /** `repeated`: held before and stopping again; `running`: subagents that still work in the background. */
    | { kind: "stop"; repeated: boolean; running: number }
    | { kind: "subagent_start" }
    | { kind: "subagent_stop"; repeated: boolean }
  );

export type EventKind = HostEvent["kind"];

/** Every event a host is known to have, and what it is to us. Another one is not read. */
export type EventTable = Readonly<Record<string, EventKind>>;

export interface HostCall {
  /** The host's id of the call; null where it has none. */
  id: string | null;
  /** The tool as the host calls it. */
  hostTool: string;
  /** The tool and its input in the words of our own tool table. */
  tool: string;
  payload: Record<string, unknown>;
}

export type HostOutcome = { kind: "succeeded" } | { kind: "failed"; error: string };

export type Decision =
  | {
      kind: "allow";
      /**
       * `person`: somebody said yes to this very call, so the host need not ask a second time. `intent`: a person said
       * yes to such calls when they declared the intent, and wants the gate to say so. `gate`: it has no objection.
       */
      by: "gate" | "person" | "intent";
      /** The call may change something. */
      changes: boolean;
      /** For the model, where the host can carry it. */
      context: string | null;
      /** What the host is to run in the place of its command; null: the command itself. */
      line: string | null;
    }
  /** `reason` is the refusal as JSON text. */
  | { kind: "deny"; reason: string }
  /** `otherwise` is the refusal where the host cannot ask; `line` as above. */
  | { kind: "ask"; question: string; otherwise: string; line: string | null }
  /** Do not stop yet. */
  | { kind: "hold"; reason: string };

export interface Told {
  model: string | null;
  person: string | null;
}

/** What the hook command prints and how it ends. */
export interface Reply {
  stdout: string;
  stderr: string;
  exitCode: 0 | 2;
}
