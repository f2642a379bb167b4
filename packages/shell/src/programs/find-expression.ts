/** Reads the expression of `find`; a test or action that is not known is no answer. */
import type { Word } from "../uses/program.ts";

export interface FindExpression {
  deletes: boolean;
  /** `-follow`: what is found may lie behind a link, anywhere. */
  follows: boolean;
  /** `-mindepth 1`: what it starts from is not among what it finds. */
  skipsStart: boolean;
  writes: Word[];
  /**
   * `inFolderOfFile`: run in the folder of each file found. `forLinks`: also for links that are found. `many`: `{}` is all that was found.
   */
  runs: { words: Word[]; inFolderOfFile: boolean; forLinks: boolean; many: boolean }[];
}

const alone = new Set(
  `-a -and -o -or -not ! ( ) , -depth -d -mount -xdev -noleaf -daystart -follow -empty -executable -readable -writable -false -true
  -nouser -nogroup -print -print0 -ls -prune -quit -ignore_readdir_race -noignore_readdir_race -warn -nowarn`.split(
    /\s+/,
  ),
);
const valued = new Set(
  `-maxdepth -mindepth -amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename
  -links -lname -mmin -mtime -name -newer -path -perm -regex -samefile -size -type -uid -used -user -wholename -xtype -context
  -regextype -printf -flags -Btime -Bmin`.split(/\s+/),
);
/** And how many words they take. */
const writing: ReadonlyMap<string, number> = new Map([
  ["-fprint", 1],
  ["-fprint0", 1],
  ["-fls", 1],
  ["-fprintf", 2],
]);
/** With one of these a test need not hold for what comes after it. */
const branching = new Set("-o -or -not ! ( ) ,".split(" "));
const running = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

export function readFindExpression(words: readonly Word[]): FindExpression | undefined {
  const found: FindExpression = { deletes: false, follows: false, skipsStart: false, writes: [], runs: [] };
  const isPlainList = !words.some(({ text }) => text === null || branching.has(text));
  let isTyped = false;
  for (let at = 0; at < words.length; at += 1) {
    const text = words[at]?.text;
    if (text == null) return undefined;
    const values = writing.get(text);
    if (text === "-follow") found.follows = true;
    if (alone.has(text)) continue;
    if (text === "-delete") found.deletes = true;
    else if (valued.has(text) || /^-newer[aBcmt][aBcmt]$/.test(text)) {
      // A value that is not known may be several words, `-delete` among them.
      const value = words[at + 1];
      if (!value || (value.text === null && !value.single)) return undefined;
      if (text === "-type") isTyped ||= /^[fdbcps](?:,[fdbcps])*$/.test(value.text ?? "");
      if (text === "-mindepth" && /^[1-9]/.test(value.text ?? "")) found.skipsStart = true;
      at += 1;
    } else if (values !== undefined) {
      const file = words[at + 1];
      if (!file || at + values >= words.length) return undefined;
      found.writes.push(file);
      at += values;
    } else if (running.has(text)) {
      const end = endOfCommand(words, at + 1);
      if (end === undefined || mayEndEarlier(words.slice(at + 1, end))) return undefined;
      const forLinks = !(isTyped && isPlainList);
      const many = words[end]?.text === "+";
      found.runs.push({ words: words.slice(at + 1, end), inFolderOfFile: text.endsWith("dir"), forLinks, many });
      at = end;
    } else if (text === "" || text.startsWith("-")) return undefined;
    // A path behind the expression is an error that comes before anything is done; where much is at stake, nobody relies on it.
  }
  return found;
}

/** A word that is not known may be `;`: then what follows it is no longer the command's. */
function mayEndEarlier(command: readonly Word[]): boolean {
  const at = command.findIndex(({ text }) => text === null);
  const acts = (text: string): boolean => text === "-delete" || running.has(text) || writing.has(text);
  return at >= 0 && command.slice(at).some(({ text }) => text !== null && acts(text));
}

/** `;`, or `+` after `{}`. */
function endOfCommand(words: readonly Word[], start: number): number | undefined {
  for (let at = start; at < words.length; at += 1) {
    const text = words[at]?.text;
    if (text === ";" || (text === "+" && words[at - 1]?.text === "{}")) return at === start ? undefined : at;
  }
  return undefined;
}
