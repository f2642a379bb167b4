/** What the file of a family of git subcommands exports. */
import { type OptionTable, optionTable, type SplitArguments, splitArguments } from "../../uses/options.ts";
import type { Dropping, GitMove, Use, UseEffect, Word } from "../../uses/program.ts";
import { useOf } from "../../uses/use-of.ts";

export interface GitCommand {
  names: readonly string[];
  /**
   * Paths are as seen from the folder that git works in. Undefined: this use is not known.
   * `hasEditor`: what runs where an editor is started is known, and looked at.
   */
  use(args: readonly Word[], hasEditor: boolean): Use | undefined;
}

export const metadata: UseEffect & { does: "git_metadata" } = { does: "git_metadata", folder: "." };
/** What is staged becomes part of the history. */
export const committing: UseEffect & { does: "git_metadata" } = { ...metadata, commits: true };
/** Where a remote lies and what git runs stands in the settings: they are metadata, and named by their path besides. */
export function settings(file: string): UseEffect {
  return { does: "write", path: `.git/${file}`, manner: "derived", metadata: true };
}

/** All that git keeps in the tree, from whichever of its folders it is called. */
export const wholeTree: UseEffect & { does: "write_below" } = { does: "write_below", folder: ".", repository: "." };
/** What lies in the folder that git is called in. */
export const wholeFolder: UseEffect = { does: "write_below", folder: "." };

/** Another state of the tree takes the place of this one, as far as its name is one of a commit. */
export function movingTree(move: GitMove): UseEffect {
  return { ...wholeTree, move };
}

/** Of what the tree holds git throws away what these say, and where nobody can tell what that is, `otherwise`. */
export function dropping(drops: Dropping, otherwise: readonly UseEffect[]): UseEffect[] {
  const ifUnknown = otherwise.map(
    (effect): UseEffect =>
      effect.does === "write_below" || effect.does === "lose_history" ? { ...effect, unlessKnown: true } : effect,
  );
  return [...ifUnknown, { ...metadata, drops }];
}

/** Plain names of branches and commits: no pattern, no option, and no search through the history. */
export function isRevision({ text, glob }: Word): boolean {
  return (
    text !== null && !glob && /^(?:-|[A-Za-z0-9_@][A-Za-z0-9_./@~^{}+-]*)$/.test(text) && !/@\{.*[^0-9}u-]|:/.test(text)
  );
}

/** The repository's own checks do not run. */
export function unchecked(isAsked: boolean): UseEffect[] {
  return isAsked ? [{ does: "override", what: "skips the checks that this repository runs (--no-verify)" }] : [];
}

export function losing(what: string): UseEffect & { does: "lose_history" } {
  return { does: "lose_history", what };
}

/** The commits stay for a while; which ones a branch holds is what everybody goes by. */
export const moving = losing("which commit a branch or a tag names");

/** A word that is not known could be any option, so it is no answer unless `dynamic`. */
export function gitCommand(
  names: string,
  options: string,
  use: (split: SplitArguments, hasEditor: boolean) => Use | undefined,
  dynamic = false,
): GitCommand {
  const table: OptionTable = optionTable(options);
  return {
    names: names.split(" "),
    use(args, hasEditor) {
      const split = splitArguments(table, args);
      return !split || (split.mayHideOption && !dynamic) ? undefined : use(split, hasEditor);
    },
  };
}

/** Always the same effects, whatever the operands are. */
export function always(names: string, options: string, effects: readonly UseEffect[]): GitCommand {
  return gitCommand(names, options, () => useOf(effects));
}

/** The words before and after `--`; undefined where there is none. */
export function aroundDashes(args: readonly Word[]): [Word[], Word[]] | undefined {
  const at = args.findIndex(({ text }) => text === "--");
  return at < 0 ? undefined : [args.slice(0, at), args.slice(at + 1)];
}

/**
 * As far as pathspecs say where they lie; null where one may cover anything. A pattern stays in the folder that it begins
 * with; `:/` begins at the top of the tree.
 */
export function namedPaths(pathspecs: readonly Word[]): string[] | null {
  const paths = pathspecs.map(({ text }) => {
    const [, top, path = text ?? ""] = /^:(\/|\(top\))(.*)$/s.exec(text ?? "") ?? [];
    if (text === null || path.startsWith(":")) return null;
    const at = path.search(/[*?[\\]/);
    const named = at < 0 ? path : path.slice(0, path.lastIndexOf("/", at) + 1);
    return top === undefined ? named || "." : `:/${named}`;
  });
  return paths.includes(null) ? null : paths.filter((path) => path !== null);
}

/** Only a name of a branch or a tag, or a commit before it: no other need have a branch, so nobody need have seen it. */
export function isLooseCommit({ text }: Word): boolean {
  const [, name = ""] = /^(HEAD|@|[A-Za-z][\w./-]*)(?:[~^][0-9]*)*$/.exec(text ?? "") ?? [];
  // A number, also as `git describe` writes it; what git fetched, merges or stashed.
  return name === "" || /^[0-9a-f]{4,64}$|-g[0-9a-f]{4,64}$|_HEAD$|stash$/i.test(name);
}

/** A name is given to commits that none had. */
export const importing: UseEffect = losing("which commits this repository has");
