/** Programs that make files and folders or change what is said about them. */
import type { WriteManner } from "@intentgate/engine";
import { optionTable, type SplitArguments, splitArguments } from "../uses/options.ts";
import type { Program, Surroundings, UseEffect, Word } from "../uses/program.ts";
import { onlyReads } from "../uses/program.ts";
import { inside, madeFolder, readsOf, replaced, somewhere, useOf, written } from "../uses/use-of.ts";

/** Every operand after the first `skip` is written. */
function writesOperands(
  names: string[],
  options: string,
  manner: "create_or_replace" | "derived",
  skip: (split: SplitArguments) => number = () => 0,
): Program {
  const table = optionTable(options);
  return {
    names,
    use(args) {
      const split = splitArguments(table, args);
      if (!split) return undefined;
      return useOf(afterSkipped(split.operands, skip(split), manner).map(deepIf(split.has("R", "recursive"))));
    },
  };
}

/** Only what changes whole folders has such an option. */
function deepIf(recursive: boolean): (effect: UseEffect) => UseEffect {
  return (effect) => (recursive && effect.does === "write" ? { deep: true, ...effect } : effect);
}

/** Where the mode or the owner is not known, it may be several words, the later ones paths. */
function afterSkipped(operands: readonly Word[], skipped: number, manner: WriteManner): UseEffect[] {
  const effects = operands.slice(skipped).flatMap((operand) => replaced(operand, manner));
  return operands.slice(0, skipped).some(({ text }) => text === null) ? [somewhere(), ...effects] : effects;
}

const mkdirOptions = optionTable("-pv m|mode: Z context? parents verbose ...");

const mkdir: Program = {
  names: ["mkdir"],
  use(args) {
    const split = splitArguments(mkdirOptions, args);
    if (!split) return undefined;
    const how = split.has("p", "parents") ? "with parents" : "alone";
    // A mode that is none makes it fail.
    const mayFail = split.values("m").some(({ text }) => !/^[0-7]{1,4}$/.test(text ?? ""));
    return useOf(split.operands.flatMap((folder) => (mayFail ? written(folder, "derived") : madeFolder(folder, how))));
  },
};

const ownership = `-RchfHLPv from: reference: changes silent quiet verbose dereference no-dereference preserve-root
  no-preserve-root recursive ...`;

const chmodOptions = optionTable(
  "-Rcfv reference: changes silent quiet verbose preserve-root no-preserve-root recursive ...",
);

const chmod: Program = {
  names: ["chmod"],
  use(args) {
    // `-x`, `-rw` and the like are modes, not options.
    const mode = args.find(
      ({ text }) => text !== null && /^-[rwxXstugoa,=+-]{1,40}$/.test(text) && !text.startsWith("--"),
    );
    const split = splitArguments(chmodOptions, mode ? args.filter((word) => word !== mode) : args);
    if (!split) return undefined;
    const skipped = mode || split.has("reference") ? 0 : 1;
    return useOf(afterSkipped(split.operands, skipped, "derived").map(deepIf(split.has("R", "recursive"))));
  },
};

const ddKeys = new Set("bs cbs conv count ibs iflag iseek obs oflag oseek seek skip status files".split(" "));

const dd: Program = {
  names: ["dd"],
  use(args) {
    const effects: UseEffect[] = [];
    for (const { text } of args) {
      // It may be `of=…`.
      if (text === null) effects.push(somewhere());
      else if (text.startsWith("of=")) effects.push(...written(text.slice(3), "create_or_replace"));
      else if (text.startsWith("if=")) effects.push({ does: "read", path: text.slice(3) });
      else if (!ddKeys.has(text.slice(0, Math.max(0, text.indexOf("="))))) return undefined;
    }
    return useOf(effects);
  },
};

const mktempOptions = optionTable("-dqut p: suffix= tmpdir? directory dry-run quiet ...");

const mktemp: Program = {
  names: ["mktemp"],
  use(args, around) {
    const split = splitArguments(mktempOptions, args);
    if (!split || split.operands.length > 1) return undefined;
    if (split.has("u", "dry-run")) return split.mayHideOption ? undefined : onlyReads([]);
    const template = split.operands[0] ?? { text: "tmp.XXXXXXXXXX", glob: false };
    const given = split.options.findLast(({ name }) => name === "p" || name === "tmpdir");
    const folder = temporaryFolder(given?.value ?? undefined, around);
    const inFolder = split.operands.length === 0 || split.has("p", "tmpdir", "t");
    if (template.text === null || (inFolder && folder === null)) return useOf([somewhere()]);
    const name = anyInsteadOfX(template.text) + (split.value("suffix")?.text ?? "");
    // With `-t` the variable counts more than the folder that was given.
    const usual = split.has("t") && given ? temporaryFolder(undefined, around) : folder;
    if (inFolder && usual === null) return useOf([somewhere()]);
    const folders = inFolder ? new Set([folder ?? "", usual ?? ""]) : [""];
    return useOf([...folders].flatMap((each) => written(inside(each, name), "create_or_replace")));
  },
};

function temporaryFolder(given: Word | undefined, around: Surroundings): string | null {
  if (given && given.text !== "") return given.text;
  const set = around.variable("TMPDIR");
  return set === undefined || set === "" ? "/tmp" : set;
}

/** The last run of `XXX` is what is filled in. */
function anyInsteadOfX(template: string): string {
  const end = template.lastIndexOf("X") + 1;
  let start = end;
  while (template[start - 1] === "X") start -= 1;
  return end - start < 2 ? template : `${template.slice(0, start)}*${template.slice(end)}`;
}

const splitOptions = optionTable(
  `-dxeu0123456789 a|suffix-length: b|bytes: C|line-bytes: l|lines: n|number: t|separator: additional-suffix=
  numeric-suffixes? hex-suffixes? elide-empty-files unbuffered verbose filter:`,
);

const splitFile: Program = {
  names: ["split"],
  use(args) {
    const split = splitArguments(splitOptions, args);
    if (!split || split.has("filter") || split.operands.length > 2 || leads(split.value("additional-suffix")))
      return undefined;
    const [from, prefix = { text: "x", glob: false }] = split.operands;
    const made = prefix.text === null ? [somewhere()] : written(`${prefix.text}*`, "create_or_replace");
    return useOf([...(from ? readsOf([from]) : []), ...made, ...(split.mayHideOption ? [somewhere()] : [])]);
  },
};

/** A suffix that may lead to another folder than the prefix names. */
function leads(suffix: Word | undefined): boolean {
  return suffix !== undefined && (suffix.text === null || !/^[A-Za-z0-9%._-]*$/.test(suffix.text));
}

const csplitOptions = optionTable(
  "-kqszn f|prefix: b|suffix-format: n|digits: keep-files quiet silent elide-empty-files suppress-matched",
);

const csplit: Program = {
  names: ["csplit"],
  use(args) {
    const split = splitArguments(csplitOptions, args);
    if (!split || split.mayHideOption || leads(split.value("b"))) return undefined;
    return useOf([
      ...readsOf(split.operands.slice(0, 1)),
      ...written(`${split.value("f")?.text ?? "xx"}*`, "create_or_replace"),
    ]);
  },
};

const link: Program = {
  names: ["link"],
  use(args) {
    const [from, to] = args;
    if (from?.text == null || to?.text == null || args.length !== 2 || from.text.startsWith("-")) return undefined;
    return useOf([{ does: "write", path: to.text, manner: "create_or_replace", linkTarget: from.text }]);
  },
};

export const makeFiles: readonly Program[] = [
  mkdir,
  writesOperands(["touch"], "-acfhm d|date: r|reference: t: A: time: no-create no-dereference ...", "derived"),
  writesOperands(["truncate"], "-co s|size: r|reference: no-create io-blocks ...", "create_or_replace"),
  writesOperands(["mkfifo"], "-Z m|mode: context? ...", "derived"),
  writesOperands(["chown"], ownership, "derived", (split) => (split.has("reference") ? 0 : 1)),
  writesOperands(["chgrp"], ownership, "derived", (split) => (split.has("reference") ? 0 : 1)),
  writesOperands(["dos2unix", "unix2dos"], "-fkqsv force keepdate quiet safe", "derived"),
  {
    names: ["mknod"],
    use(args) {
      const split = splitArguments(optionTable("m|mode: Z context?"), args);
      return split?.operands[0] && useOf(written(split.operands[0], "create_or_replace"));
    },
  },
  chmod,
  dd,
  mktemp,
  splitFile,
  csplit,
  link,
  {
    names: ["sync"],
    use: (args) => (splitArguments(optionTable("-df data file-system"), args) ? onlyReads([]) : undefined),
  },
];
