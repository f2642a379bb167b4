/** `sed`: prints, unless it edits in place or its script writes or runs something. */
import { optionTable, splitArguments } from "../uses/options.ts";
import type { Nested, Program } from "../uses/program.ts";
import { edited, readsOf, useOf, written } from "../uses/use-of.ts";
import { readSedScript } from "./sed-script.ts";

const options = optionTable(
  `-nErsuz e|expression: f|file: i|in-place? l|line-length: quiet silent regexp-extended separate unbuffered null-data
  posix debug sandbox follow-symlinks binary ...`,
);

export const sed: Program = {
  names: ["sed", "gsed"],
  use(args) {
    const split = splitArguments(options, args);
    if (!split || split.has("f")) return undefined;
    const editing = split.options.filter(({ name }) => name === "i");
    const [inPlace] = editing;
    // A word that is not known could be `-i`; where files are edited anyway it is one target more.
    if (split.mayHideOption && !inPlace) return undefined;
    const given = split.values("e");
    // `sed -i '' SCRIPT FILE`: on some systems the suffix of the copy is always a word of its own.
    const ahead = given.length > 0 ? 0 : inPlace?.value === null && split.operands[0]?.text === "" ? 2 : 1;
    const scripts = given.length > 0 ? given : split.operands.slice(0, ahead);
    const files = split.operands.slice(ahead);
    // To GNU that empty word is the script: with `-n` it empties what stands behind it.
    const emptied =
      ahead === 2 && (split.has("n", "quiet", "silent") || files.length === 0) ? split.operands.slice(1, 2) : [];
    // To BSD `-l` takes no value, and what stands behind it is the script.
    if (split.values("l").some(({ text }) => !/^[0-9]+$/.test(text ?? ""))) return undefined;
    if (scripts.length === 0 || scripts.some(({ text }) => text === null)) return undefined;
    const script = readSedScript(scripts.map(({ text }) => text).join("\n"));
    if (!script) return undefined;
    const nested: Nested[] = [
      ...script.runs.map((text) => ({ runs: "script", text, folder: null }) as const),
      ...script.runsLine.map((text) => ({ runs: "script", text, folder: null, doubtful: true }) as const),
    ];
    return useOf(
      [
        ...readsOf([...files, ...script.reads.map((text) => ({ text, glob: false }))]),
        ...script.writes.flatMap((path) => written(path, "create_or_replace")),
        ...editing.flatMap(({ value }) => [...emptied, ...files].flatMap((file) => edited(file, value?.text ?? ""))),
      ],
      nested,
    );
  },
};
