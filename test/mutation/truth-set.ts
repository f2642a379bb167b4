/** All rows of the truth set: generated from real files, and written by hand. */
import { expressionGenerators } from "./changing-expressions.ts";
import { wrongNameGenerators } from "./changing-names.ts";
import { statementGenerators } from "./changing-statements.ts";
import { formattedRows, layoutGenerators, uncommentedRows } from "./keeping-layout.ts";
import { nameGenerators } from "./keeping-names.ts";
import { inlinedRows, orderGenerators, typeImportRows } from "./keeping-order.ts";
import { isSound } from "./sources.ts";
import { chooser, type Generator, type Source, type TruthRow } from "./truth.ts";

export const generators: readonly Generator[] = [
  ...layoutGenerators,
  ...nameGenerators,
  ...orderGenerators,
  ...expressionGenerators,
  ...statementGenerators,
  ...wrongNameGenerators,
];

/** What the class promises to find: layout, comments and notation. What it may find beside that is only counted. */
export function isPromised({ kind, truth }: TruthRow): boolean {
  return truth === "kept" && /^(lines broken|indentation|blank lines|comments|formatted:)/.test(kind);
}

export interface Extent {
  sitesPerKind: number;
  /** Several changes at once, each row one more. */
  mixed: number;
}

export function generatedRows(sources: readonly Source[], extent: Extent): TruthRow[] {
  const rows = sources.flatMap((source) => [
    ...generators.flatMap((generator) => versionsBy(generator, source, extent)),
    ...uncommentedRows(source, chooser(source.path, extent.sitesPerKind)),
    ...typeImportRows(source),
    ...inlinedRows(source, chooser(source.path, extent.sitesPerKind)),
    ...mixedRows(source, extent),
  ]);
  return [...rows, ...formattedRows(sources)].filter(isUsable);
}

function versionsBy({ kind, truth, versions }: Generator, source: Source, { sitesPerKind }: Extent): TruthRow[] {
  const choose = chooser(`${kind} ${source.path}`, sitesPerKind);
  return [...versions(source, choose)].map((after) => ({ kind, truth, path: source.path, before: source.text, after }));
}

const mixable = [
  "comments added",
  "several locals renamed",
  "function moved down",
  "constant extracted in a function",
  "lines broken, spaces added",
];

/** One transform on top of the other; and the same with one real change among them. */
function mixedRows(source: Source, { mixed }: Extent): TruthRow[] {
  const rows: TruthRow[] = [];
  for (let at = 0; at < mixed; at++) {
    const choose = chooser(`mixed ${at} ${source.path}`, 1);
    let text = source.text;
    for (const kind of mixable) {
      const generator = generators.find((one) => one.kind === kind);
      const [version] = [...(generator?.versions({ path: source.path, text }, choose) ?? [])];
      if (version !== undefined && isSound({ path: source.path, text: version })) text = version;
    }
    rows.push({ kind: "several at once", truth: "kept", path: source.path, before: source.text, after: text });
    const changing = generators.filter(({ truth }) => truth === "changed");
    for (const { kind, versions } of choose(changing, 4)) {
      const [after] = [...versions({ path: source.path, text }, choose)];
      if (after !== undefined)
        rows.push({
          kind: `several at once, and ${kind}`,
          truth: "changed",
          path: source.path,
          before: source.text,
          after,
        });
    }
  }
  return rows;
}

/** What does not compile, or is no other text at all, says nothing. */
export function isUsable(row: TruthRow): boolean {
  return (
    row.before !== row.after &&
    isSound({ path: row.path, text: row.before }) &&
    isSound({ path: row.path, text: row.after })
  );
}
