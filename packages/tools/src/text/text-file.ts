/** A file's bytes as text; what could not make the round trip is refused rather than corrupted. */
import { decodeUtf8 } from "@intentgate/documents";
import { done, fail, type Outcome } from "../contract/failure.ts";

const BOM = "\uFEFF";

/** The text keeps its byte order mark, so that writing it back changes nothing. */
export function decodeText(bytes: Uint8Array, shown: string): Outcome<string> {
  const text = decodeUtf8(bytes);
  if (text !== null) return done(text);
  const remedy = "edit it with a command that knows its encoding, or replace it as a whole with write_to_file";
  return fail("NOT_TEXT", `${shown} is not UTF-8 text, so an edit could damage it; ${remedy}.`);
}

/** Changes what follows the byte order mark: it is no part of the first line. */
export function pastMark(text: string, change: (rest: string) => Outcome<string>): Outcome<string> {
  if (!text.startsWith(BOM)) return change(text);
  const changed = change(text.slice(BOM.length));
  return changed.ok ? done(BOM + changed.value) : changed;
}
