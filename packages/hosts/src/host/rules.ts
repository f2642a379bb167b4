/** What a host's own rules say of a command, held against the very text that the model sent. */
import type { Around } from "./around.ts";
import type { HostTurn } from "./event.ts";

export interface RuledCall {
  /** As the host calls it. */
  tool: string;
  command: string;
  /** The part of it in which words may be files of the person's; absent: all of it. */
  naming?: string;
  /** The words with which the host was started, and the programs above it, each behind an empty word; null: nobody can tell. */
  startedWith: readonly string[] | null;
  /** Where it writes down what holds for the turn that the call belongs to; absent: nowhere. */
  turn?: HostTurn | null;
}

/** A call that changes files by name; the paths are absolute. */
export interface RuledFiles {
  tool: string;
  paths: readonly string[];
  startedWith: readonly string[] | null;
  turn?: HostTurn | null;
}

/**
 * `allowed`: no rule acts against it, and one lets this very command pass. `where`: the file or variable that says it. `sandboxed`: no rule acts, and its own sandbox may be on. `unclear`: nobody
 * can say whether a rule of the person would act.
 */
export type RuleVerdict =
  | { kind: "none" }
  | { kind: "allowed" }
  | { kind: "sandboxed" }
  | { kind: "matched"; says: "deny" | "ask"; rule: string; where: string }
  | { kind: "unclear"; where: string; why: string };

export type Environment = Readonly<Record<string, string | undefined>>;

/** A deny comes before an ask, of whatever layer; an ask before what is unclear. */
export type Rules = (call: RuledCall, around: Around, env: Environment) => RuleVerdict;

/** Of a host whose commands are never rewritten: it holds its own rules against what the model sent. */
export const noRules: Rules = () => ({ kind: "none" });

/** The host's rules about files that a call changes. */
export type FileRules = (call: RuledFiles, around: Around, env: Environment) => RuleVerdict;
