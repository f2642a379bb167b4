/** How a host's tool calls are read where an editor starts it as an agent, by the Agent Client Protocol. */

export interface AcpAgent {
  /** By the name that it gives itself. */
  isNamed(agent: string): boolean;
  /** Null: to be read like the call of any agent. */
  read(call: AcpCall, cwd: string): AcpReading | null;
}

/** What the agent says of a call. Only its id is always text. */
export interface AcpCall {
  id: string;
  name: unknown;
  title: unknown;
  kind: unknown;
  input: unknown;
  /** The texts that it shows. */
  texts: readonly string[];
  /** The files that it shows changes of, and those that it says it is about. */
  changed: readonly string[];
  places: readonly string[];
  /** Whether our own server offers a tool of this name. */
  isOffered(tool: string): boolean;
}

export type AcpReading =
  /** One of the gate's own tools, which our server decides on when it is called. */
  | { kind: "own" }
  /** Changes nothing outside of the conversation. */
  | { kind: "nothing" }
  /** The same, and if it is asked about, the question is a person's. */
  | { kind: "theirs" }
  /** Says two things at once. */
  | { kind: "unclear" }
  /** In the words of our own tool table. */
  | { kind: "named"; tool: string; payload: Record<string, unknown> };
