/** `crontab -l` shows; everything else changes what is run later. */
import { optionTable, splitArguments } from "../uses/options.ts";
import { onlyReads, type Program } from "../uses/program.ts";

const table = optionTable("l u:");

export const crontab: Program = {
  names: ["crontab"],
  use(args) {
    const split = splitArguments(table, args);
    return split?.has("l") && !split.mayHideOption && split.operands.length === 0 ? onlyReads([]) : undefined;
  },
};
