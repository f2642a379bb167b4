/** Formatters and linters where they rewrite the files they are given; what they do besides is not known. */
import { optionTable, splitArguments } from "../uses/options.ts";
import type { Program, Use, UseEffect, Word } from "../uses/program.ts";
import { baseName, below, isFolderSpelling, readsOf, useOf, written } from "../uses/use-of.ts";

interface Formatter {
  names: readonly string[];
  /** Words that must come first, as in `ruff format`; separated by `|` where there is a choice. */
  subcommand?: string;
  options: string;
  /** Options that make it write; none = it writes anyway. */
  writesWith?: readonly string[];
  /** Options under which it only checks: then it may still keep caches, and is not known. */
  notWith?: readonly string[];
  /** Without those it prints and keeps nothing. */
  printsOtherwise?: boolean;
  /** Its settings in the project may be code, or name code that it loads. */
  loadsCode?: true;
}

const rows: readonly Formatter[] = [
  {
    names: ["prettier"],
    options: `w|write c|check l|list-different config: ignore-path: log-level|loglevel: parser: print-width: tab-width: no-config
      single-quote no-semi ignore-unknown u no-error-on-unmatched-pattern trailing-comma: end-of-line: prose-wrap:`,
    writesWith: ["w"],
    notWith: ["c", "l"],
    loadsCode: true,
  },
  {
    names: ["eslint"],
    options:
      "fix fix-dry-run quiet ext: c|config: max-warnings: no-eslintrc ignore-pattern: rule: no-error-on-unmatched-pattern",
    writesWith: ["fix"],
    notWith: ["fix-dry-run"],
    loadsCode: true,
  },
  {
    names: ["black"],
    options:
      "-qvS l|line-length: t|target-version: check diff quiet verbose exclude: extend-exclude: include: config: fast safe preview skip-string-normalization",
    notWith: ["check", "diff"],
  },
  {
    names: ["isort"],
    options: "-qv c|check|check-only d|diff quiet verbose profile: l|line-length: settings-path: sp: float-to-top",
    notWith: ["c", "d"],
  },
  {
    names: ["ruff"],
    subcommand: "format",
    options: "-q check diff quiet line-length: config: exclude: isolated preview no-cache n",
    notWith: ["check", "diff"],
  },
  {
    names: ["ruff"],
    subcommand: "check",
    options: "-q fix diff quiet select: ignore: extend-select: config: unsafe-fixes isolated no-cache n",
    writesWith: ["fix"],
    notWith: ["diff"],
  },
  {
    names: ["autopep8", "yapf"],
    options: "-arv i|in-place d|diff recursive aggressive max-line-length: style: p|parallel",
    writesWith: ["i"],
    notWith: ["d"],
  },
  {
    names: ["autoflake"],
    options: "-ri in-place remove-all-unused-imports remove-unused-variables recursive",
    writesWith: ["i", "in-place"],
  },
  { names: ["gofmt"], options: "-delrsw r:", writesWith: ["w"], printsOtherwise: true },
  // They start `go` in the folder, whatever they are asked for.
  { names: ["goimports", "gofumpt"], options: "-delw local:", writesWith: ["w"], loadsCode: true },
  {
    names: ["rustfmt"],
    options: "-qlv check edition: config: config-path: emit: backup quiet verbose",
    notWith: ["check", "emit", "backup"],
    loadsCode: true,
  },
  {
    names: ["clang-format"],
    options: "i style= fallback-style= assume-filename= lines= sort-includes n dry-run Werror verbose",
    writesWith: ["i"],
    printsOtherwise: true,
  },
  {
    names: ["shfmt"],
    options: "-dlswmnp i: bn ci sr kp fn ln: diff list simplify write indent:",
    writesWith: ["w", "write"],
    printsOtherwise: true,
  },
  {
    names: ["biome"],
    subcommand: "format|check|lint",
    options: "write fix apply unsafe config-path= colors= max-diagnostics= no-errors-on-unmatched",
    writesWith: ["write", "fix", "apply"],
  },
  { names: ["stylelint"], options: "fix config: quiet", writesWith: ["fix"], loadsCode: true },
];

const tables = new Map(rows.map((row) => [row, optionTable(row.options)]));

function formatterUse(row: Formatter, args: readonly Word[]): Use | undefined {
  const table = tables.get(row);
  // `gofmt -w` and `clang-format -style=…` write their options with one dash or two.
  const split = table && splitArguments(table, args.map(twoDashes));
  if (!split || split.has(...(row.notWith ?? []))) return undefined;
  const writes = !row.writesWith || split.has(...row.writesWith);
  if (!writes) return row.printsOtherwise && !split.mayHideOption ? useOf(readsOf(split.operands)) : undefined;
  // Nothing named: which files it takes is its own affair.
  if (split.operands.length === 0) return undefined;
  const loads: UseEffect[] = row.loadsCode ? [{ does: "load_settings", program: row.names[0] ?? "" }] : [];
  return useOf([...loads, ...split.operands.flatMap(rewritten)]);
}

function twoDashes(word: Word): Word {
  const { text } = word;
  return text !== null && /^-[a-z]{4,}(?:=|$)/.test(text) && !/^-[delrsw]+$/.test(text)
    ? { ...word, text: `-${text}` }
    : word;
}

/** A name without an ending is taken for a folder. */
function rewritten(word: Word): UseEffect[] {
  const { text, glob } = word;
  if (text === null || glob || /[*?]/.test(text) || text.endsWith("/**")) return written(word, "derived");
  return isFolderSpelling(text) || !baseName(text).slice(1).includes(".") ? below(text) : written(text, "derived");
}

const names = [...new Set(rows.flatMap((row) => row.names))];

/** The toolchain that a folder names is started even to tell its version. */
const startedByFolder = new Set(["rustfmt"]);

export const formatters: readonly Program[] = names.map((name) => ({
  names: [name],
  ...(startedByFolder.has(name) ? { loadsFirst: true as const } : {}),
  use(args) {
    const row = rows.find(
      ({ names: own, subcommand }) =>
        own.includes(name) && (subcommand?.split("|").includes(args[0]?.text ?? "") ?? true),
    );
    return row && formatterUse(row, row.subcommand ? args.slice(1) : args);
  },
}));
