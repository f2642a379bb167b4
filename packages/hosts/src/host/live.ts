/** How one host is started without a person, against a model on loopback, with the person's switches and trust in force. */
import type { Around } from "./around.ts";

export interface LiveHost {
  /** Where installers put the program besides the path; `~` is the home folder. */
  places: readonly string[];
  /** What the model asks for: the canary written by the host's own tool. */
  asks(canary: string): { name: string; input: unknown };
  /** How the model words a command. */
  runs(command: string): { name: string; input: unknown };
  /**
   * How a run is given a rule of the host's own against a command: in its files, or with its first words, and then it is
   * given no line for any command.
   */
  takesRules: "in files" | "in words";
  /** Why it must not be started here: something would lead it to another server than ours. Null: nothing would. */
  leadsElsewhere(around: Around): string | null;
  /** Variables in a file that it loads that would lead it there, besides those that lead any program; null: none. */
  leadingVariables: RegExp | null;
  start(stage: LiveStage): LiveStart;
  /** Below the folder of the run: what is the host's own folder for it. */
  own: string;
  /** In what the run differs from a person's own, besides what holds for all hosts. */
  differs: readonly string[];
}

export interface LiveStage extends Around {
  /** The model's address, without a path. */
  url: string;
  prompt: string;
  /** A folder of the run's own, gone after it. */
  folder: string;
  /** The first words of a command that a rule of the host's own is to deny; null: none is. */
  denied: readonly string[] | null;
}

export interface LiveStart {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Below the folder of the run. */
  files: Readonly<Record<string, string>>;
}
