/** The gate's own command line: what only tells passes; everything else is a person's and not known here. */

import { onlyReads, type Program } from "../uses/program.ts";
import { onlyReads as onlyTells } from "./gate-command.ts";

export const intentgate: Program = {
  names: ["intentgate"],
  use(args) {
    const [verb, next, ...rest] = args.map(({ text }) => text);
    if (!verb || !onlyTells(verb, next ?? undefined)) return undefined;
    const isPlain = [next, ...rest].every(
      (word) => word !== null && !(word?.startsWith("-") && !tellingOptions.has(word)),
    );
    return isPlain ? onlyReads([]) : undefined;
  },
};

const tellingOptions = new Set(["--json", "--all", "--explain", "--jsonl", "--stage"]);
