/** What a program's file answers: what this use of it does, as far as it is known. */
import type { WriteManner } from "@intentgate/engine";

/** One argument after everything the shell does to it. */
export interface Word {
  /** The text with quotes removed; null where only the running shell knows it. */
  text: string | null;
  /**
   * A pattern over existing names, which others may have chosen: the text says where they lie and never what they say. Without a text it
   * stands for such names, and is no option.
   */
  glob: boolean;
  /** One word whatever it holds, and not several or none. */
  single?: true;
}

/** One or many words without a text, as they are to whoever evaluates them or goes by their order. */
export function withoutName<W extends Word>(word: W): W {
  return word.glob ? { ...word, text: null } : word;
}

/** It may be several words. */
export function isMany({ glob, single }: Word): boolean {
  return glob && !single;
}

/** Paths are as spelled: the walker applies `cd`, folds `..` and places them. */
export type UseEffect =
  /** `whole`: what it prints holds all of the file. */
  | { does: "read"; path: string; whole?: true }
  /**
   * `linkTarget`: a link is made there, and leads to this path as seen from the current folder; `linkTargetInFolder`:
   * the same for the link that is made `inFolder`.
   * `inFolder`: what is written instead where the path turns out to be a folder (`cp a b`).
   * `metadata`: git writes it as a part of its metadata: shown as `.git/**`.
   * `deep`: where it is a folder, everything in it changes with it (`chmod -R`).
   * `steersGit`: a setting of git that may run a program.
   * `makesFolder`: it is a folder that is made, with those on the way to it or without.
   */
  | {
      does: "write";
      path: string;
      manner: WriteManner;
      linkTarget?: string;
      inFolder?: string;
      linkTargetInFolder?: string;
      metadata?: true;
      deep?: true;
      makesFolder?: "with parents" | "alone";
      steersGit?: true;
    }
  /** `throughLink`: of a link what it leads to is emptied, as the path ends in a slash (`rm -r link/`). */
  | { does: "delete"; path: string; throughLink?: true }
  | { does: "move"; from: string; to: string; inFolder?: string }
  /**
   * Something below a folder, it cannot be said what: shown as `folder/**`.
   * `repository`: git is called in this folder, and what it changes lies anywhere in the repository around it.
   * `deletes`: it takes files away. `move`: git puts another state of the tree there. `unlessKnown`: so it is where nobody
   * can tell which changes git drops.
   */
  | {
      does: "write_below";
      folder: string;
      unpacks?: true;
      deletes?: true;
      repository?: string;
      move?: GitMove;
      unlessKnown?: true;
    }
  /** A target that cannot be known: shown as `?`. */
  | { does: "write_somewhere"; why: string }
  /**
   * Repository metadata of the repository that `folder` lies in: shown as `.git/**`. `stages`: what it takes from the
   * tree into the index. `commits`: all that is staged; with `only` no more than what it takes itself. `drops`: what it
   * throws away of the tree. `amends`: the last commit is made anew.
   */
  | {
      does: "git_metadata";
      folder: string;
      stages?: Staging;
      commits?: true;
      only?: true;
      drops?: Dropping;
      amends?: true;
    }
  /** Goes by the settings of the repository that `folder` lies in, or of the one named outright as `metadata`. */
  | { does: "use_repository"; folder: string; metadata: string | null }
  /** Work that git could not bring back: a person is asked even where the scope would allow it. */
  | { does: "lose_history"; what: string; unlessKnown?: true }
  /** A safeguard of git's is passed over: a whole sentence. */
  | { does: "override"; what: string }
  /** The branch that one stands on names this commit from now on. */
  | { does: "move_branch"; folder: string; revision: string }
  | { does: "network"; target: string }
  /** Loads files of the project that may hold code before it does what it was asked for. */
  | { does: "load_settings"; program: string }
  /** A person declared the command together with the globs it may write; not for `freeWords`, which follow what was declared. */
  | { does: "run_declared"; command: string; writes: readonly string[]; freeWords: readonly string[] }
  | { does: "unknown"; why: string };

/**
 * `paths` are as seen from the folder that git works in, once placed from where the command starts, after `:/` from the
 * top of the tree; null: anything in it. `hidden`: tracked, and also what git was told not to look at.
 */
export interface Staging {
  paths: readonly string[] | null;
  takes: "tracked" | "hidden" | "untracked" | "ignored";
}

/** Of the same paths as those of a staging: which former state takes the place of what stands there. */
export interface Dropping {
  paths: readonly string[] | null;
  /** A commit, or what was staged. `untracked`: of what git does not track, which goes. */
  to: { commit: string } | "index" | "untracked" | "untracked and ignored";
}

/** Which state of the tree git puts in the place of this one; `says`: what the person is asked about, as the end of "wants to". */
export type GitMove = { says: string } & (
  | { to: "commit"; revision: string; mayBePath: boolean; drops: boolean; leaves: "a branch" | "commits" }
  | { to: "merge" | "picks" | "reverts"; revisions: readonly string[] }
  | { to: "rebase"; onto: string }
  | { to: "stash"; untracked: boolean }
  | { to: "unstash"; entry: string }
  /** It is known only when it runs. */
  | { to: "unknown" }
);

/** What the program runs in turn; the walker opens it. */
export type Nested =
  /** `moreArguments`: further arguments are added that are not known (xargs without known input). */
  | {
      runs: "words";
      words: readonly Word[];
      moreArguments: boolean;
      folder: string | null;
      /** Variables that are set for it. */
      sets?: ReadonlyMap<string, string>;
      /** It is run like this only where no folder stands there. */
      unlessFolder?: string;
    }
  /** A shell script as text; null where it cannot be known. `doubtful`: believed where it accuses, never where it excuses. */
  | { runs: "script"; text: string | null; folder: string | null; doubtful?: true };

export interface Use {
  effects: readonly UseEffect[];
  nested: readonly Nested[];
  /** Exactly what it prints, where that is known: `echo a | xargs touch`. */
  output: string | null;
  /** All that it prints is one number. */
  isNumber?: true;
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
  /** It loads files of the project before it looks at its options: not even asking for its help is harmless. */
  loadsFirst?: true;
}

/** A program that only reads: these effects and nothing else. */
export function onlyReads(paths: readonly string[], output: string | null = null): Use {
  return { effects: paths.map((path) => ({ does: "read", path })), nested: [], output };
}
