/** How one coding agent is set up, started without a person, and told by a scripted model what to do. */
import type { StepCall } from "@intentgate/scripted-model";

export interface Ground {
  repo: string;
  home: string;
  /** Where the host was installed: `node_modules` lies in it. */
  installed: string;
  /** Of the scripted model. */
  url: string;
}

export interface Command {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Below the repository's top folder, where it is not started in that. */
  folder?: string;
}

/** Words for its standard input, which stays open until its output has this. */
export interface Talk {
  say: string;
  until: string;
}

/** The longest that a host waits for a command, as short as it can be told. */
export interface Limit {
  /** Written down before it is started. */
  set?(ground: Ground): void;
  shell(command: string): StepCall;
  seconds: number;
  /**
   * The command is ended, or it goes on: until the model asks for its end, which it words by what the answers about
   * it said, or the session is over.
   */
  overdue: "ends it" | "lets it go on";
  stops?(answers: string): StepCall[];
  /** The model is shown what it had said by then. */
  isShown: boolean;
  /** Of one that does not heed its end nothing counts. */
  heeded: "what is in scope counts" | "nothing counts";
}

export interface HostDriver {
  /** As `intentgate init --host` names it. */
  name: string;
  /** What a person would do once: an account, the folder's trust, the hooks' trust. Called after `intentgate init`. */
  prepare(ground: Ground, run: (command: Command, talk?: Talk) => Promise<string>): Promise<void>;
  /** What a person would do after hooks were put into their own settings. */
  trust?: HostDriver["prepare"];
  start(ground: Ground, prompt: string): Command;
  /** How the model words what it wants to do. */
  write(ground: Ground, path: string, text: string): StepCall;
  /** Changes one line of a file. */
  edit(ground: Ground, path: string, from: string, to: string): StepCall;
  /** For hosts that refuse to edit what the model has not read: asked for a turn earlier, so that it is over by then. */
  read?(ground: Ground, path: string): StepCall;
  shell(command: string): StepCall;
  take(intent: string): StepCall;
  subagent(prompt: string): StepCall;
  /** A command that it is to run in the background, where it has a word for that. */
  behind?(command: string): StepCall;
  /** How it treats a command that takes longer than it waits, where that is driven. */
  limit?: Limit;
  /** A command begins in the folder where the one before it ended. */
  keepsFolder?: true;
  /** How a subagent says that it is done, where it must be a call. */
  subagentDone?: StepCall;
  /** As the model calls them. */
  toolNames: { write: string; take: string };
  /** Where it is told to wait ten minutes for the hook, and how it is told to wait three seconds. */
  impatient?: { file: string; from: string; to: string };
  /** Tools of MCP servers are shown only to a model that searches for them. */
  hidesServers: boolean;
  /** Its sandbox lets all of `/tmp` be written: the home folder may not lie there, as nobody's does. */
  opensScratch?: boolean;
  marksSubagents: boolean;
  /** Started in a folder below the root: whether it still reads the settings of the root. docs/hosts.md says the same. */
  below: "gated" | "not gated";
  /** Started in a linked worktree beside it: whether it still reads the settings of the root. */
  inWorktree: "gated" | "not gated";
  /** Which event hooks hear the end of its work. */
  endsWith: readonly ("sessionend" | "sessionstop")[];
}
