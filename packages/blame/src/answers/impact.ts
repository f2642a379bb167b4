/** What an intent left in the code: which files and ranges still stand, and how much was replaced since. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { GovernedRoot } from "@intentgate/sidecar";
import type { Blame } from "./blame.ts";
import { filesOf } from "./coverage.ts";
import { type ExplainedIntent, explainIntent } from "./explain-line.ts";

export interface ImpactRange {
  start_line: number;
  end_line: number;
  symbols: string[];
}

export interface Impact {
  intent: ExplainedIntent;
  records: number;
  first_at: string | null;
  last_at: string | null;
  files: { path: string; lines: number; ranges: ImpactRange[]; suspect: boolean }[];
  /** Files that records of the intent name and that hold no line of it any more. */
  replaced_files: string[];
  written_lines: number;
  present_lines: number;
}

/** Null where no record names the intent. `everywhere`: also in files that the ledger knows under another name. */
export function impactOf(
  root: GovernedRoot,
  blame: Blame,
  intentId: string,
  { everywhere }: { everywhere: boolean },
): Impact | null {
  const { index } = blame.reader();
  const wanted = index.words.intents.find(intentId);
  const records = wanted === undefined ? [] : recordsUnder(wanted, blame);
  if (records.length === 0) return null;
  const named = new Set(records.flatMap((number) => blame.record(number).files.map((file) => file.relative_path)));
  const files = presentFiles(root, blame, intentId, named, everywhere ? filesOf(root.root) : []);
  const suspect = records.some((number) => blame.isSuspect(intentId, number));
  const times = records.map((number) => index.record.time.get(number));
  return {
    intent: explainIntent(intentId, suspect, root),
    records: records.length,
    first_at: new Date(Math.min(...times)).toISOString(),
    last_at: new Date(Math.max(...times)).toISOString(),
    files,
    replaced_files: [...named].filter((path) => !files.some((file) => file.path === path)).sort(),
    written_lines: records.reduce((sum, number) => sum + blame.linesWrittenBy(number), 0),
    present_lines: files.reduce((sum, file) => sum + file.lines, 0),
  };
}

function recordsUnder(intent: number, blame: Blame): number[] {
  const { index } = blame.reader();
  const found: number[] = [];
  for (let number = 0; number < index.records; number++)
    if (index.record.intent.get(number) === intent) found.push(number);
  return found;
}

function presentFiles(
  root: GovernedRoot,
  blame: Blame,
  intentId: string,
  named: ReadonlySet<string>,
  tree: readonly string[],
): Impact["files"] {
  const { index } = blame.reader();
  const known = index.words.paths.list;
  // Lines move: every file that the ledger names may hold some, and so may one that git knows under a new name.
  const paths = [...new Set([...named, ...known, ...tree])].filter((path) => existsSync(join(root.root, path)));
  return paths.sort().flatMap((path) => {
    const blamed = blame.file(path, { quick: !named.has(path) });
    if (!blamed.ok) return [];
    const ranges: ImpactRange[] = [];
    let lines = 0;
    let suspect = false;
    for (const [at, credit] of blamed.value.credits.entries()) {
      if (credit.credit !== "record" || credit.intent_id !== intentId) continue;
      lines++;
      suspect ||= blame.isSuspect(intentId, credit.number);
      const symbol = blame.symbolOf(credit);
      const last = ranges.at(-1);
      if (last?.end_line === at) last.end_line = at + 1;
      else ranges.push({ start_line: at + 1, end_line: at + 1, symbols: [] });
      const range = ranges.at(-1);
      if (symbol !== null && range && !range.symbols.includes(symbol)) range.symbols.push(symbol);
    }
    return lines === 0 ? [] : [{ path, lines, ranges, suspect }];
  });
}
