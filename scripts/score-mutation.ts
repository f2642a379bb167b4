/**
 * Scores the mutation class against the truth set: `npm run score:mutation [-- EVERY_NTH_FILE]`. With `--formatted N`
 * only against what a formatter makes of every Nth file of all dependencies.
 */

import { grammarReader } from "@intentgate/gate";
import { createSyntax } from "@intentgate/trace";
import { handRows } from "../test/mutation/hand-rows.ts";
import { confusion, type Judged, judge } from "../test/mutation/judge.ts";
import { formattedRows } from "../test/mutation/keeping-layout.ts";
import { dependencySources, truthSources } from "../test/mutation/sources.ts";
import { generatedRows, isPromised, isUsable } from "../test/mutation/truth-set.ts";

const onlyFormatted = process.argv[2] === "--formatted";
const thinning = Number(process.argv[onlyFormatted ? 3 : 2] ?? 1);
if (!Number.isInteger(thinning) || thinning < 1) {
  process.stderr.write("usage: npm run score:mutation [-- [--formatted] EVERY_NTH_FILE]\n");
  process.exit(2);
}

const say = (line = ""): void => void process.stdout.write(`${line}\n`);

const sources = onlyFormatted ? dependencySources(thinning) : truthSources(thinning);
const rows = onlyFormatted
  ? formattedRows(sources).filter(isUsable)
  : [...generatedRows(sources, { sitesPerKind: 2, mixed: 1 }), ...handRows];
const judged = await judge(rows, createSyntax({ ...grammarReader(), now: () => performance.now() }));
const kept = judged.filter(({ truth }) => truth === "kept");
const changed = judged.filter(({ truth }) => truth === "changed");
const found = kept.filter(({ isRefactor }) => isRefactor);
const promised = judged.filter(isPromised);
const fooled = changed.filter(({ isRefactor }) => isRefactor);

const byHand = onlyFormatted ? "" : `, ${handRows.length} pairs by hand`;
say(`${rows.length} rows: ${sources.length} real files${byHand}\n`);
say("| kind | program | AST_REFACTOR | INTENT_EVOLUTION |");
say("|---|---|---:|---:|");
for (const { kind, truth, refactor, evolution } of confusion(judged))
  say(`| ${kind} | ${truth} | ${refactor} | ${evolution} |`);
say(`| **all that keep the program** | kept | ${found.length} | ${kept.length - found.length} |`);
say(`| **all that change it** | changed | ${fooled.length} | ${changed.length - fooled.length} |`);

const shown = ({ kind, path, signals }: Judged): string => `  ${kind}: ${path} (${signals.join(", ")})`;
if (fooled.length > 0) say(`\ncalled a refactoring, and it is none:\n${fooled.map(shown).join("\n")}`);

const share = promised.filter(({ isRefactor }) => isRefactor).length / Math.max(promised.length, 1);
const limits = [
  { name: "changes called AST_REFACTOR", value: fooled.length, limit: "0", isMet: fooled.length === 0 },
  { name: "promised ones called AST_REFACTOR", value: share, limit: "at least 0.9", isMet: share >= 0.9 },
];
say();
for (const { name, value, limit, isMet } of limits)
  say(`${isMet ? "met    " : "NOT MET"}  ${name.padEnd(36)} ${value.toFixed(4)}  (${limit})`);
process.exitCode = limits.every(({ isMet }) => isMet) ? 0 : 1;
