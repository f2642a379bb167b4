/** What the agent's program offers; it is loaded by its address, so that no other verb waits for it. */
import type { RunOptions } from "@intentgate/agent";
import type { Checked } from "@intentgate/documents";
import type { Io } from "../terminal/io.ts";

export interface AgentProgram {
  run(options: RunOptions): Promise<number>;
  listTasks(place: { root: string; stateDir: string }): { id: string; at: string; bytes: number; prompt: string }[];
  showTask(place: { root: string; stateDir: string }, id: string, screen: Screen | null): Checked<string[]>;
  isModelConfigured(wish: Pick<RunOptions, "model" | "env">): boolean;
  howToConfigure: readonly string[];
}

/** When the signal says stop, the question is taken back. */
export type Ask = NonNullable<RunOptions["ask"]>;

interface Screen {
  write(text: string): void;
  columns(): number;
  isTerminal: boolean;
  color: Io["color"];
}

/** Where the agent's view is drawn. */
export function screenOf({ color }: Io): Screen {
  const { stdout } = process;
  return {
    write: (text) => void stdout.write(text),
    columns: () => stdout.columns || 80,
    isTerminal: Boolean(stdout.isTTY) && process.env.TERM !== "dumb",
    color,
  };
}
