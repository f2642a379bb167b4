/** What a host is to us: one object that turns its payloads into our events and our decisions into its replies. */
import type { Checked } from "@intentgate/documents";
import type { Install } from "./install/install.ts";
import type { ToolTable } from "./tools/tool-table.ts";

export const hostNames = [
  "claude-code",
  "codex",
  "gemini-cli",
  "copilot-cli",
  "opencode",
  "qwen-code",
  "cline",
  "cursor",
  "generic",
] as const;

export type HostName = (typeof hostNames)[number];

export interface Host {
  name: HostName;
  /** As its makers write it. */
  title: string;
  can: Can;
  tools: ToolTable;
  /** `event` is what the command line named; null where only the payload says it. */
  decode(payload: string | Uint8Array, event: string | null): Checked<HostEvent>;
  encode(decision: Decision, event: HostEvent): Reply;
  /** Words for the model and for the person; empty where the event can carry none. */
  tell(told: Told, event: HostEvent): Reply;
  /** An explicit no in the form the host honours for sure: for input we cannot read and for our own errors. */
  refuse(reason: string, event: string | null): Reply;
  install: Install;
}

/** What a host can express; what it cannot becomes stricter, never looser. */
export interface Can {
  /** Has a dialog of its own that was seen to say no where nobody is there to answer. */
  ask: boolean;
  /** A hook may change the input of a call. */
  rewrite: boolean;
  /** Events on which text reaches the model. */
  inject: readonly EventKind[];
  stopPrompt: boolean;
  holdStop: boolean;
  /** Gives every call an id, the same before and after. */
  callIds: boolean;
  /** Says which calls a subagent makes. */
  marksSubagents: boolean;
  /** How long it waits for a hook as `init` sets it up. */
  waitsMs: number;
  /** The longest text for the model that it hands on in one piece. */
  textLimit: number;
}

interface Origin {
  /** Who calls, which may be another host than the one whose settings named us: see `door`. */
  host: HostName;
  /** Through whose settings the call came. The same event through two doors is one event. */
  door: HostName;
  /** The event as the host names it. */
  event: string;
  session: HostSession;
  cwd: string | null;
  model: string | null;
  /** The host's own dialog is shown in this session, as far as its payload tells. */
  asks: boolean;
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
  /** `pinned`: what must stand in the input for the call to do what was judged; given back with a yes. */
  (
    | { kind: "before_tool"; call: HostCall; pinned: Record<string, unknown> | null }
    | { kind: "after_tool"; call: HostCall; outcome: HostOutcome }
    | { kind: "prompt"; prompt: string }
    | { kind: "session_start"; source: string | null }
    | { kind: "session_end"; reason: string | null }
    /** `repeated`: held before and stopping again; `running`: subagents that still work in the background. */
    | { kind: "stop"; repeated: boolean; running: number }
    | { kind: "subagent_start" }
    | { kind: "subagent_stop"; repeated: boolean }
  );

export type EventKind = HostEvent["kind"];

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
      /** `person`: somebody said yes to this very call, so the host need not ask a second time. */
      by: "gate" | "person";
      /** The call may change something. */
      changes: boolean;
      /** For the model, where the host can carry it. */
      context: string | null;
    }
  /** `reason` is the refusal as JSON text. */
  | { kind: "deny"; reason: string }
  /** `otherwise` is the refusal where the host cannot ask. */
  | { kind: "ask"; question: string; otherwise: string }
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
