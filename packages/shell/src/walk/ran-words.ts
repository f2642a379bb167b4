/** What a rule against commands is held against: the words of a command, however its name is spelled. */
import { withoutOwnOptions } from "../programs/git/own-options.ts";
import type { Word } from "../uses/program.ts";
import { type Field, GAP, START } from "../values/value.ts";

/** Stands for words, and parts of words, that only the running shell knows. */
const UNCLEAR = "\uFFFC";

/** One line for each way in which the same command could have been written down. */
export function ranWords(words: readonly Field[]): string[] {
  const line = joined(words);
  const space = line.indexOf(" ");
  const slash = line.lastIndexOf("/", space < 0 ? undefined : space);
  const lines = slash < 0 ? [line] : [line, line.slice(slash + 1)];
  if (!line.startsWith("git ", slash + 1)) return lines;
  const own = withoutOwnOptions(words.slice(1));
  if (own.length < words.length - 1) lines.push(`git ${joined(own)}`);
  return lines;
}

function joined(words: readonly Word[]): string {
  let line = "";
  for (const { text } of words) line += line === "" ? (text ?? UNCLEAR) : ` ${text ?? UNCLEAR}`;
  return isMarked.test(line) ? line.replaceAll(GAP, UNCLEAR).replaceAll(START, ".") : line;
}

const isMarked = new RegExp(`[${GAP}${START}]`);
