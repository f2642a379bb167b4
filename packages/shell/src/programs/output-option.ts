/** Filters that write only where an option or a further operand says so. */
import { optionTable, type SplitArguments, type SplitStyle, splitArguments } from "../uses/options.ts";
import type { Program, Surroundings, Use, Word } from "../uses/program.ts";
import { readsOf, useOf, written } from "../uses/use-of.ts";

const sortOptions = optionTable(
  `-bdfgiMhnRrVCmsuz k|key: S|buffer-size: t|field-separator: T|temporary-directory: o|output: compress-program:
  batch-size: parallel: files0-from: random-source: c|check? sort: ignore-leading-blanks dictionary-order fold-case
  general-numeric-sort ignore-nonprinting month-sort human-numeric-sort numeric-sort random-sort reverse version-sort
  merge stable unique zero-terminated debug ...`,
);

const sort: Program = {
  names: ["sort"],
  use(args) {
    const split = splitArguments(sortOptions, args);
    if (!split || split.has("compress-program")) return undefined;
    // `sort /o FILE` of Windows.
    if (split.operands.some(({ text }) => /^\/o/i.test(text ?? "") && !text?.includes("/", 1))) return undefined;
    const outputs = split.values("o");
    // A word that is not known could be `-o`; where it is the file of `-o` itself, the target is not known either way.
    if (split.mayHideOption && !outputs.some(({ text }) => text === null)) return undefined;
    return useOf([
      ...readsOf([...split.values("files0-from"), ...split.operands]),
      ...outputs.flatMap((output) => written(output, "create_or_replace")),
    ]);
  },
};

/** The operand after the first is what it writes. */
function secondOperand(
  names: string[],
  options: string,
  style: SplitStyle = {},
  output: (split: SplitArguments, around: Surroundings) => string | null = () => null,
): Program {
  const table = optionTable(options);
  return {
    names,
    use(args, around) {
      const split = splitArguments(table, args, style);
      if (!split || split.mayHideOption || split.operands.length > 2) return undefined;
      const [from, to] = split.operands;
      // Some take options only before the first operand: then this is the name of a file.
      const behind = from ? args.slice(args.findIndex(({ text }) => text === from.text) + 1) : [];
      if (behind.some(({ text }) => text !== "-" && text?.startsWith("-"))) return undefined;
      const effects = [
        ...(from ? readsOf([from]) : []),
        ...(to && to.text !== "-" ? written(to, "create_or_replace") : []),
      ];
      return useOf(effects, [], output(split, around));
    },
  };
}

/** `xxd -r -p` makes bytes of plain hexadecimal. */
function fromHexadecimal({ operands, options }: SplitArguments, { stdin }: Surroundings): string | null {
  const names = options.map(({ name }) => name);
  const isPlain = names.length === 2 && names.includes("r") && names.includes("p");
  if (!isPlain || operands.length > 0 || stdin.kind !== "text" || !/^[0-9a-fA-F\s]*$/.test(stdin.text)) return null;
  const bytes = Buffer.from(stdin.text.replace(/\s/g, ""), "hex");
  return bytes.every((byte) => byte > 0 && byte < 0x80) ? bytes.toString("latin1") : null;
}

/** `output`: the option that names the file. */
function withOutput(names: string[], options: string, output: string, style: SplitStyle = {}): Program {
  const table = optionTable(options);
  return {
    names,
    use(args) {
      const split = splitArguments(table, args, style);
      if (!split || split.mayHideOption) return undefined;
      const target = split.value(output);
      return useOf([
        ...readsOf(split.operands),
        ...(target && target.text !== "-" ? written(target, "create_or_replace") : []),
      ]);
    },
  };
}

const base64Options = optionTable("-diDenu w|wrap: b: o|output: decode encode ignore-garbage noerrcheck copyright");

/** What it prints may be what a shell runs next. */
const base64: Program = {
  names: ["base64", "base32", "basenc"],
  use(args, around) {
    const split = splitArguments(base64Options, args);
    if (!split || split.has("b") || split.mayHideOption) return undefined;
    const decodes = split.has("d", "D", "decode");
    const output = split.value("o");
    if (output)
      return useOf([...readsOf(split.operands), ...(output.text === "-" ? [] : written(output, "create_or_replace"))]);
    return useOf(readsOf(split.operands), [], decodes ? decoded(split.operands, around) : null);
  },
};

function decoded(operands: readonly Word[], { stdin }: Surroundings): string | null {
  if (operands.length > 0 || stdin.kind !== "text" || !/^[A-Za-z0-9+/=\n]*$/.test(stdin.text)) return null;
  const bytes = Buffer.from(stdin.text, "base64");
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : null;
}

const teeOptions = optionTable("-aip append ignore-interrupts output-error? ...");

const tee: Program = {
  names: ["tee"],
  use(args, { stdin }): Use | undefined {
    const split = splitArguments(teeOptions, args);
    if (!split) return undefined;
    const manner = split.has("a", "append") ? "derived" : "create_or_replace";
    const targets = split.operands.flatMap((target) => written(target, manner));
    return useOf(targets, [], stdin.kind === "text" ? stdin.text : null);
  },
};

/** `-o FILE` keeps a log of what is shown. */
const pagers: Program = {
  names: ["less", "more"],
  use(args) {
    const split = splitArguments(pagerOptions, args);
    if (!split || split.mayHideOption) return undefined;
    // Behind a number, or a `$` in a text, further options follow in the same word.
    if (split.values("x", "z", "lines").some(({ text }) => !/^[0-9,]+$/.test(text ?? ""))) return undefined;
    if (split.values("p").some(({ text }) => text === null || text.includes("$"))) return undefined;
    return useOf(readsOf(split.operands));
  },
};
const pagerOptions = optionTable(
  `-aBcCdefFgGiIJKLmMnNqQrRsSuUwWX0123456789~ p|pattern: x|tabs: chop-long-lines no-init quit-if-one-screen force quiet silent
  raw-control-chars RAW-CONTROL-CHARS ignore-case IGNORE-CASE line-numbers LINE-NUMBERS squeeze-blank-lines quit-at-eof lines: z|window:`,
);

export const outputOption: readonly Program[] = [
  sort,
  secondOperand(
    ["uniq"],
    `-cdDiuz0123456789 f|skip-fields: s|skip-chars: w|check-chars: all-repeated? count repeated
    group? ignore-case unique zero-terminated`,
  ),
  secondOperand(["xxd"], "-abCdEeipruv c|cols: g: l|len: n: o: s|seek: R?", { letters: "first" }, fromHexadecimal),
  withOutput(["shuf"], "-erz i|input-range: n|head-count: o|output: random-source: echo repeat zero-terminated", "o"),
  withOutput(["iconv"], "-cls f|from-code: t|to-code: o|output: list silent verbose byte-subst: unicode-subst:", "o"),
  withOutput(
    ["tree"],
    `-aACdDfFgGhilnNpPqQrsStuUvxXJ L: I: P: H: T: o: charset= filelimit= timefmt= sort= dirsfirst filesfirst noreport
    gitignore prune du si inodes device nolinks matchdirs ignore-case fromfile info`,
    "o",
    { letters: "apart" },
  ),
  base64,
  tee,
  pagers,
];
