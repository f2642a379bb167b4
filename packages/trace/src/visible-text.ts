/** Everything that could move a cursor, hide or reorder text is written out; a tab stays a tab. */
const HIDDEN =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb]|\p{Cs}|(?![\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;
/** What most texts are made of: in them the long search, which is dear to compile, finds nothing. */
const PLAIN = /^[\t -~]*$/;

export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code > 0xffff) return `\\u{${code.toString(16)}}`;
    return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
