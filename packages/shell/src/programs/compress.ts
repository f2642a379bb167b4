/** Programs that pack one file at a time: the packed file takes the place of the other, unless it is kept. */
import { type OptionTable, optionTable, type SplitArguments, splitArguments } from "../uses/options.ts";
import type { Program, UseEffect, Word } from "../uses/program.ts";
import { reading } from "../uses/reading-program.ts";
import {
  below,
  beside,
  deleted,
  folderName,
  isFolderSpelling,
  readsOf,
  somewhere,
  useOf,
  written,
} from "../uses/use-of.ts";

interface Packer {
  names: readonly string[];
  table: OptionTable;
  suffix: string;
  /** What the ending of a packed file becomes. */
  endings: Readonly<Record<string, string>>;
  keeps: boolean;
}

const levels = "-0123456789";

const packers: readonly Packer[] = [
  {
    names: ["gzip", "gunzip", "pigz", "unpigz"],
    table: optionTable(
      `${levels} -cdfkhlnNqrtvia S|suffix: b: p: stdout to-stdout decompress uncompress force keep list no-name name quiet
      recursive test verbose fast best rsyncable synchronous`,
    ),
    suffix: ".gz",
    endings: { ".gz": "", ".tgz": ".tar", ".taz": ".tar", "-gz": "", ".z": "", "-z": "", ".Z": "" },
    keeps: false,
  },
  {
    names: ["bzip2", "bunzip2"],
    table: optionTable(`${levels} -cdfkqstvz stdout decompress compress force keep quiet small test verbose fast best`),
    suffix: ".bz2",
    endings: { ".bz2": "", ".bz": "", ".tbz2": ".tar", ".tbz": ".tar" },
    keeps: false,
  },
  {
    names: ["xz", "unxz", "lzma", "unlzma"],
    table: optionTable(
      `${levels} -cdefklqtvz S|suffix: T|threads: M|memlimit: F|format: C|check: stdout to-stdout decompress uncompress
      compress force keep list quiet test verbose extreme fast best no-sparse single-stream`,
    ),
    suffix: ".xz",
    endings: { ".xz": "", ".txz": ".tar", ".lzma": "", ".tlz": ".tar" },
    keeps: false,
  },
  {
    names: ["zstd", "unzstd", "zstdmt"],
    table: optionTable(
      `${levels} -cCdfklqrtvz T: o: D: stdout decompress uncompress compress force keep list quiet test verbose rm fast? ultra
      long? no-progress threads= format= no-check check adapt? single-thread`,
    ),
    suffix: ".zst",
    endings: { ".zst": "", ".tzst": ".tar", ".gz": "", ".xz": "", ".lz4": "" },
    keeps: true,
  },
  {
    names: ["compress", "uncompress"],
    table: optionTable("-cdfkrv b:"),
    suffix: ".Z",
    endings: { ".Z": "" },
    keeps: false,
  },
];

const looking = new Set(["t", "test", "l", "list"]);
const changing = new Set(["z", "compress", "d", "decompress", "uncompress"]);

function program(packer: Packer, name: string): Program {
  const unpacksByName = name.startsWith("un") || name.startsWith("gun") || name.startsWith("bun");
  return {
    names: [name],
    use(args) {
      const split = splitArguments(packer.table, args);
      if (!split) return undefined;
      const modes = split.options
        .map(({ name: option }) => option)
        .filter((option) => looking.has(option) || changing.has(option));
      // Of several modes the last one counts, but to gzip a test is one whatever else is asked.
      const looks =
        name === "gzip" || name === "gunzip"
          ? modes.some((mode) => looking.has(mode))
          : looking.has(modes.at(-1) ?? "");
      const prints = looks || (split.has("c", "stdout", "to-stdout") && !split.has("o"));
      // Nothing named: from standard input to standard output.
      const files = split.operands.filter(({ text }) => text !== "-");
      if (prints || (files.length === 0 && !split.has("o"))) {
        // Where there is an option for the output, a word that is not known could be it.
        if (split.mayHideOption && packer.keeps) return undefined;
        // Before 1.5.4 zstd removes what it printed, too.
        if (split.has("rm")) return useOf(files.flatMap(({ text }) => (text === null ? [somewhere()] : deleted(text))));
        return useOf(readsOf(files));
      }
      if (name === "lzma" || name === "uncompress") return undefined;
      const unpacks = unpacksByName || split.has("d", "decompress", "uncompress");
      return useOf(files.flatMap((file) => packed(packer, split, file, unpacks)).concat(outputs(split)));
    },
  };
}

function outputs(split: SplitArguments): UseEffect[] {
  const target = split.value("o");
  return target ? written(target, "create_or_replace") : [];
}

function packed(packer: Packer, split: SplitArguments, file: Word, unpacks: boolean): UseEffect[] {
  const { text } = file;
  if (text === null) return [somewhere()];
  const isRecursive = split.has("r", "recursive");
  if (isRecursive && isFolderSpelling(text)) return below(text);
  const alone = packedAlone(packer, split, file, text, unpacks);
  return isRecursive ? [...below(text), ...alone] : alone;
}

function packedAlone(packer: Packer, split: SplitArguments, file: Word, text: string, unpacks: boolean): UseEffect[] {
  const removed = packer.keeps ? split.has("rm") : !split.has("k", "keep");
  const source = removed ? deleted(text) : readsOf([file]);
  if (split.has("o")) return source;
  if (unpacks && split.has("N", "name")) return [...source, ...below(folderName(text))];
  const isOldFormat = ["lzma", "alone"].includes(split.value("F")?.text ?? "");
  const suffix = split.value("S")?.text ?? (isOldFormat ? ".lzma" : packer.suffix);
  if (!unpacks) return [...source, ...written(beside(text, suffix), "create_or_replace")];
  const bare = withoutEnding(text, { ...packer.endings, [suffix]: "" });
  // Without a known ending the file of that name with the ending is meant, or the program picks a name.
  if (bare === null) {
    const kept = removed ? [] : written(text, "create_or_replace");
    return [...source, ...kept, ...deleted(beside(text, suffix)), ...written(beside(text, ".out"), "derived")];
  }
  return [...source, ...written(bare, "create_or_replace")];
}

function withoutEnding(path: string, endings: Readonly<Record<string, string>>): string | null {
  if (path.endsWith("**")) return path;
  const ending = Object.keys(endings)
    .filter((each) => path.endsWith(each) && path.length > each.length)
    .sort((a, b) => b.length - a.length)[0];
  return ending === undefined ? null : path.slice(0, -ending.length) + (endings[ending] ?? "");
}

export const compress: readonly Program[] = [
  ...packers.flatMap((packer) => packer.names.map((name) => program(packer, name))),
  reading({ names: "zipinfo", options: "-12slmvhtTzCM", operands: "files" }),
];
