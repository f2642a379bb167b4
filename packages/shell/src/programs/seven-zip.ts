/** `7z` and its kin: a command letter, then switches glued to their values. */
import type { Program, UseEffect, Word } from "../uses/program.ts";
import { deleted, folderName, readsOf, unpackedBelow, useOf, written } from "../uses/use-of.ts";

const telling = new Set(["l", "t", "h", "b", "i"]);
const changing = new Set(["a", "u", "d", "rn"]);
const unpacking = new Set(["x", "e"]);
/** `-o` is the folder, `-so` prints, `-w` a folder for the work, `-v` cuts the archive into pieces, `-sdel` deletes what was packed. */
const switches =
  /^-(?:o.*|p.*|t[A-Za-z0-9.]+|m[A-Za-z0-9=:.,]*|r[-0]?|y|ao[asut]|ssc-?|slt|scrc.*|bd|bb[0-3]?|bs[oep][012]|i[r0-]*!.*|x[r0-]*!.*|so|sdel|stl|snh|snl|spf2?|v[0-9]+[bkmg]|w.*)$/;

export const sevenZip: Program = {
  names: ["7z", "7za", "7zr", "7zz", "7zzs"],
  use(args) {
    const [command, ...rest] = args;
    if (!command || command.text === "--help" || command.text === "-h")
      return rest.length === 0 ? useOf([]) : undefined;
    const verb = command.text ?? "";
    const dashes = rest.findIndex(({ text }) => text === "--");
    const given = dashes < 0 ? rest : rest.slice(0, dashes);
    const options = given.filter(({ text }) => text?.startsWith("-"));
    const operands = [
      ...given.filter((word) => !options.includes(word)),
      ...(dashes < 0 ? [] : rest.slice(dashes + 1)),
    ];
    // A word that is not known could be a switch, and `@` names a list.
    if (rest.some(({ text }) => text === null || text.startsWith("@"))) return undefined;
    if (!options.every(({ text }) => switches.test(text ?? ""))) return undefined;
    const has = (start: string): boolean => options.some(({ text }) => text?.startsWith(start));
    if (telling.has(verb)) return useOf(verb === "b" || verb === "i" ? [] : readsOf(operands));
    const [archive, ...members] = operands;
    if (!archive) return undefined;
    if (unpacking.has(verb)) return useOf([...readsOf([archive]), ...(has("-so") ? [] : unpacked(options))]);
    if (!changing.has(verb) || has("-so")) return undefined;
    return useOf([...archiveOf(archive, has("-v")), ...(has("-sdel") ? members.flatMap(deleted) : [])]);
  },
};

function unpacked(options: readonly Word[]): UseEffect[] {
  const folder = options.find(({ text }) => text?.startsWith("-o"))?.text?.slice(2) ?? ".";
  // `*` stands for the name of the archive.
  return unpackedBelow(folder.includes("*") ? folderName(folder) : folder);
}

function archiveOf(archive: Word, inPieces: boolean): UseEffect[] {
  return written(inPieces ? `${archive.text ?? ""}.*` : archive, "derived");
}
