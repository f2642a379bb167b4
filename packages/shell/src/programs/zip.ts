/** `zip` and `unzip`. */
import { optionTable, splitArguments } from "../uses/options.ts";
import type { Program, Word } from "../uses/program.ts";
import { baseName, below, deleted, inside, readsOf, somewhere, unpackedBelow, useOf, written } from "../uses/use-of.ts";

// `-T` tests with another program when `-TT` names it, so neither is declared.
const zipOptions = optionTable(
  `-0123456789rqjvufdDXylogmekSRA@ P: b: t: n: s: x: i: O|out|output-file: recurse-paths quiet junk-paths update freshen
  delete move symlinks encrypt password: exclude: include: verbose`,
);

/** `-x` and `-i` take all words up to the next option. */
function withoutLists(args: readonly Word[]): Word[] {
  const kept: Word[] = [];
  let inList = false;
  for (const word of args) {
    const isOption = word.text?.startsWith("-") ?? false;
    if (isOption) inList = ["-x", "-i", "--exclude", "--include"].includes(word.text ?? "");
    if (!inList) kept.push(word);
  }
  return kept;
}

const zip: Program = {
  names: ["zip"],
  use(args) {
    // Two letters may be one option: `-lf` keeps a log, `-TT` runs a program.
    if (args.some(({ text }) => /^-[A-Za-z0-9]*(lf|la|li|TT|UN)/.test(text ?? ""))) return undefined;
    const split = splitArguments(zipOptions, withoutLists(args));
    if (!split || split.mayHideOption) return undefined;
    const [archive, ...members] = split.operands;
    if (archive?.text == null) return undefined;
    const target = split.value("O")?.text ?? archive.text;
    const moves = split.has("m", "move");
    if (moves && split.has("@")) return undefined;
    return useOf([
      ...readsOf(members),
      ...(target === "-" ? [] : written(named(target), "derived")),
      ...(moves ? members.flatMap(deleted) : []),
      // The archive is made there first.
      ...split.values("b").flatMap(below),
    ]);
  },
};

function named(archive: string): string {
  return baseName(archive).includes(".") ? archive : `${archive}.zip`;
}

const unzipOptions = optionTable("-aCDfjKLMnoqtTuUvVXlpz1Zc: d: P:");

const unzip: Program = {
  names: ["unzip"],
  use(args) {
    const split = splitArguments(unzipOptions, withoutLists(args));
    const [archive, ...members] = split?.operands ?? [];
    if (args.length === 1 && /^-hh?$/.test(args[0]?.text ?? "")) return useOf([]);
    if (!split || !archive) return undefined;
    if (split.has("l", "t", "v", "p", "c", "z", "Z"))
      return split.mayHideOption ? undefined : useOf(readsOf([archive]));
    // With `-:` a member may climb out of the folder.
    if (split.has(":")) return useOf([somewhere()]);
    const folder = split.value("d") ?? { text: ".", glob: false };
    const named =
      members.length > 0 &&
      folder.text !== null &&
      members.every(({ text, glob }) => text !== null && !glob && !/[*?[]/.test(text));
    return useOf([
      ...readsOf([archive]),
      ...(named && folder.text !== null
        ? members.flatMap(({ text }) =>
            written(
              inside(folder.text ?? ".", split.has("j") ? baseName(text ?? "") : (text ?? "")),
              "create_or_replace",
            ),
          )
        : unpackedBelow(folder)),
    ]);
  },
};

export const zipPrograms: readonly Program[] = [zip, unzip];
