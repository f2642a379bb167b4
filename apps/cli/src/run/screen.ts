/** Where the agent's view is drawn. */
import type { Io } from "../terminal/io.ts";

export interface Screen {
  write(text: string): void;
  columns(): number;
  isTerminal: boolean;
  color: Io["color"];
}

export function screenOf({ color }: Io): Screen {
  const { stdout } = process;
  return {
    write: (text) => void stdout.write(text),
    columns: () => stdout.columns || 80,
    isTerminal: Boolean(stdout.isTTY) && process.env.TERM !== "dumb",
    color,
  };
}
