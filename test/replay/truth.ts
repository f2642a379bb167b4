/** What git says of the commit that brought a line, and whether that commit only laid it out anew. */

export interface BroughtLine {
  author: string;
  /** The commit and the file before it, as `commit:path`; null where there was none. */
  before: string | null;
}

type Git = (...words: string[]) => Buffer;

/** As `git blame --line-porcelain` says it. */
export function broughtLines(porcelain: Buffer): BroughtLine[] {
  const lines: BroughtLine[] = [];
  let line: BroughtLine = { author: "", before: null };
  for (const text of String(porcelain).split("\n")) {
    if (text.startsWith("author ")) line.author = text.slice("author ".length);
    const previous = /^previous ([0-9a-f]+) (.*)$/.exec(text);
    if (previous) line.before = `${previous[1]}:${previous[2]}`;
    if (!text.startsWith("\t")) continue;
    lines.push(line);
    line = { author: "", before: null };
  }
  return lines;
}

interface Squeezed {
  whole: string;
  lines: ReadonlySet<string>;
  asTheyStood: ReadonlySet<string>;
}

const known = new Map<string, Squeezed>();
/** A part of a line that was wrapped or joined must say so much. */
const ENOUGH = 12;

/** The file had no such line before, but one that says the same without spaces, quotes, commas, semicolons and parentheses. */
export function isLayoutOnly(git: Git, { before }: BroughtLine, line: string): boolean {
  if (before === null) return false;
  let then = known.get(before);
  if (!then) {
    const lines = String(git("show", before)).split("\n");
    then = {
      whole: squeezed(lines.join("")),
      lines: new Set(lines.map(squeezed)),
      asTheyStood: new Set(lines.map((one) => one.trim())),
    };
    if (known.size > 100) known.clear();
    known.set(before, then);
  }
  const own = squeezed(line);
  if (then.asTheyStood.has(line.trim()) || own === "") return false;
  return then.lines.has(own) || (own.length >= ENOUGH && then.whole.includes(own));
}

const squeezed = (text: string) => text.replace(/[\s"'`,;()]/g, "");
