/** A program that only reads, as a row: its options, and what its operands are. */
import { optionTable, type SplitArguments, splitArguments } from "./options.ts";
import { onlyReads, type Program } from "./program.ts";
import { readsOf, useOf } from "./use-of.ts";

export interface Reading {
  /** Separated by spaces. */
  names: string;
  options: string;
  operands: "files" | "text" | "none" | "pattern_then_files";
  /** Options whose value is a file that is read. */
  reads?: readonly string[];
  /** Options that take the place of the pattern operand. */
  pattern?: readonly string[];
  /** What it prints holds all of each file, unless one of these options is given. */
  wholeUnless?: readonly string[];
  /** Nobody's version of it has an option that writes or runs something: one that is not declared is an error at worst. */
  anyOption?: boolean;
  /** Whether all that it prints is one number. */
  isNumber?(split: SplitArguments): boolean;
  /** It has options that write or run something: a word that is not known could be one of them. */
  couldDoMore?: boolean;
}

export function reading(row: Reading): Program {
  const table = optionTable(row.options);
  const style = { valuesMayLookLikeOptions: !row.couldDoMore };
  return {
    names: row.names.split(" "),
    use(args) {
      const split = splitArguments(table, args, style);
      if (!split && row.anyOption) return useOf(readsOf(args.filter(({ text }) => !text?.startsWith("-"))));
      if (!split || (row.couldDoMore && split.mayHideOption)) return undefined;
      const { operands } = split;
      const fromOptions = row.reads ? split.values(...row.reads) : [];
      const isNumber = row.isNumber?.(split) ? { isNumber: true as const } : {};
      if (row.operands === "none") return operands.length > 0 ? undefined : { ...onlyReads([]), ...isNumber };
      if (row.operands === "text") return useOf(readsOf(fromOptions));
      const hasPattern = row.operands === "files" || split.has(...(row.pattern ?? []));
      const files = hasPattern ? operands : operands.slice(1);
      const isWhole = row.wholeUnless !== undefined && !split.has(...row.wholeUnless);
      return { ...useOf(readsOf(fromOptions.length > 0 ? [...fromOptions, ...files] : files, isWhole)), ...isNumber };
    },
  };
}
