/** What a program's file answers: what this use of it does, as far as it is known. */
import type { WriteManner } from "@intentgate/engine";

/** One argument after everything the shell does to it. */
export interface Word {
  /** The text with quotes removed; null where only the running shell knows it. */
  text: string | null;
  /** Unquoted `* ? [ ]`: the text is a pattern over existing names. */
  glob: boolean;
}

/** Paths are as spelled: the walker applies `cd`, folds `..` and places them. */
export type UseEffect =
  | { does: "read"; path: string }
  /** `linkTarget`: a link is made there, and leads to this path as seen from the current folder. */
  | { does: "write"; path: string; manner: WriteManner; linkTarget?: string }
  | { does: "delete"; path: string }
  | { does: "move"; from: string; to: string }
  /** Something below a folder, it cannot be said what: shown as `folder/**`. */
  | { does: "write_below"; folder: string }
  /** A target that cannot be known: shown as `?`. */
  | { does: "write_somewhere"; why: string }
  /** Repository metadata of the repository that `folder` lies in: shown as `.git/**`. */
  | { does: "git_metadata"; folder: string }
  /** Work that git could not bring back: a person is asked even where the scope would allow it. */
  | { does: "lose_history"; what: string }
  | { does: "network"; target: string }
  | { does: "unknown"; why: string };

/** What the program runs in turn; the walker opens it. */
export type Nested =
  /** `moreArguments`: further arguments are added that are not known (xargs without known input). */
  | { runs: "words"; words: readonly Word[]; moreArguments: boolean; folder: string | null }
  /** A shell script as text; null where it cannot be known. */
  | { runs: "script"; text: string | null; folder: string | null };

export interface Use {
  effects: readonly UseEffect[];
  nested: readonly Nested[];
  /** Exactly what it prints, where that is known: `echo a | xargs touch`. */
  output: string | null;
}

export interface Surroundings {
  /** Standard input, where it is known; `none` = nothing is piped in (a terminal or /dev/null). */
  stdin: { kind: "text"; text: string } | { kind: "none" } | { kind: "unknown" };
  /** The value of an environment variable set in this very command line; undefined = not set here, null = not known. */
  variable(name: string): string | null | undefined;
}

/** Undefined: this use is not known. The walker makes UNKNOWN of it, never SAFE. */
export type UseOf = (args: readonly Word[], around: Surroundings) => Use | undefined;

export interface Program {
  /** As typed, without folder. */
  names: readonly string[];
  use: UseOf;
}

/** A program that only reads: these effects and nothing else. */
export function onlyReads(paths: readonly string[], output: string | null = null): Use {
  return { effects: paths.map((path) => ({ does: "read", path })), nested: [], output };
}
