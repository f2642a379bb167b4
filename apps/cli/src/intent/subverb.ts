/** What the forms of `intentgate intent` have in common. */
import { type Checked, type Problem, problem } from "@intentgate/documents";
import type { Args } from "../command/verb.ts";
import { oneLine } from "../terminal/one-line.ts";

/** The one id after the subverb; more words usually are a glob that the shell spread out. */
export function oneId(args: Args, subverb: string): Checked<string> {
  const [, id, ...more] = args.words;
  if (more.length > 0) return wrong(tooMany(more));
  if (id === undefined)
    return wrong(problem("BAD_INPUT", "an intent's id is missing", `Write \`intentgate intent ${subverb} INT-001\`.`));
  return { ok: true, value: id };
}

export function tooMany(words: readonly string[]): Problem {
  const shown = words
    .slice(0, 3)
    .map((word) => oneLine(word, 40))
    .join(" ");
  return problem(
    "BAD_INPUT",
    `these words are too many: ${shown}`,
    'Put globs and texts in quotes: `--scope "src/auth/**"`.',
  );
}

export function wrong(it: Problem): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [it] };
}
