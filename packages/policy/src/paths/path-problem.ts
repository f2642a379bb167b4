/** Says why a text cannot serve as a path, before anything is looked up. */
import { hasControl, hasInvisible } from "@intentgate/documents";

const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;

const drive = /^[A-Za-z]:/;
const url = /^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\//;

/** Null for text a person would read as it is; used for paths, globs and commands alike. */
export function textProblem(text: string): string | null {
  if (!hasInvisible(text)) return null;
  if (hasControl(text)) return "contains a control character";
  if (/\p{Cs}/u.test(text)) return "contains half of a surrogate pair";
  return "contains an invisible or direction-changing character";
}

export function pathProblem(spelled: string): string | null {
  if (spelled === "") return "is empty";
  if (spelled.length > MAX_PATH_BYTES || Buffer.byteLength(spelled) > MAX_PATH_BYTES) {
    return `is longer than ${MAX_PATH_BYTES} bytes`;
  }
  const text = textProblem(spelled);
  if (text) return text;
  if (spelled.includes("\ufffd")) return "contains the mark of a name that is not UTF-8";
  if (spelled.startsWith("\\\\")) return "is a network path (UNC)";
  if (url.test(spelled)) return "is a URL, not a path";
  if (drive.test(spelled)) return "starts with a drive letter";
  if (spelled.includes("\\")) return "contains a backslash, which is a separator on some systems; use forward slashes";
  // Some hosts expand it and some do not: the same text would name two files.
  if (spelled.startsWith("~")) return "starts with ~; write the folder out";
  if (spelled.split("/").some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)) {
    return `has a name longer than ${MAX_NAME_BYTES} bytes`;
  }
  return null;
}
