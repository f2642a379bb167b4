/** What a tool call does to the world: the vocabulary every part of Intentgate shares. */

export type Risk = "SAFE" | "DESTRUCTIVE" | "UNKNOWN";

/** How new bytes come to stand in a file; decides which lock rule holds (DESIGN: lock). */
export type WriteManner =
  | "create_or_replace" // the whole content is replaced: the file must have been read before
  | "anchored" // an edit that names the text it changes: needs no prior read
  | "derived" // a program computes the content (formatter, package manager): scope only
  | "committed"; // git takes it into the history as it stands: scope only

/** What of a file reaches the model: all of its content, or less, such as its size, some lines or that it exists. */
export type Shown = "content" | "facts";

/** `path` is as the call spelled it; `absolute` is canonical: links resolved, `..` folded, NFC. */
export interface TouchedPath {
  path: string;
  absolute: string;
}

export type Effect =
  | ({ kind: "read"; shows: Shown } & TouchedPath)
  | ({ kind: "write"; manner: WriteManner } & TouchedPath)
  | ({ kind: "delete" } & TouchedPath)
  | { kind: "move"; from: TouchedPath; to: TouchedPath }
  /** Something below a folder; it cannot be said what. `deletes`: it takes files away. */
  | ({ kind: "write_below"; deletes?: true } & TouchedPath)
  /** Work that nothing could bring back, such as a branch's commits: a person is asked whatever the scope. */
  | { kind: "loss"; what: string }
  | { kind: "run"; command: string; known: RunKnown }
  | { kind: "network"; target: string }
  /** Writes repository metadata through an understood git subcommand, of the repository that the folder lies in: needs an intent, not scope. */
  | ({ kind: "git_metadata" } & TouchedPath)
  /**
   * Git puts another of its states in the place of the tree: what changes is git's, and not held to a scope. `says`: what
   * it does, as the end of "wants to". `isKnown`: what it changes was told beforehand. Absolute: `drops` stands in no commit
   * and goes, `steers` are control files that become others.
   */
  | ({
      kind: "git_tree";
      says: string;
      isKnown: boolean;
      keeps: boolean;
      drops: string[];
      steers: string[];
    } & TouchedPath)
  /** A safeguard of git's is passed over: a person is asked whatever the scope. */
  | { kind: "override"; what: string }
  /** A path that is not a path: control characters, UNC, drive letters … always refused. */
  | { kind: "bad_path"; path: string; problem: string }
  | { kind: "unknown"; why: string; mentions: TouchedPath[] };

/** Who says what a command does: its words were understood, a person declared it with the globs it may write, nobody. */
export type RunKnown = { by: "reading" } | { by: "declaration"; writes: string[] } | { by: "nobody" };

export interface Effects {
  risk: Risk;
  /** True when the call may change anything at all: files, processes, the network. */
  mutates: boolean;
  list: Effect[];
  /** One sentence a part, for the person who is asked. */
  why: string[];
}

/** Absolute paths of what git would take into the history as it stands. */
export function committedPaths({ list }: Effects): Set<string> {
  return new Set(list.flatMap((one) => (one.kind === "write" && one.manner === "committed" ? [one.absolute] : [])));
}

/** Every path whose bytes or existence a call changes, both ends of a move included. */
export function changedPaths(effects: Effects): TouchedPath[] {
  return effects.list.flatMap((effect) => {
    if (effect.kind === "write" || effect.kind === "delete") return [effect];
    if (effect.kind === "move") return [effect.from, effect.to];
    return [];
  });
}

/** Every folder below which a call changes something that cannot be named. */
export function changedFolders(effects: Effects): TouchedPath[] {
  return effects.list.flatMap((effect) => (effect.kind === "write_below" ? [effect] : []));
}

export function readPaths(effects: Effects): TouchedPath[] {
  return effects.list.flatMap((effect) => (effect.kind === "read" ? [effect] : []));
}
