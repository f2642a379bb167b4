/**
 * The characters that show nothing, end a line for some reader or turn the reading direction. This is the only place
 * that names them: what a model is told and what a person is shown is cleaned alike.
 *
 * Controls (`Cc`), format characters (`Cf`: direction switches, zero widths, the soft hyphen, annotation marks, tags),
 * half pairs (`Cs`), private use (`Co`), line and paragraph separators (`Zl`, `Zp`), whatever a font may leave out
 * (Hangul fillers, the grapheme joiner, variation selectors, places kept free for such), places that never hold a
 * character, and the empty Braille pattern. A selector right behind the picture or the key that it belongs to is seen
 * in how that looks, and stays.
 */
const invisible = () =>
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800](?<!\p{Extended_Pictographic}[\ufe0e\ufe0f]|[0-9#*]\ufe0f(?=\u20e3))/gu;

/**
 * By what is layout and stays: texts in which the search above, which is dear to write down even, finds nothing. Most
 * texts are such.
 */
const plain = { "": /^[ -~]*$/, "\t": /^[\t -~]*$/, "\t\n": /^[\t\n -~]*$/ };
export type Layout = keyof typeof plain;

/** Not empty, and no control in it: C0, DEL and C1. An expression without flags, so that a JSON Schema can tell it. */
export const withoutControl = /^[^\u0000-\u001f\u007f-\u009f]+$/;

export function hasControl(text: string): boolean {
  return text !== "" && !withoutControl.test(text);
}

export function hasInvisible(text: string, keep: Layout = ""): boolean {
  return invisibleAt(text, keep) !== -1;
}

/** Where the first one stands; -1 where all can be seen. */
export function invisibleAt(text: string, keep: Layout = ""): number {
  if (plain[keep].test(text)) return -1;
  for (const { 0: found, index } of text.matchAll(invisible())) if (!keep.includes(found)) return index;
  return -1;
}

/**
 * Where the first one stands in a file that people write and the gate obeys. Line ends of Windows are none, nor are the
 * joiners: letters of some languages and pictures are made with them, and whatever is shown leaves them out.
 */
export function unwelcomeAt(text: string): number {
  return invisibleAt(plain["\t\n"].test(text) ? "" : text.replace(/\r(?=\n)|[\u200c\u200d]/g, " "), "\t\n");
}

export function replaceInvisible(text: string, replace: (found: string) => string, keep: Layout = ""): string {
  if (plain[keep].test(text)) return text;
  return text.replace(invisible(), (found) => (keep.includes(found) ? found : replace(found)));
}
