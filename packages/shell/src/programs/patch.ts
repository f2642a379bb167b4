/** `patch`: changes the files that the patch names, or the one it is given. */
import { optionTable, splitArguments } from "../uses/options.ts";
import type { Program, UseEffect } from "../uses/program.ts";
import { below, beside, inside, readsOf, somewhere, useOf, written } from "../uses/use-of.ts";

const options = optionTable(
  `-bcEflNnRsTtuvZ B|prefix: D|ifdef: d|directory: F|fuzz: i|input: o|output: p|strip: r|reject-file: V|version-control: Y:
  z|suffix: backup backup-if-mismatch no-backup-if-mismatch binary dry-run force forward batch ignore-whitespace
  normal unified context remove-empty-files reverse quiet silent verbose posix merge? read-only= reject-format=
  follow-symlinks`,
);

export const patch: Program = {
  names: ["patch"],
  use(args) {
    const split = splitArguments(options, args);
    if (!split || split.operands.length > 2) return undefined;
    const [file, from] = split.operands;
    const folder = split.value("d") ?? { text: ".", glob: false };
    if (split.mayHideOption || folder.text === null) return split.has("dry-run") ? undefined : useOf([somewhere()]);
    const here = folder.text;
    const reads = readsOf([...split.values("i"), ...(from ? [from] : [])]);
    const output = split.value("o");
    if (split.has("dry-run") && !output) return useOf(reads);
    if (output?.text === "-" || split.has("B", "z", "Y", "V")) return undefined;
    const rejects = split
      .values("r")
      .flatMap(({ text }) => (text === null || text === "-" ? [] : written(inside(here, text), "derived")));
    /** What does not fit is kept beside the file, and so is the file as it was. */
    const leftBeside = (path: string): UseEffect[] => [
      ...(split.has("no-backup-if-mismatch") && !split.has("b", "backup")
        ? []
        : written(beside(path, ".orig"), "derived")),
      ...(split.has("r") ? rejects : written(beside(path, ".rej"), "derived")),
    ];
    if (output?.text) {
      const path = inside(here, output.text);
      return useOf([...reads, ...written(path, "create_or_replace"), ...leftBeside(path)]);
    }
    // The names in the patch are not known; `patch` keeps them below the folder it works in.
    if (file?.text == null) return useOf([...reads, ...below(here), ...rejects]);
    const path = inside(here, file.text);
    return useOf([...reads, ...written(path, "derived"), ...leftBeside(path)]);
  },
};
