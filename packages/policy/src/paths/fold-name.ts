/** Spellings that some file system takes for the same name. */

/** Only its case can be spelled differently. */
const visibleAscii = /^[ -~]*$/;
const ignorable = () => /\p{Default_Ignorable_Code_Point}/gu;

/** Upper case first, so that `ſ` meets `s` and `ß` meets `ss`, as file systems with full case folding have it. */
export function foldCase(text: string): string {
  return visibleAscii.test(text) ? text.toLowerCase() : text.toUpperCase().toLowerCase().normalize("NFC");
}

/** Over-matches on purpose: case, look-alike forms, `name:stream`, trailing dots and spaces are all taken off. */
function foldName(name: string): string {
  const isPlain = visibleAscii.test(name);
  const folded = isPlain ? name.toLowerCase() : foldCase(name.normalize("NFKC").replace(ignorable(), ""));
  const colon = folded.indexOf(":");
  return withoutTrailing(colon >= 0 ? folded.slice(0, colon) : folded);
}

function withoutTrailing(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === "." || name[end - 1] === " ")) end -= 1;
  return name.slice(0, end);
}

/** The names of an absolute or relative path, empty ones left out. */
export function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

export function foldedNames(path: string): string[] {
  return namesOf(path)
    .map(foldName)
    .filter((name) => name !== "");
}

export function startsWithNames(names: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length <= names.length && prefix.every((name, at) => names[at] === name);
}
