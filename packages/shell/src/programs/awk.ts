/** `awk` and its kin: the program text decides. */

import { optionTable, type SplitArguments, splitArguments } from "../uses/options.ts";
import type { Nested, Program, UseEffect } from "../uses/program.ts";
import { readsOf, somewhere, useOf, written } from "../uses/use-of.ts";
import { readAwkProgram } from "./awk-program.ts";

const options = optionTable(
  `-bcnrsS F|field-separator: v|assign: f|file: i|include: e|source: characters-as-bytes posix traditional re-interval
  sandbox csv non-decimal-data lint? version`,
);

/** A file `inplace.awk` in the current folder is taken before the one that comes with it. */
const loadsInplace: UseEffect = { does: "load_settings", program: "awk" };

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
    const read = readAwkProgram(texts.join("\n"), givenVariables(split));
    if (!read) return undefined;
    const nested: Nested[] = read.runs.map((text) => ({ runs: "script", text, folder: null }));
    return useOf(
      [
        ...readsOf(files),
        ...read.writes.flatMap(({ path, appends }) =>
          path === null ? [somewhere()] : path === "-" ? [] : written(path, appends ? "derived" : "create_or_replace"),
        ),
        ...(includes.length > 0 ? [loadsInplace, ...files.flatMap((file) => written(file, "derived"))] : []),
      ],
      nested,
    );
  },
};

/** What `-v name=value` sets; null where an operand may set a variable while it runs. */
function givenVariables(split: SplitArguments): Map<string, string> | null {
  if (split.operands.some(({ text }) => text === null || isAssignment(text))) return null;
  const given = new Map<string, string>();
  for (const { text } of split.values("v")) {
    const equals = text?.indexOf("=") ?? -1;
    const name = text?.slice(0, Math.max(0, equals)) ?? "";
    // Its escapes are read once more, and the last of several counts.
    if (equals < 1 || text?.includes("\\") || given.has(name)) return null;
    given.set(name, text?.slice(equals + 1) ?? "");
  }
  return given;
}

function isAssignment(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]{0,80}=/.test(text);
}
