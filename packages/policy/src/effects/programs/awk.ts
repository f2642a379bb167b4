/** `awk` and its kin: the program text decides. */
import { readAwkProgram } from "./awk-program.ts";
import { optionTable, splitArguments } from "./options.ts";
import type { Nested, Program } from "./program.ts";
import { readsOf, somewhere, useOf, written } from "./use-of.ts";

const options = optionTable(
  `-bcnrsS F|field-separator: v|assign: f|file: i|include: e|source: characters-as-bytes posix traditional re-interval
  sandbox csv non-decimal-data lint? version`,
);

export const awk: Program = {
  names: ["awk", "gawk", "mawk", "nawk", "original-awk"],
  use(args) {
    const split = splitArguments(options, args, { operandsEndOptions: true });
    if (!split || split.has("f")) return undefined;
    const includes = split.values("i");
    if (includes.some(({ text }) => text !== "inplace")) return undefined;
    const sources = split.values("e");
    const [first, ...rest] = split.operands;
    const programs = sources.length > 0 ? sources : first ? [first] : [];
    const files = (sources.length > 0 ? split.operands : rest).filter(
      ({ text }) => text === null || !isAssignment(text),
    );
    if (programs.length === 0) return undefined;
    const texts = programs.map(({ text }) => text);
    // Were an option before the program not known, the program could be another word.
    if (texts.includes(null) || split.values("v", "F").some(({ text }) => text === null)) return undefined;
    const read = readAwkProgram(texts.join("\n"));
    if (!read) return undefined;
    const nested: Nested[] = read.runs.map((text) => ({ runs: "script", text, folder: null }));
    return useOf(
      [
        ...readsOf(files),
        ...read.writes.flatMap(({ path, appends }) =>
          path === null ? [somewhere()] : path === "-" ? [] : written(path, appends ? "derived" : "create_or_replace"),
        ),
        ...(includes.length > 0 ? files.flatMap((file) => written(file, "derived")) : []),
      ],
      nested,
    );
  },
};

function isAssignment(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,80}=/.test(text);
}
