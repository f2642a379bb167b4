/** Whether every shell of the kind reads a script as bash does: plain programs with plain words. */

/** They mean something else, or act on later words, in one shell or another. */
const special = new Set(
  `alias unalias eval source . hash exec trap set setopt unsetopt shopt emulate typeset declare local export readonly unset function
  builtin command enable let read coproc select time repeat for foreach while until if then else case in do done begin end and or not
  noglob nocorrect print whence test [ [[ autoload bindkey zmodload history fc`.split(/\s+/),
);

export function isCommonScript(text: string): boolean {
  const bare = withoutQuotes(text);
  if (bare === null || !/^[A-Za-z0-9_.,/:@%+=\-\s>|;&~Q]*$/.test(bare)) return false;
  // A job in the background, `=name` and `name~pattern` of zsh.
  if (/(?:^|[^&])&(?:[^&]|$)|&&&|(?:^|[\s;|&>])=|~[^/\s]|[^\s]~/.test(bare)) return false;
  const words = bare.split(/[\s;|&>]+/);
  return words.every((word) => !special.has(word) && !/^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(word));
}

/** Quoted text in which nothing is expanded becomes `Q`; null where something could be. */
function withoutQuotes(text: string): string | null {
  let bare = "";
  for (let at = 0; at < text.length; at += 1) {
    const quote = text[at] ?? "";
    if (quote !== "'" && quote !== '"') {
      bare += quote;
      continue;
    }
    const end = text.indexOf(quote, at + 1);
    if (end < 0 || /[$`\\!]/.test(text.slice(at + 1, end))) return null;
    bare += "Q";
    at = end;
  }
  return bare;
}
