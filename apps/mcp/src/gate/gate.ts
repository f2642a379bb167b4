/** How a tool of this server reaches the gate; who the caller is, is decided behind this and nowhere else. */
import type { Session } from "@intentgate/engine";
import type { AskInTerminal, Workspace } from "@intentgate/gate";
import type { ToolOutcome } from "./tool-outcome.ts";

/** One request of a client. */
export interface Call {
  tool: string;
  input: unknown;
  /** Texts the host sent beside the input, among them perhaps its id of the call. */
  ids: readonly string[];
  signal: AbortSignal;
  /** Null where the client cannot put a question to its person. */
  ask: AskInTerminal | null;
}

/** Who is asked in the course of a call: the client only where a person declared that it is their own. */
export type Person = "client" | "nobody" | AskInTerminal;

export interface Gate {
  person(): Promise<Person>;
  /** Takes an intent. */
  select(call: Call, intentId: string): Promise<ToolOutcome>;
  list(call: Call): Promise<ToolOutcome>;
  /** One of the gate's own native tools that changes something. */
  native(call: Call): Promise<ToolOutcome>;
  /** Something that only looks. */
  read(call: Call, look: (workspace: Workspace) => Promise<ToolOutcome>): Promise<ToolOutcome>;
  /** Something that acts for the session of the call. */
  act(call: Call, run: (workspace: Workspace, session: Session) => Promise<ToolOutcome>): Promise<ToolOutcome>;
  /** For resources and prompts, which no hook sees. */
  look<T>(look: (workspace: Workspace) => Promise<T>): Promise<T>;
  /** The connection is over. */
  end(): Promise<void>;
}
