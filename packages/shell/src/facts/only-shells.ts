/** The words that a shell itself answers to. */

export const builtinNames = [
  ...[":", "true", "false", "echo", "printf", "cd", "pushd", "popd", "dirs", "pwd", "test", "[", "let", "read"],
  ...["mapfile", "readarray", "getopts", "export", "readonly", "declare", "typeset", "local", "unset", "set", "shift"],
  ...["eval", "source", ".", "exec", "command", "builtin", "trap", "exit", "logout", "return", "break", "continue"],
  ...["alias", "unalias", "kill", "wait", "jobs", "bg", "fg", "disown", "umask", "ulimit", "type", "times", "caller"],
  ...["help", "hash", "shopt", "history", "compgen", "complete", "compopt", "enable", "bind", "fc", "suspend"],
] as const;
export type BuiltinName = (typeof builtinNames)[number];

/** Builtins that exist as programs as well, and do the same. */
export const alsoPrograms: ReadonlySet<string> = new Set("echo printf true false test [ pwd kill".split(" "));

const onlyShells = new Set<string>([...builtinNames, ..."if while until for case".split(" ")]);

/** A word that no program on a disk answers to, where it stands first in a command. */
export function isOnlyShells(word: string): boolean {
  return onlyShells.has(word) && !alsoPrograms.has(word);
}
