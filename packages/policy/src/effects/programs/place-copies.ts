/** Where `cp`, `mv`, `ln` and `install` put each of their sources. */
import type { SplitArguments } from "./options.ts";
import type { Word } from "./program.ts";
import { baseName, inside, isFolderSpelling, withoutEndSlash } from "./use-of.ts";

export interface Placed {
  /** Null: not known. */
  from: string | null;
  /** Null: not known. */
  to: string | null;
  /** The name inside of this folder is not known. */
  below: string | null;
}

/** Undefined: too few operands to say anything. `t` names the folder, `T` says that the last operand is none. */
export function placeCopies(split: SplitArguments, keepsFolders: boolean): Placed[] | undefined {
  const folder = split.value("t");
  if (folder) return split.operands.map((source) => placedIn(folder, source, keepsFolders));
  const sources = split.operands.slice(0, -1);
  const last = split.operands.at(-1);
  if (!last || sources.length === 0) return undefined;
  // What stands for anything below a folder covers a name inside of it as well.
  const anything = last.text?.endsWith("/**") ?? false;
  const several = sources.length > 1 || sources.some(({ text, glob }) => text === null || glob);
  if (split.has("T") || anything || !(several || keepsFolders || (last.text !== null && isFolderSpelling(last.text)))) {
    return sources.map(({ text }) => ({ from: text, to: last.text, below: null }));
  }
  // One pattern or one word that is not known may be a single file: then the last operand itself is written.
  const maybeItself = sources.length === 1 && last.text !== null && !isFolderSpelling(last.text) && !keepsFolders;
  const itself: Placed[] = maybeItself ? [{ from: sources[0]?.text ?? null, to: last.text, below: null }] : [];
  // Where the source is not known the target is said to be unknown besides: that covers the names in a folder.
  if (maybeItself && sources[0]?.text === null) return itself;
  return [...itself, ...sources.map((source) => placedIn(last, source, keepsFolders))];
}

function placedIn(folder: Word, source: Word, keepsFolders: boolean): Placed {
  const from = source.text;
  if (folder.text === null) return { from, to: null, below: null };
  const name = from === null ? null : keepsFolders ? withoutEndSlash(from) : baseName(from);
  const climbs = keepsFolders && from?.split("/").includes("..");
  const unclear = name === null || ["", ".", "..", "**"].includes(name) || climbs;
  if (unclear || name.startsWith("~")) return { from, to: null, below: folder.text };
  return { from, to: `${inside(withoutEndSlash(folder.text), name.startsWith("/") ? `.${name}` : name)}`, below: null };
}
