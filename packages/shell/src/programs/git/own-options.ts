/** The options of git itself, which stand in front of the subcommand. */
import { type OptionTable, optionTable, splitArguments } from "../../uses/options.ts";
import type { Word } from "../../uses/program.ts";

export const ownOptions: OptionTable = optionTable(
  `p|paginate P|no-pager C: c: git-dir: work-tree: namespace: no-replace-objects bare literal-pathspecs glob-pathspecs
  noglob-pathspecs no-optional-locks v|version h|help html-path man-path info-path exec-path no-lazy-fetch
  no-advice`,
);

/** The subcommand and what follows it; an option that is not declared is taken to have no value of its own. */
export function withoutOwnOptions(words: readonly Word[]): readonly Word[] {
  const split = splitArguments(ownOptions, words, { operandsEndOptions: true, valuesMayLookLikeOptions: true });
  if (split) return split.operands;
  const at = words.findIndex(({ text }, index) => {
    const before = words[index - 1]?.text;
    return text !== null && !text.startsWith("-") && before !== "-C" && before !== "-c";
  });
  return at < 0 ? [] : words.slice(at);
}
