/** What the file of a family of git subcommands exports. */
import { type OptionTable, optionTable, type SplitArguments, splitArguments } from "../options.ts";
import type { Use, UseEffect, Word } from "../program.ts";
import { useOf } from "../use-of.ts";

export interface GitCommand {
  names: readonly string[];
  /** Paths are as seen from the folder that git works in. Undefined: this use is not known. */
  use(args: readonly Word[]): Use | undefined;
}

export const metadata: UseEffect = { does: "git_metadata", folder: "." };
export const wholeTree: UseEffect = { does: "write_below", folder: "." };

export function losing(what: string): UseEffect {
  return { does: "lose_history", what };
}

/** A word that is not known could be any option, so it is no answer unless `dynamic`. */
export function gitCommand(
  names: string,
  options: string,
  use: (split: SplitArguments) => Use | undefined,
  dynamic = false,
): GitCommand {
  const table: OptionTable = optionTable(options);
  return {
    names: names.split(" "),
    use(args) {
      const split = splitArguments(table, args);
      return !split || (split.mayHideOption && !dynamic) ? undefined : use(split);
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
