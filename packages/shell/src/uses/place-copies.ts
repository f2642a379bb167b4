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
  /** Where it lands if `to` turns out to be a folder. */
  inFolder?: string;
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
    const intoFolder = !split.has("T") && !anything;
    return sources.map((source) => ({
      from: source.text,
      to: last.text,
      below: null,
      ...(intoFolder ? landing(last, source) : {}),
    }));
  }
  // One pattern or one word that is not known may be a single file: then the last operand itself is written.
  const maybeItself = sources.length === 1 && last.text !== null && !isFolderSpelling(last.text) && !keepsFolders;
  const itself: Placed[] = maybeItself ? [{ from: sources[0]?.text ?? null, to: last.text, below: null }] : [];
  // Where the source may be an option the target is said to be unknown besides: that covers the names in a folder.
  if (maybeItself && sources[0]?.text === null && split.mayHideOption) return itself;
  return [...itself, ...sources.map((source) => placedIn(last, source, keepsFolders))];
}

/** `cp a b` where `b` is a folder. */
function landing(folder: Word, source: Word): Pick<Placed, "inFolder"> {
  const { to, below: unclear } = placedIn(folder, source, false);
  if (to !== null) return { inFolder: to };
  return unclear === null ? {} : { inFolder: `${withoutEndSlash(unclear)}/**` };
}

/** A folder whose own name only the running shell knows: the home folder, the current one. */
export function hasNoName(name: string): boolean {
  return ["", ".", ".."].includes(name) || /^[~\ufdd0]/.test(name);
}

function placedIn(folder: Word, source: Word, keepsFolders: boolean): Placed {
  const from = source.text;
  if (folder.text === null) return { from, to: null, below: null };
  const name = from === null ? null : keepsFolders ? withoutEndSlash(from) : baseName(from);
  // The folders that are made with it lead out again.
  if (keepsFolders && from?.split("/").includes("..")) return { from, to: null, below: null };
  const unclear = name === null || ["", ".", "..", "**"].includes(name);
  if (unclear || hasNoName(name)) return { from, to: null, below: folder.text };
  return { from, to: `${inside(withoutEndSlash(folder.text), name.startsWith("/") ? `.${name}` : name)}`, below: null };
}
