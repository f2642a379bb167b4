/** Shows the time; an operand without `+` sets the clock. */
import { optionTable, splitArguments } from "../uses/options.ts";
import { onlyReads, type Program } from "../uses/program.ts";

const options = optionTable(
  "-uRj I|iso-8601? d|date: f|file: r|reference: v: utc universal rfc-email rfc-2822 rfc-3339= debug resolution",
);

export const date: Program = {
  names: ["date"],
  use(args) {
    const split = splitArguments(options, args);
    if (!split || split.mayHideOption) return undefined;
    return split.operands.every(({ text }) => text?.startsWith("+")) ? onlyReads([]) : undefined;
  },
};
