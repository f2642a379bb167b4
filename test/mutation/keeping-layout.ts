/** Other white space, comments and notation: nothing that a program would notice. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { applied, parse, statementLists, tokensOf } from "./edits.ts";
import type { Choose, Generator, Source, TruthRow } from "./truth.ts";

/** After these a line may always be broken. */
const breakable = new Set([
  ts.SyntaxKind.CommaToken,
  ts.SyntaxKind.OpenParenToken,
  ts.SyntaxKind.OpenBraceToken,
  ts.SyntaxKind.OpenBracketToken,
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.SemicolonToken,
]);

function tokenGaps(source: Source, isWanted: (token: ts.Node) => boolean): number[] {
  const file = parse(source);
  return tokensOf(file)
    .filter((token) => isWanted(token) && !isInText(token))
    .map((token) => token.getEnd());
}

/** Inside templates and markup white space is content. */
function isInText(token: ts.Node): boolean {
  for (let at = token; at; at = at.parent) {
    if (ts.isJsxElement(at) || ts.isJsxSelfClosingElement(at) || ts.isJsxFragment(at)) return true;
    if (ts.isBlock(at)) return false;
  }
  return false;
}

function put(source: Source, offsets: readonly number[], text: (at: number) => string): string {
  return applied(
    source.text,
    offsets.map((start, at) => ({ start, end: start, text: text(at) })),
  );
}

function* spread(source: Source, choose: Choose): Iterable<string> {
  const gaps = tokenGaps(source, (token) => breakable.has(token.kind));
  yield put(source, choose(gaps, 40), () => "\n      ");
  yield put(source, choose(gaps, 40), () => "   ");
}

function* remargin({ path, text }: Source): Iterable<string> {
  if (text.includes("`") || /\.[jt]sx$/.test(path)) return;
  yield text.replace(/^[ \t]+/gm, (margin) => margin.replaceAll("\t", "    ").replaceAll("  ", "\t"));
  yield text.replace(/^[ \t]+/gm, "");
}

function* addBlankLines(source: Source, choose: Choose): Iterable<string> {
  const file = parse(source);
  const starts = statementLists(file).flatMap((list) => list.map((statement) => statement.getFullStart()));
  const afterLine = starts.filter((start) => /^\r?\n/.test(file.text.slice(start)));
  yield put(source, choose(afterLine, 20), () => "\n\n");
}

const sentences = [
  "// Counts what is left.",
  "/* Nothing to see here. */",
  "// The rest follows.",
  "/* One by one. */",
];

function* addComments(source: Source, choose: Choose): Iterable<string> {
  const gaps = tokenGaps(source, (token) => breakable.has(token.kind));
  yield put(source, choose(gaps, 12), (at) => ` ${sentences[at % sentences.length]}\n`);
}

function* changeComments(source: Source, choose: Choose): Iterable<string> {
  for (const version of addComments(source, choose)) {
    yield version.replaceAll("Counts what", "Says how much").replaceAll("One by one", "All at once");
  }
}

export const layoutGenerators: readonly Generator[] = [
  { kind: "lines broken, spaces added", truth: "kept", versions: spread },
  { kind: "indentation changed", truth: "kept", versions: remargin },
  { kind: "blank lines added", truth: "kept", versions: addBlankLines },
  { kind: "comments added", truth: "kept", versions: addComments },
];

/** Pairs that come from a commented version. */
export function* uncommentedRows(source: Source, choose: Choose): Iterable<TruthRow> {
  const [commented] = addComments(source, choose);
  if (!commented) return;
  const row = { truth: "kept" as const, path: source.path };
  yield { ...row, kind: "comments removed", before: commented, after: source.text };
  for (const after of changeComments(source, choose))
    yield { ...row, kind: "comments reworded", before: commented, after };
}

const styles = [
  { name: "wide lines", formatter: { lineWidth: 320, indentStyle: "tab" }, javascript: {} },
  {
    name: "narrow lines, single quotes, no commas",
    formatter: { lineWidth: 60, indentWidth: 4, indentStyle: "space" },
    javascript: { quoteStyle: "single", trailingCommas: "none", arrowParentheses: "asNeeded" },
  },
  {
    name: "no semicolons",
    formatter: { lineWidth: 100, indentStyle: "space" },
    javascript: { semicolons: "asNeeded", quoteProperties: "preserve" },
  },
];

/** What a real formatter makes of the files, in several styles. */
export function formattedRows(sources: readonly Source[]): TruthRow[] {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "intentgate-format-"));
  const biome = fileURLToPath(new URL("../../node_modules/@biomejs/biome/bin/biome", import.meta.url));
  try {
    return styles.flatMap(({ name, formatter, javascript }, at) => {
      const home = join(folder, String(at));
      // Under plain names: formatters pass by what lies in `node_modules` or `dist`.
      const places = sources.map(({ path }, index) => join(home, `source-${index}${extname(path)}`));
      mkdirSync(home);
      for (const [index, place] of places.entries()) writeFileSync(place, sources[index]?.text ?? "");
      const settings = {
        root: true,
        files: { includes: ["**"] },
        formatter: { enabled: true, ...formatter },
        linter: { enabled: false },
        assist: { enabled: false },
        javascript: { formatter: javascript },
      };
      writeFileSync(join(home, "biome.json"), JSON.stringify(settings));
      // Files that it cannot read it leaves as they are, and says so by its exit code.
      spawnSync(process.execPath, [biome, "format", "--write", "."], { cwd: home, stdio: "ignore" });
      return sources.map(({ path, text: before }, index) => ({
        kind: `formatted: ${name}`,
        truth: "kept" as const,
        path,
        before,
        after: readFileSync(places[index] ?? "", "utf8"),
      }));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
