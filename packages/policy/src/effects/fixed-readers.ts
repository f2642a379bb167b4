/**
 * Whether a command runs nothing but programs that only read, with words of which nothing is left to be found out. It is
 * decided from the text alone, apart from the reading of commands: where that one errs, this one does not err with it.
 */

/** No option, no operand and no variable lets one of these write a file or start a program. */
const readers = new Set(
  `ls cat head tail wc pwd echo true false stat id whoami uname basename dirname realpath readlink grep egrep fgrep nl cut cmp
   comm du df md5sum sha1sum sha256sum sha512sum cksum seq printenv`.split(/\s+/),
);

const ofCommits =
  /^(?:--|-\d{1,4}|-n|-n\d{1,4}|--oneline|--stat|--all|--graph|--decorate|--name-only|--name-status|-p)$/;
/** These can do more: only such options leave them readers. */
const readersWith: ReadonlyMap<string, RegExp> = new Map([
  ["find", /^-(?:name|iname|path|type|not|o|a|maxdepth|mindepth|size|mtime|newer|print|empty)$/],
  ["rg", /^(?:-[nilwcFvS]{1,8}|-[gtABCme]|-[ABCm]\d{1,4}|--files|--hidden|--line-number|--no-heading)$/],
  ["git status", /^(?:-[sbu]{1,3}|--short|--branch|--porcelain(?:=v[12])?)$/],
  ["git diff", /^(?:--|--stat|--cached|--staged|--name-only|--name-status|--numstat|-w|-U\d{1,4})$/],
  ["git log", ofCommits],
  ["git show", ofCommits],
  ["git rev-parse", /^--(?:abbrev-ref|show-toplevel|short|verify|is-inside-work-tree)$/],
  ["git ls-files", /^(?:--|--cached|--modified|--others|--exclude-standard)$/],
]);
/** `sed -n 1,20p`: lines are shown. */
const SHOWN_LINES = /^\d{1,7}(?:,(?:\d{1,7}|\$))?p$/;

/** Words of which every shell makes the same: nothing in them is expanded but a pattern, which becomes names of files. */
const WORD = /^(?:[\w./,:=@%+*?[\]-]|'[^'\n]*'|"[^"$`\\!\n]*")+/;
/** What no file comes from: errors are dropped, or go where the output goes. */
const REDIRECT = /^2>(?:&1|\/dev\/null)(?=$|[\s;&|])/;
const JOINT = /^(?:&&|\|\||[;|])/;
const SPACE = /^[ \t]+/;

export function runsOnlyReaders(command: string): boolean {
  let rest = command.trim();
  let words: string[] = [];
  while (rest !== "") {
    const redirect = words.length > 0 ? REDIRECT.exec(rest)?.[0] : undefined;
    const joint = JOINT.exec(rest)?.[0];
    const word = WORD.exec(rest)?.[0];
    const taken = SPACE.exec(rest)?.[0] ?? redirect ?? joint ?? word;
    if (taken === undefined) return false;
    rest = rest.slice(taken.length);
    if (taken === joint) {
      if (!onlyReads(words)) return false;
      words = [];
    } else if (taken === word) words.push(word);
  }
  return onlyReads(words);
}

function onlyReads([program = "", ...rest]: readonly string[]): boolean {
  if (readers.has(program)) return true;
  // A name that a pattern stands for could be an option.
  if (rest.some((word) => /[*?[\]]/.test(word.replace(/'[^']*'|"[^"]*"/g, "")))) return false;
  const words = rest.map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  if (program === "sed")
    return words[0] === "-n" && SHOWN_LINES.test(words[1] ?? "") && words.slice(2).every(isOperand);
  const [name, own] = program === "git" ? [`git ${words[0] ?? ""}`, words.slice(1)] : [program, words];
  const options = readersWith.get(name);
  return options !== undefined && own.every((word) => isOperand(word) || options.test(word));
}

function isOperand(word: string): boolean {
  return !word.startsWith("-");
}
