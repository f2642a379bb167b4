/** How one host is started without a person, against a model on loopback, with the person's switches and trust in force. */
import type { Around, HostName } from "@intentgate/hosts";
import type { StepCall } from "@intentgate/scripted-model";

export interface LiveHost {
  name: HostName;
  /** Where installers put the program besides the path; `~` is the home folder. */
  places: readonly string[];
  /** What the model asks for: the canary written by the host's own tool. */
  asks(canary: string): StepCall;
  /** Why it must not be started here: something would lead it to another server than ours. Null: nothing would. */
  leadsElsewhere(around: Around): string | null;
  start(stage: LiveStage): LiveStart;
  /** In what the run differs from a person's own, besides what holds for all hosts. */
  differs: readonly string[];
}

export interface LiveStage extends Around {
  /** The model's address, without a path. */
  url: string;
  prompt: string;
  /** A folder of the run's own, gone after it. */
  folder: string;
}

export interface LiveStart {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Below the folder of the run. */
  files: Readonly<Record<string, string>>;
}

/** The same for every host. */
export const cannotProve: readonly string[] = [
  "sessions that a person types in: only a run without a person was tried",
  "other versions of the program than the one that was started",
  "runs with flags or variables that leave hooks out (`--bare`, `--pure`, another home folder)",
  "your own environment: the run saw only the path, the language and the time zone of it",
  "other tools than the one that writes a file, and other events than the one before a call",
];
