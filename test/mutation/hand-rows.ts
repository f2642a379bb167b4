/** Rows of the truth set that were written by hand. */
import { keptJavascript } from "./kept-javascript.ts";
import { keptOthers } from "./kept-others.ts";
import { trickyComments } from "./tricky-comments.ts";
import { trickyConstants } from "./tricky-constants.ts";
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
  ...rowsOf("by hand: JavaScript and TypeScript, fooling", "changed", [
    ...trickyLines,
    ...trickyNames,
    ...trickyConstants,
    ...trickyTexts,
    ...trickyScopes,
    ...trickyComments,
  ]),
  ...rowsOf("by hand: Python, Go, Java, fooling", "changed", trickyOthers),
];
