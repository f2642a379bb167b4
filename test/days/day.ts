/** A working day as it is written down: what an agent does, call by call, and what a person would want said to each. */

export const labels = ["passes", "may ask", "must stop"] as const;
export type Label = (typeof labels)[number];

export type Doing =
  | { kind: "shell"; command: string; background: boolean; writes: boolean; outside: boolean }
  | { kind: "read"; path: string }
  | { kind: "search"; pattern: string; path: string }
  | { kind: "list"; pattern: string }
  | { kind: "write"; path: string; text: string }
  | { kind: "edit"; path: string; from: string; to: string }
  | { kind: "delete"; path: string }
  | { kind: "move"; path: string; to: string }
  | { kind: "todo"; text: string }
  | { kind: "subagent"; command: string };

export interface Row {
  /** In plain words. */
  does: string;
  doing: Doing;
  label: Label;
  /** Only these hosts do it; empty: all of them. */
  hosts: readonly string[];
  /** A line of shell that ends with 0 once it has happened; null where nobody can tell. */
  happened: string | null;
  line: number;
}

export interface Day {
  name: string;
  /** On npm, with its version. */
  project: string;
  /** Installed beside it. */
  packages: readonly string[];
  intent: { id: string; name: string; scope: readonly string[] };
  /** Put into the repository before its first commit. */
  files: Readonly<Record<string, string>>;
  /** Put into the person's home folder. */
  home: Readonly<Record<string, string>>;
  rows: readonly Row[];
}
