/** Rows of the truth set that were written by hand. */
import { keptGrammars } from "./kept-grammars.ts";
import { keptJavascript } from "./kept-javascript.ts";
import { keptOthers } from "./kept-others.ts";
import { trickyComments } from "./tricky-comments.ts";
import { trickyConstants } from "./tricky-constants.ts";
import { trickyGrammars } from "./tricky-grammars.ts";
import { trickyLines } from "./tricky-lines.ts";
import { trickyNames } from "./tricky-names.ts";
import { trickyOthers } from "./tricky-others.ts";
import { trickyScopes } from "./tricky-scopes.ts";
import { trickyTexts } from "./tricky-texts.ts";
import type { TruthRow } from "./truth.ts";

/** What it is about, the file's name, the text before and after. */
export type TrickyPair = readonly [name: string, path: string, before: string, after: string];

const rowsOf = (
  kind: string,
  truth: TruthRow["truth"],
  pairs: readonly TrickyPair[],
): (TruthRow & { name: string })[] =>
  pairs.map(([name, path, before, after]) => ({ name, kind, truth, path, before, after }));

export const handRows = [
  ...rowsOf("by hand: JavaScript and TypeScript", "kept", keptJavascript),
  ...rowsOf("by hand: Python, Go, Java", "kept", keptOthers),
  ...rowsOf("by hand: every grammar", "kept", keptGrammars),
  ...rowsOf("by hand: JavaScript and TypeScript, fooling", "changed", [
    ...trickyLines,
    ...trickyNames,
    ...trickyConstants,
    ...trickyTexts,
    ...trickyScopes,
    ...trickyComments,
  ]),
  ...rowsOf("by hand: Python, Go, Java, fooling", "changed", trickyOthers),
  ...rowsOf("by hand: every grammar, fooling", "changed", trickyGrammars),
];

/** Refactorings that the class does not look for: several names at once, moves, constants, imports, types. */
export const beyondTheClass: ReadonlySet<string> = new Set([
  "Go: a declared variable and a constant",
  "Go: a loop",
  "Go: a parameter of a function without a name",
  "Go: a received value",
  "Go: a value hidden in a block, both renamed",
  "Go: functions in another order",
  "Go: locals",
  "Go: methods in another order",
  "Go: several results",
  "Java: a lambda",
  "Java: a reference to a method of a local",
  "Java: loops",
  "Java: two blocks with variables of their own",
  "Python: a comprehension of a dictionary",
  "Python: a file and an error",
  "Python: a variable of a loop",
  "Python: loops within loops",
  "Python: names taken apart",
  "a called function renamed and moved",
  "a constant of a function",
  "a constant of the module",
  "a rename of an import",
  "a rename through an export list",
  "a rename through shorthand",
  "imports of types in another order",
  "names exchanged everywhere",
  "several at once",
  "types renamed",
]);
