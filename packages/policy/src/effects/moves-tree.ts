/** Git that puts another state of the whole work tree in the place of this one. */

const moving = /^(?:switch|checkout|merge|rebase|stash|cherry-pick|revert|reset)$/;
/** They name paths, or run what somebody wrote. */
const narrowing = /^(?:--|-p|--patch|--pathspec.*|--ours|--theirs|-x.*|--exec.*|-i|--interactive|-s|--strategy.*)$/;
/** Plain names of branches and commits; what could be a pattern of paths is none. */
const revision = /^[\w@][\w./@~^{}-]*$/;

/**
 * Whether the whole line is one such git command. What git had at a path then counts wherever it lies, so a checkout that
 * names paths is none: it takes single files out of the history. `isPath`: whether a word names what is there.
 */
export function movesTree(command: string, isPath: (word: string) => boolean): boolean {
  const line = command.trim();
  if (/[;&|<>$`\n()'"\\*?[\]]/.test(line)) return false;
  const [git, verb = "", ...words] = line.split(/\s+/);
  if (git !== "git" || !moving.test(verb) || words.some((word) => narrowing.test(word))) return false;
  if (verb !== "checkout" && verb !== "reset") return true;
  const named = words.filter((word) => !word.startsWith("-"));
  const most = words.some((word) => word === "-b" || word === "-B") ? 2 : 1;
  return named.length <= most && named.every((word) => revision.test(word) && !isPath(word));
}
