/** The name under which a downloaded address is kept. */
import type { Word } from "../uses/program.ts";

/** Null: the address ends in no name. */
export function downloadName(address: string, keepsQuery: boolean): string | null {
  const scheme = address.indexOf("://");
  const bare = scheme < 0 ? address : address.slice(scheme + 3);
  const fragment = bare.indexOf("#");
  const plain = fragment < 0 ? bare : bare.slice(0, fragment);
  const question = plain.indexOf("?");
  const path = question < 0 ? plain : plain.slice(0, question);
  const slash = path.lastIndexOf("/");
  const name = slash < 0 ? "" : path.slice(slash + 1);
  if (name === "") return null;
  return keepsQuery && question >= 0 ? name + plain.slice(question) : name;
}

/** A line end in a header is the beginning of another request, which may be one that changes something. */
export function mayAskForMore(words: readonly Word[]): boolean {
  return words.some(({ text }) => text !== null && /[\u0000-\u001f\u007f]/.test(text));
}
