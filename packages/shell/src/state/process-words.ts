/** Whether words of a command may name what `/proc` shows of another process. */
export const shownOfProcess = "it may show what another process holds, its keys included";

const secretNames = new Set(["environ", "mem", "fd"]);

/** `pieces`: what is known of a path; between them stands what only the running shell knows. */
export function mayBeProcessFile(pieces: readonly string[]): boolean {
  const [first = "", ...others] = pieces;
  if (/^\/+proc(\/|$)/.test(first)) return true;
  return others.some((piece) => piece.split("/").some((name) => secretNames.has(name)));
}
