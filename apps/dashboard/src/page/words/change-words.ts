/** The computed line of a record in plain words: the tool, and how many lines came and went. */
import { toolWords } from "./words.ts";

export interface ChangeWords {
  words: string;
  /** Null where the record counts no lines. */
  lines: { added: number; removed: number } | null;
}

const COUNTED = /^([A-Za-z0-9_.-]{1,100}): .* \(\+(\d{1,9}) -(\d{1,9})\)$/s;

export function changeWords(description: string): ChangeWords {
  const found = COUNTED.exec(description);
  if (!found) return { words: description, lines: null };
  const lines = { added: Number(found[2]), removed: Number(found[3]) };
  return { words: toolWords(found[1] ?? ""), lines };
}
