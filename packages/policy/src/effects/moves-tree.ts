/** Git that puts another state of the whole work tree in the place of this one. */

const moving = /^(?:switch|checkout|merge|rebase|stash|cherry-pick|revert|reset)$/;
/** They name paths, or run what somebody wrote. */
const narrowing = /^(?:--|-p|--patch|--pathspec.*|--ours|--theirs|-x.*|--exec.*|-i|--interactive|-s|--strategy.*)$/;
/** Plain names of branches and commits; what could be a pattern of paths is none. */
const revision = /^[\w@][\w./@~^{}-]*$/;

/** Several of these in a row come to what one of them might have brought. */
const joined = /^(?:switch|checkout|merge|stash)$/;

/**
 * Whether the whole line is one such git command, or several joined by `&&`. What git had at a path then counts wherever
 * it lies, so a checkout that names paths is none: it takes single files out of the history. `isPath`: whether a word
 * names what is there.
 */
export function movesTree(command: string, isPath: (word: string) => boolean): boolean {
  const lines = command.split("&&").map((line) => line.trim());
  return lines.every((line) => {
    const verb = verbOf(line, isPath);
    return verb !== null && (lines.length === 1 || joined.test(verb));
  });
}

/** Null for any other line. */
function verbOf(line: string, isPath: (word: string) => boolean): string | null {
  if (/[;&|<>$`\n()'"\\*?[\]]/.test(line)) return null;
  const [git, verb = "", ...words] = line.split(/\s+/);
  if (git !== "git" || !moving.test(verb) || words.some((word) => narrowing.test(word))) return null;
  if (verb !== "checkout" && verb !== "reset") return verb;
  const named = words.filter((word) => !word.startsWith("-"));
  const most = words.some((word) => word === "-b" || word === "-B") ? 2 : 1;
  return named.length <= most && named.every((word) => revision.test(word) && !isPath(word)) ? verb : null;
}
